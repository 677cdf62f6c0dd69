r"""Functions of which a text gives the logarithm: \log f(x) = …, asked for f or for \log f."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_GIVEN = re.compile(
    r"\s*\\(?:log|ln)\s*(?P<f>[A-Za-z])\s*\((?P<x>[^()=|;]{1,20})\)\s*:?=(?P<value>[^=]+)",
    re.DOTALL,
)
_OF = re.compile(
    rf"\b(?:gradients?|derivatives?|hessians?|jacobians?)\s+of\s+(?:the\s+)?(?:[a-z]+\s+)?({M})",
    re.I,
)


def with_logarithms(cut: Cut) -> Cut:
    """The text with the function itself where that is asked for, not its logarithm."""
    for i, each in enumerate(cut.segments):
        given = _GIVEN.fullmatch(each.text) if each.is_math else None
        if given:
            cut = _settled(cut, i, given)
    return cut


def _settled(cut: Cut, at: int, given: re.Match[str]) -> Cut:
    f, x, value = given["f"], given["x"].strip(), given["value"].strip().rstrip(".,;")
    letters = " ".join(cut.formulas)
    name = next((n for n in "fhFGk" if n not in letters), "f")
    alone = re.compile(rf"\s*\\(?:log|ln)\s*{f}\s*")
    segments = [
        Segment(True, f"{name}({x}) = {value}")
        if each.is_math and alone.fullmatch(each.text)
        else each
        for each in cut.segments
    ]
    asked = {n for found in _OF.finditer(cut.marked) for n in numbers(found[1])}
    own = re.compile(rf"\s*{f}\s*(?:\({re.escape(x)}\))?\s*")
    notes = cut.notes
    if any(own.fullmatch(segments[n].text) for n in asked):
        segments[at] = Segment(True, rf"{f}({x}) = \exp\left({value}\right)")
        notes = (*notes, f"{f} is the exponential of what is given as its logarithm")
    return replace(cut, segments=tuple(segments), notes=notes)
