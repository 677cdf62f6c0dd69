r"""Formulas of which a part is typed and a part is marked as LaTeX: of $a$ x^2, of 2 $x^TAx$ + c.

Between words that bound it, such a formula is one: what is typed around the dollars is not lost.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.beside import words_in
from matgrad.app.ask.text.between import end_of_bounded
from matgrad.app.ask.text.plain import to_latex

_INLINE = re.compile(r"(?<![\\$])\$(?P<a>[^$\n]{1,400})\$(?!\$)|\\\((?P<b>.{1,400}?)\\\)")
_RELATION = re.compile(
    r"[=<>≤≥∈;]|\\(?:in|le|leq|ge|geq|to|succ|succeq|mapsto|sim)(?![A-Za-z])|\\\\"
)
_SUM = re.compile(r"(?<=[\w)}\]])\s*[-+]")
_FIRST = 0x3400  # characters that no question is typed with stand for what is marked
_HELD = re.compile("[\u3400-\u4dbf]")
_ONLY = re.compile(f"(?:{_HELD.pattern}\\s*)+")
_CLAIMS = re.compile(  # is the gradient of $f$ $2Ax$?
    r"(?:^|[.?!:;,]\s)\W*(?:(?:so|then|but|and|or|why|how|how come)\s+)*"
    r"(?:is|are|isn['’]t|was|could|can|should)\b"
    r"[^.?!]*$",
    re.I,
)
MOST = 200
_NAMES = r"(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\w|\{[^{}]*\}))?"
_CALLED = re.compile(  # NLL$(w)=…$
    r"(?<![\w\\$}])(?P<word>[A-Za-z]{1,12})\$"
    rf"(?=\s*\(\s*{_NAMES}(?:\s*[,;]\s*{_NAMES}){{0,4}}\s*\)\s*(?P<is>:?=|\$\s*:?=\s*\$))"
)
_EQUALS = re.compile(r"\s?:?=\s?")
_CAPITALS = re.compile(r"[A-Z]{2,5}|[A-Za-z]")


def with_joined(text: str) -> str:
    """The text with dollars around a name and an equals sign that stand outside: NLL$(w)$ = $…$."""
    if "$" not in text:
        return text
    words = {found["word"] for found in _CALLED.finditer(text)}
    if words:
        either = "|".join(sorted(words, key=len, reverse=True))
        behind = rf"\$\s*(\\nabla(?:\s*_\s*(?:\{{[^{{}}]*\}}|\w))?)\s*\$\s?({either})(?![A-Za-z])"
        text = re.sub(rf"{behind}\$(?=\s*\()", lambda m: f"${m[1]} {_upright(m[2])}", text)
        text = re.sub(behind, lambda m: f"${m[1]} {_upright(m[2])}$", text)
        text = re.sub(rf"(?<![\w\\$}}])({either})\$(?=\s*\()", lambda m: f"${_upright(m[1])}", text)
    parts: list[str] = []
    position = 0
    for found in _INLINE.finditer(text):
        between = text[position : found.start()]
        is_one = parts and _EQUALS.fullmatch(between) and found["a"] and parts[-1].endswith("$")
        parts = (
            [*parts[:-1], parts[-1][:-1], between, found[0][1:]]
            if is_one
            else [*parts, between, found[0]]
        )
        position = found.end()
    return "".join([*parts, text[position:]])


def _upright(word: str) -> str:
    """A word as one name; capitals are one wherever they are defined."""
    return word if _CAPITALS.fullmatch(word) else rf"\mathrm{{{word}}}"


def with_mixed(text: str) -> str:
    """The text with one marked formula where typed and marked pieces stand side by side."""
    if ("$" not in text and r"\(" not in text) or _HELD.search(text):
        return text
    inside: list[str] = []

    def hold(found: re.Match[str]) -> str:
        formula = found["a"] or found["b"]
        if _RELATION.search(formula) or len(inside) >= MOST:
            return found[0]
        inside.append(formula)
        return chr(_FIRST + len(inside) - 1)

    held = _INLINE.sub(hold, text)
    written = [f"${formula}$" for formula in inside]
    words = words_in(held)
    parts: list[str] = []
    position = at = 0
    while at < len(words):
        end = end_of_bounded(words, at)
        if end > at:
            start, stop = words[at].start, words[end - 1].end
            run = held[start:stop].rstrip(".,;:?!")
            is_mixed = _HELD.search(run) and len(run) > 1 and "$" not in run  # nor in a display
            if is_mixed and not (_CLAIMS.search(held[:start]) and _ONLY.fullmatch(run)):
                parts += [held[position:start], f"${_joined(run, inside)}$"]
                position = start + len(run)
        at = max(end, at + 1)
    made = "".join([*parts, held[position:]])
    return _HELD.sub(lambda found: written[ord(found[0]) - _FIRST], made)


def _joined(run: str, inside: list[str]) -> str:
    """The run of typed words in LaTeX, with what is marked in its places."""

    def put(found: re.Match[str]) -> str:
        formula = inside[ord(found[0]) - _FIRST].strip().rstrip(".,")
        return rf" \left({formula}\right)" if _SUM.search(formula) else f" {formula} "

    return _HELD.sub(put, to_latex(run)).strip()
