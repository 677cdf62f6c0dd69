"""Formulas alone that are points: the minimiser is ⟦1⟧; setting it to zero I get ⟦1⟧."""

from __future__ import annotations

import re
from dataclasses import dataclass

from matgrad.app.ask.asking.unknowns import variables_in
from matgrad.app.ask.facts.said import Said, Solved
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.words import ESTIMATE
from matgrad.render.glyphs import latex_name

_PLACE = (
    r"(?:minimi[sz]er|maximi[sz]er|optimi[sz]er|(?:stationary|critical) point|arg\s?min|arg\s?max"
    rf"|optimal\s+(?:solution|estimat\w+|point)|{ESTIMATE})"
)
# Words for a point, behind which a formula alone is its value: the minimiser is ⟦(A^TA)^{-1}A^Tb⟧.
_POINT = re.compile(
    rf"\b{_PLACE}\b(?:\s+(?:of|for)\s+(?:this|it|the\s+\w+|\S+))?"
    r"\s*(?::\s*|(?:(?:is|be|equals?|given by|then|just|really|simply|unique)\s+){0,4})$",
    re.I,
)
# Where words can mean nothing but a point; of a minimum, the value may be meant.
_ONLY_POINT = re.compile(
    rf"\b{_PLACE}|\b(?:where|which\s+point)\b|\bzero\b|\bvanish|\bto\s+0\b", re.I
)
_GRADIENT = re.compile(r"\b(?:gradient|derivative|hessian|jacobian)\b", re.I)
_NO_VALUE = re.compile(r"[^.?!;]*\b(?:zero|vanish\w*|0)\b", re.I)


@dataclass(frozen=True)
class Place:
    """A formula behind words, and the words that look for a point if it is an answer to them."""

    segment: int
    before: str
    aim: str
    seeking: str | None


def tell_point(said: Said, reading: Reading, place: Place) -> None:
    """Take a formula that is no equation for the value of the one variable that there is."""
    segment, seeking = place.segment, place.seeking
    variables = {*variables_in(reading, said)}
    is_called = segment in reading.bare and _POINT.search(place.before) is not None
    value = reading.formula(segment)
    if len(variables) != 1 or not value or not (is_called or seeking is not None):
        return
    (name,) = variables
    beside = re.split(M, place.before)[-1]  # the Hessian: I get ⟦1⟧
    is_other = _asks_both(seeking or "") or _asks_both(beside)
    if not is_called and (name in names_in(value) or is_other):
        return
    for kept in (reading.bare, reading.lengths, reading.names):
        kept.pop(segment, None)
    left = reading.spelled.get(name, latex_name(name))
    is_open = not is_called and _ONLY_POINT.search(seeking or "") is None
    said.solved.append(Solved(segment, left, value, name, place.aim, is_open))


def _asks_both(seeking: str) -> bool:
    """Do words ask for a derivative itself, not only where it is zero?"""
    places = [found.end() for found in _GRADIENT.finditer(seeking)]
    return any(_NO_VALUE.match(seeking, place) is None for place in places)
