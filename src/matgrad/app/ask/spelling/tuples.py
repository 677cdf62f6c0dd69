r"""Jacobians of several quantities that a text defines: of (x, y) with respect to (r, \theta).

They are one function, F(r, \theta) = (x; y).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import ALL_NUMBERS, RESPECT

_NAME = r"(?:\\[a-z]+|[A-Za-z])(?:\s*_\s*(?:\w|\{\w+\}))?"
_TUPLE = re.compile(
    rf"\s*(?:\\left\s*)?[(\[]\s*(?P<parts>{_NAME}(?:\s*,\s*{_NAME}){{1,3}})\s*(?:\\right\s*)?[)\]]\s*"
    r"(?:\^\s*(?:T|\{\s*T\s*\}|\\top(?![A-Za-z])|\{\s*\\top\s*\}))?\s*"
)
_JACOBIAN = re.compile(
    r"\bjacobian(?:\s+(?:matrix|determinant))?\s+of\s+(?:the\s+)?"
    r"(?:(?:map|vector|function|position|point|transformation|coordinates|output|outputs)\s+)?$",
    re.I,
)
_RESPECT = re.compile(rf"\s*,?\s*{RESPECT}\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}$", re.I)
_BEFORE = re.compile(rf"\b{RESPECT}\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}$", re.I)
_AND = re.compile(r"\s*(?:,|,?\s*and)\s*", re.I)
_ONE = re.compile(rf"\s*({_NAME})\s*")
_DEFINED = re.compile(rf"(?:^|,|;|\\q?quad(?![A-Za-z])|\\\\|&)\s*(?P<name>{_NAME})\s*&?\s*:?=(?!=)")
_MATRICES = re.compile(
    r"\\(?:top|intercal|mathbf|boldsymbol|vec|lVert|Vert|\|)|\|\||'|(?<![A-Za-z\\{])[A-Z]"
)
_FREE = "FGHK"


def with_tuples(cut: Cut) -> Cut:
    """The text with one function for a tuple of quantities whose Jacobian is asked for."""
    segments = list(cut.segments)
    for n, words in enumerate(segments[:-1]):
        found = _TUPLE.fullmatch(segments[n + 1].text) if segments[n + 1].is_math else None
        is_asked = not words.is_math and _JACOBIAN.search(words.text) is not None
        if found is None or not is_asked or not {*_parts(found)} <= {*_defined(cut)}:
            continue
        by = [*_variables(segments[n + 2 :])]
        if not by:  # of what is defined: all of it
            segments[n : n + 2] = [Segment(False, re.sub(r"\s+of\s+.*$", " ", words.text))]
            return replace(cut, segments=tuple(segments))
        return _with_function(cut, n + 1, _parts(found), by)
    return cut


def _with_function(cut: Cut, at: int, names: Sequence[str], by: Sequence[str]) -> Cut:
    """The text with a letter for a tuple of names, and an equation for it."""
    letters = re.sub(COMMAND, " ", " ".join(cut.formulas))
    free = next((x for x in _FREE if x not in letters), "")
    if not free:
        return cut
    rows = r" \\ ".join(names)
    made = rf"{free}({', '.join(by)}) = \begin{{pmatrix}} {rows} \end{{pmatrix}}"
    segments = [*cut.segments[:at], Segment(True, free), *cut.segments[at + 1 :]]
    segments += [Segment(False, "\n\nLet "), Segment(True, made), Segment(False, ".")]
    if not any(map(_MATRICES.search, map(_without_tuples, cut.formulas))):
        segments.append(Segment(False, f" {ALL_NUMBERS}"))
    return replace(cut, segments=tuple(segments))


def _parts(found: re.Match[str]) -> list[str]:
    return [part.strip() for part in found["parts"].split(",")]


def _defined(cut: Cut) -> Iterator[str]:
    """The names that stand on the left of an equals sign."""
    for latex in cut.formulas:
        for found in _DEFINED.finditer(latex):
            yield found["name"].strip()


def _variables(behind: Sequence[Segment]) -> Iterator[str]:
    """The names by which the Jacobian is taken, in a tuple or one by one."""
    if len(behind) > 1 and not behind[0].is_math and _RESPECT.fullmatch(behind[0].text):
        yield from _listed(behind[1:])


def named_variables(segments: Sequence[Segment]) -> list[str]:
    """The names behind the first “with respect to” of a text."""
    for n, words in enumerate(segments[:-1]):
        if not words.is_math and _BEFORE.search(words.text):
            return [*_listed(segments[n + 1 :])]
    return []


def _listed(behind: Sequence[Segment]) -> Iterator[str]:
    """The names with which some segments begin, in a tuple or one by one."""
    found = _TUPLE.fullmatch(behind[0].text)
    if found:
        yield from _parts(found)
        return
    for n in range(0, len(behind), 2):
        one = _ONE.fullmatch(behind[n].text) if behind[n].is_math else None
        if one is None or (n > 0 and not _AND.fullmatch(behind[n - 1].text)):
            return
        yield one[1].strip()


def _without_tuples(latex: str) -> str:
    """A formula, unless it is a tuple, whose transpose makes no vectors of its parts."""
    return "" if _TUPLE.fullmatch(latex) else latex
