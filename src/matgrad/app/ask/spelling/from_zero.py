r"""Sums whose index begins at 0, and sums of a few terms in which the index is a number.

\sum_{k=0}^{n-1} x_k^2 is a sum over all n entries of x, whatever they are numbered by, and so it is
written from 1 to n. Where k is a number, as in \gamma^k r_k, or entries such as x_0 stand
elsewhere, the terms are written out, if it is known how many there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import factorial

from matgrad.app.ask.spelling.recurrences import stems_of_steps
from matgrad.app.ask.text.segments import Cut

MOST = 12  # terms that are written out
MOST_SUMS = 8  # of one formula
LONGEST = 4_000  # characters of a formula after that
_SUM = re.compile(
    r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*(?P<k>[a-z])\s*=\s*(?P<low>\d)\s*\}\s*\^\s*"
    r"(?:\{\s*(?P<a>[^{}]+?)\s*\}|(?P<b>\w))"
)
_VALUE = re.compile(r"\s*(?P<name>[A-Za-z])\s*=\s*(?P<value>\d{1,2})\s*[.,;]?\s*")
_STEP = re.compile(  # x_{t+1} = …
    r"(?P<x>\\[A-Za-z]+|[A-Za-z])\}?\s*_\s*\{\s*[a-z]\s*(?:[-+]\s*\d\s*)?\}\s*:?="
)
_LESS = re.compile(r"([A-Za-z])\s*-\s*(\d)")
_PIECE = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
_COMMAND = re.compile(r"\\(?:operatorname|mathrm|text)\s*\{[^{}]*\}|\\[A-Za-z]+")
_BASE = r"(?:\\mathbf\s*\{\s*[A-Za-z]\s*\}|\\[A-Za-z]+|[A-Za-z])"
_MATRIX = re.compile(r"(?:\\mathbf\s*\{\s*)?[A-Z]")  # whose power 0 is the identity
_ENDS = frozenset((*"+-=,;&", r"\\", r"\quad", r"\qquad", r"\text"))
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")


@dataclass(frozen=True)
class _Text:
    """What is known of all formulas: values of letters, and names that are given step by step."""

    formulas: str
    known: dict[str, int]
    stepwise: frozenset[str]


def with_sums_from_zero(cut: Cut) -> Cut:
    """The text with sums from 1, or with the terms of sums written out."""
    if not any(map(_SUM.search, cut.formulas)):
        return cut
    known = {m["name"]: int(m["value"]) for text in cut.formulas if (m := _VALUE.fullmatch(text))}
    steps = {m["x"] for text in cut.formulas for m in _STEP.finditer(text)}
    text = _Text(" ".join(cut.formulas), known, frozenset(steps - {*stems_of_steps(cut)}))
    notes: list[str] = []

    def written(latex: str) -> str:
        sums, made, told = [*_SUM.finditer(latex)], latex, len(notes)
        for found in reversed(sums) if len(sums) <= MOST_SUMS else ():
            made = _written(made, found, text, notes)
            if len(made) > LONGEST:
                del notes[told:]
                return latex
        return made

    made = cut.rewritten(written)
    return _without_values(made.rewritten(str, *dict.fromkeys(notes)), known) if notes else cut


def _without_values(cut: Cut, known: dict[str, int]) -> Cut:
    """The text without values of letters that stood above sums only."""
    segments = list(cut.segments)
    for at, each in enumerate(segments):
        found = _VALUE.fullmatch(each.text) if each.is_math else None
        if found is None:
            continue
        rest = " ".join(x.text for i, x in enumerate(segments) if x.is_math and i != at)
        if not re.search(rf"(?<![A-Za-z\\]){found['name']}(?![A-Za-z])", rest):
            segments[at] = replace(each, is_math=False)
    return replace(cut, segments=tuple(segments)) if known else cut


def _written(latex: str, found: re.Match[str], text: _Text, notes: list[str]) -> str:
    """A formula in which one sum is written otherwise, if that is clear."""
    k, low, high = found["k"], int(found["low"]), found["a"] or found["b"]
    end = _end(latex, found.end())
    body, rest = latex[found.end() : end], latex[end:]
    stems = _stems(body, k)
    if text.stepwise.intersection(stems):
        return latex
    is_numbered = any(_numbered(stem, text.formulas) for stem in stems)
    is_number = _is_number(body, k)
    last = int(high) if high.isdigit() else text.known.get(high)
    if (is_number or is_numbered) and last is not None and last - low < MOST:
        following = rest.partition("=")[0]
        if _is_number(following, k) or _stems(following, k):
            return latex  # which terms belong to this sum is not clear
        terms = [_at(body.strip(), k, value) for value in range(low, last + 1)]
        notes.append(f"the sum over {k} = {low}, …, {last} is written out")
        return rf"{latex[: found.start()]}\left({' + '.join(terms)}\right){rest}"
    if low == 0 and stems and not is_number and not is_numbered:
        notes.append(f"the index {k} begins at 0: there are as many entries as terms")
        return f"{latex[: found.start()]}\\sum_{{{k}=1}}^{{{_more(high)}}} {latex[found.end() :]}"
    return latex


def _more(high: str) -> str:
    """One more than a limit: n for n - 1."""
    if high.isdigit():
        return str(int(high) + 1)
    less = _LESS.fullmatch(high)
    if less is None:
        return f"{high}+1"
    by = int(less[2]) - 1
    return f"{less[1]}-{by}" if by else less[1]


def _end(latex: str, at: int) -> int:
    """Where the term of a sum ends: at a sign outside of its brackets, or with these."""
    depth = fences = 0
    begun = False
    for found in _PIECE.finditer(latex, at):
        piece = found[0]
        fences += (piece == r"\left") - (piece == r"\right")
        depth += (piece in _OPEN) - (piece in _CLOSE)
        if min(depth, fences) < 0 or (begun and depth == fences == 0 and piece in _ENDS):
            return found.start()
        begun = begun or not piece.isspace()
    return len(latex)


def _below(k: str) -> str:
    return rf"_\s*(?:\{{\s*{k}\s*(?P<by>[-+]\s*\d)?\s*\}}|{k})"  # of x_kA, x has the index


def _stems(body: str, k: str) -> list[str]:
    """The names that have the index."""
    one = re.compile(rf"(?P<x>\\[A-Za-z]+|[A-Za-z])\}}?\s*{_below(k)}")
    return list(dict.fromkeys(found["x"] for found in one.finditer(body)))


def _numbered(stem: str, everywhere: str) -> bool:
    """Do entries with a number, or a last one, stand in the text: x_0, x_N?"""
    return re.search(rf"{re.escape(stem)}\}}?\s*_\s*\{{?\s*[\dA-Z]", everywhere) is not None


def _is_number(body: str, k: str) -> bool:
    """Does the index stand anywhere but below a name?"""
    rest = _COMMAND.sub(" ", re.sub(_below(k), "_", body))
    return k in re.sub(r"_\s*\{[^{}]*\}", "_", rest)


def _at(body: str, k: str, value: int) -> str:
    """A term with a number for the index; a power of 0 is 1."""

    def entry(found: re.Match[str]) -> str:
        return f"_{{{value + int((found['by'] or '0').replace(' ', ''))}}}"

    def raised(found: re.Match[str]) -> str:
        by = int((found["by"] or "0").replace(" ", ""))
        base, power = found["base"], int(found["times"] or 1) * value + by
        if power == 0 and base != ")":
            return " I " if _MATRIX.match(base) else r"\cdot 1 "
        return f"{base} " if power == 1 else f"{base}^{{{power}}}"

    raises = rf"(?=\([^()]*\)\s*\^\s*\{{?\s*\d*\s*{k})"  # c_k(x - 1)^k: no function c_k
    made = re.sub(rf"({_below(k)})\s*{raises}", r"\1\\cdot ", body)
    made = re.sub(_below(k), entry, made)
    inside = rf"\{{\s*(?P<times>\d*)\s*{k}\s*(?P<by>[-+]\s*\d)?\s*\}}|{k}"
    base = rf"(?P<base>{_BASE}(?:_\w|_\{{[^{{}}]*\}})?|\))"
    made = re.sub(rf"{base}\s*\^\s*(?:{inside})", raised, made)
    made = re.sub(rf"(?<![A-Za-z]){k}\s*!", str(factorial(value)), made)
    made = re.sub(r"(^|[({=])\s*\\cdot 1 ", r"\1 1 ", made)
    letter = re.compile(rf"{_COMMAND.pattern}|(?P<k>{k})")
    return letter.sub(lambda m: f"({value})" if m["k"] else m[0], made)
