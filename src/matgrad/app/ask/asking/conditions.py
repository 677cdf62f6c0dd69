"""Equations with zero: of derivatives, and the conditions that follow where those vanish."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import left_side, whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M

_GIVES = re.compile(  # setting it to zero gives ⟦Ax - b = 0⟧
    r"(?:\b(?:gives?|giving|yields?|yielding|leads? to|means|implies|results? in|becomes|reads|so"
    r"|if|when|where|iff|only if|(?:we|i|you|one|they) (?:get|gets|got|obtains?|have|has|finds?))"
    r"|[,:])\s*(?:us\s+)?(?:that\s+)?$",
    re.I,
)
_LISTED = re.compile(rf"(?:{M}\s*(?:,|,?\s*and)\s*)+$")


def is_given(before: str) -> bool:
    """Do words say that a formula, or a list, follows: setting it to zero gives ⟦Ax = 0⟧?"""
    return _GIVES.search(_LISTED.sub("", before)) is not None


def tell_condition(said: Said, reading: Reading, segment: int) -> None:
    """Take an equation with zero, if it is one of no derivative, for a first-order condition."""
    first = reading.equal.get(segment, ("",))[0]
    if is_of_zero(reading, segment) and derivative(first) is None:
        said.conditions += [segment] if segment not in said.conditions else []
        said.doubtful_given = [x for x in said.doubtful_given if x.left != first]


def is_of_zero(reading: Reading, segment: int) -> bool:
    """Is a formula an equation with zero that gives no letter its value: ⟦X^{-1} - S = 0⟧?"""
    first, *values = reading.equal.get(segment, ("",))
    return values == ["0"] and left_side(first) is None


def is_zero(reading: Reading, segment: int) -> bool:
    """Is a formula the equation of a derivative with zero?"""
    first, *values = reading.equal.get(segment, ("",))
    return values == ["0"] and derivative(first) is not None


def is_origin(reading: Reading, segment: int) -> bool:
    """Is a formula an equation of one letter with zero: ⟦x = 0⟧?"""
    first, *values = reading.equal.get(segment, ("",))
    return values == ["0"] and whole_name(first) is not None
