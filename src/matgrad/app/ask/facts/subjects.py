"""Of which names of a list the words beside it speak: in “A ∈ R^{n×n}, B symmetric” of B alone."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE

_OF_ITS_OWN = re.compile(  # symmetric A, B general; symmetric A, B and x a vector
    r"\s+(?:(?:is|being)\s+)?(?:an?\s+)?(?:general|arbitrary|any|free|unrestricted|square"
    rf"|rectangular|not|non-?[a-z]+|vector|matrix|scalar|number|{ANY_FACT})\b",
    re.I,
)
_ONE = re.compile(
    r"\b(?:matrix|vector|scalar|laplacian|hessian|gramian|tensor|covariance|correlation|precision"
    r"|projector|rotation|permutation)\s*$",
    re.I,
)
_OF_ALL = re.compile(r"\s*,?\s*(?:to be|be|are|were|both|all|have)\b", re.I)
_IS = re.compile(r"\s+(?:is|has|denotes|represents)\b", re.I)
NEAR = 60  # characters before a name that are looked at, as texts may be long
_A = re.compile(  # A, B and x a vector; the response y and X is the design matrix
    r"\s*,?\s+(?:(?:being|is)\s+)?an?\s|\s+is\s+(?:the|our)\s+(?:[a-z-]+\s+){0,3}?(?:matrix|vector)\b",
    re.I,
)
_BE_A = re.compile(r"\s*,?\s+(?:to be|be)\s+an?\s", re.I)  # let X ∈ R^{n×n} and A be a …
_DERIVATIVE_OF = re.compile(rf"\b{DERIVATIVE}\s+(?:matrix\s+)?of\s+(?:the\s+)?$", re.I)


def subjects(found: re.Match[str], group: int, is_after: bool, reading: Reading) -> range:
    """Which marks of a list the words behind it, or before it, are about."""
    text, start, end = found.string, found.start(group), found.end(group)
    marks = [*re.finditer(M, found[group])]
    segments = [number for mark in marks for number in numbers(mark[0])]
    if not is_after:
        last = 1 if _ONE.search(text[max(0, start - NEAR) : start]) else len(marks)
        is_of_its_own = last > 1 and _OF_ITS_OWN.match(text, end) is not None
        return range(last - is_of_its_own)
    if (
        len(marks) == 1
        and _IS.match(text, end)
        and _DERIVATIVE_OF.search(text[max(0, start - NEAR) : start])
    ):
        return range(0)  # the gradient of A is the vector …
    if _A.match(text, end):
        return range(len(marks) - 1, len(marks))
    first = first_alike(segments, reading)
    if _IS.match(text, end) and len(marks) > 1:  # for all A, B is symmetric
        is_joined = re.search(r"\w|&", found[group][marks[-2].end() : marks[-1].start()])
        return range(first if is_joined else len(marks) - 1, len(marks))
    is_of_all = _OF_ALL.match(text, end) is not None and not _BE_A.match(text, end)
    several = sum(len(reading.names.get(each, ())) for each in segments[first:]) > 1
    return range(0 if is_of_all and not several else first, len(marks))  # X ∈ R^{n×n}; A, B are


def alike(marks: list[re.Match[str]], reading: Reading) -> list[re.Match[str]]:
    """The last of some marks that are names with capitals, or names without."""
    kept: list[re.Match[str]] = []
    for mark in reversed(marks):
        segment = next(numbers(mark[0]))
        name = reading.formula(segment)
        is_name = len(reading.names.get(segment, ())) == 1 and segment not in reading.bare
        last = reading.formula(next(numbers(kept[0][0]))) if kept else name
        if not is_name or _is_capital(name) != _is_capital(last):
            break
        kept.append(mark)
    return kept[::-1]


def _is_capital(latex: str) -> bool:
    return latex.lstrip("\\")[:1].isupper()


def first_alike(segments: list[int], reading: Reading) -> int:
    """Where the names begin that the last one ends: behind a declaration, or behind themselves."""
    declared = {each.segment for each in (*reading.declared, *reading.stated)}  # not ⟦A = A^T⟧
    first = len(segments) - 1
    known = {*reading.names.get(segments[first], ())}
    while first and segments[first - 1] not in declared:
        before = {*reading.names.get(segments[first - 1], ())}
        if before & known:  # A, B, B symmetric
            break
        known |= before
        first -= 1
    return first
