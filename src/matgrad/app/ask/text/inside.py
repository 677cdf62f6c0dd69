r"""Words inside of formulas that say what a name is, or make cases, as prose between formulas.

“$f(x)=x^TAx\quad(A\text{ symmetric})$” says the same as “$f(x)=x^TAx$ ($A$ symmetric)”.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.adjectives import ANY_FACT

_TEXT = re.compile(r"\\(?:text|mbox|textrm|textnormal|textit)\s*\{([^{}$\\]*)\}")
_TELLS = re.compile(rf"\b(?:otherwise|else|elsewhere|{ANY_FACT})\b", re.I)
_ROWS = re.compile(r"\\begin|\\\\|&")
_GAP = re.compile(r"(?:\\q?quad|\\[ ,;:!>]|~|\s)+$|^(?:\\q?quad|\\[ ,;:!>]|~|\s)+")
_APART = re.compile(r"(?:,|;|\\q?quad)(?:\\q?quad|\\[ ,;:!>]|~|\s)*")
_BECAUSE = r"\s*\(?\s*(?:since|because|as|where|with|assuming|using that|if|when|for)\b"
_REASON = re.compile(
    rf"(?:\\q?quad|[\\~,;]\s)*\s*\\(?:text|mbox|textrm)\s*\{{(?:(?P<all>{_BECAUSE}"
    r"[^{}$]*\$[^{}$]+\$[^{}$]*)\}"
    rf"|(?P<why>{_BECAUSE}\s*)\}}\s*(?P<what>[A-Za-z]|\\[A-Za-z]+)\s*"
    r"\\(?:text|mbox|textrm)\s*\{(?P<is>[^{}$]*)\})"
)
_ASKED = re.compile(r"(?:\\q?quad|\\[ ,;:!>]|~|\s)*\?\s*$")
LONGEST = 2_000  # characters of a formula in which words are looked at

Piece = tuple[bool, str]  # whether it is a formula, and its text


def with_words_apart(formula: str) -> list[Piece]:
    """A formula, or the formulas and words of which it consists."""
    texts = [*_TEXT.finditer(formula)]
    is_told = any(_TELLS.search(found[1]) for found in texts)
    if (
        not is_told
        or len(formula) > LONGEST
        or _ROWS.search(formula)
        or any(_depth(formula[: t.start()]) for t in texts)
    ):
        return [(True, formula)]
    pieces: list[Piece] = []
    position = 0
    for found in texts:
        pieces += [*_math(formula[position : found.start()]), (False, f" {found[1].strip()} ")]
        position = found.end()
    return [*pieces, *_math(formula[position:], is_last=True)]


def _depth(formula: str) -> int:
    """How many braces are open at the end."""
    return len(re.findall(r"(?<!\\)\{", formula)) - len(re.findall(r"(?<!\\)\}", formula))


def _math(formula: str, *, is_last: bool = False) -> list[Piece]:
    """A formula between words, with what stands apart from it: f(x) = …, (A."""
    pieces: list[Piece] = []
    while formula.lstrip().startswith(")"):
        pieces, formula = [*pieces, (False, ")")], formula.lstrip()[1:]
    if (opening := _open_bracket(formula)) >= 0:
        before, after = formula[:opening], formula[opening + 1 :]
        return [*pieces, *_part(before), (False, " ("), *_part(after)]
    apart = None if is_last else _last_gap(formula)
    before, after = (formula[: apart.start()], formula[apart.end() :]) if apart else (formula, "")
    return [*pieces, *_part(before), *([(False, ", "), *_part(after)] if apart else [])]


def _part(formula: str) -> list[Piece]:
    bare = _GAP.sub("", _GAP.sub("", formula))
    end = bare[-1:] if bare[-1:] in (",", ".", ";") else ""
    bare = _GAP.sub("", bare.removesuffix(end) if end else bare)
    return [(True, bare)] * bool(bare) + [(False, end)] * bool(end)


def _open_bracket(formula: str) -> int:
    """Where a bracket opens that is not closed, or −1."""
    opened: list[int] = []
    for at, sign in enumerate(formula):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            opened.pop()
    return opened[-1] if opened else -1


def _last_gap(formula: str) -> re.Match[str] | None:
    """The last comma or wide space that stands in no bracket."""
    free = [
        found
        for found in _APART.finditer(formula)
        if not _depth(formula[: found.start()]) and _open_bracket(formula[: found.start()]) < 0
    ]
    return free[-1] if free and formula[free[-1].end() :].strip() else None


def without_reasons(formula: str) -> tuple[str, str]:
    r"""A formula without \text{(since $A$ is symmetric)} or \;?, and these as words behind it."""
    formula, mark = _ASKED.sub("", formula), "?" if _ASKED.search(formula) else ""
    reasons = "" if "{cases}" in formula else " ".join(map(_reason, _REASON.finditer(formula)))
    if not reasons:
        return formula, mark
    bare = _REASON.sub("", formula).rstrip()
    end = bare[-1:] if bare[-1:] in (".", ",", ";") else ""
    return bare.removesuffix(end), reasons + (mark or end)


def _reason(found: re.Match[str]) -> str:
    words = f"{found['why']} ${found['what']}$ {found['is']}" if found["why"] else found["all"]
    return words.replace("(", " ").replace(")", " ").strip()
