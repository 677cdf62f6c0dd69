"""Statements of several formulas that carry each other on: a line that begins with =."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.statements import Statement, spell, statements
from matgrad.app.ask.text.segments import Cut

_LINKS = re.compile(
    r"\b(?:so|thus|hence|and|then|therefore|which|this|that|is|also|now|finally|i\.?e|giving|because"
    r"|equals|by|linearity|we|get|have|obtain|further|again)\b",
    re.I,
)
_OTHER = re.compile(  # what else may stand left of the sign
    r"\?|\b(?:gradients?|derivatives?|hessians?|jacobians?|answer|result|book|solution|but|instead|should"
    r"|where|with|let|loss|cost|function|or)\b",
    re.I,
)


def chained(cut: Cut) -> Iterable[Statement]:
    """All statements; a line that begins with = goes on from the last equation before it."""
    found: list[Statement] = []
    ends: list[int] = []  # where what is carried on so far ends
    for index, segment in enumerate(cut.segments):
        made = statements(segment.text, cut.abbreviations, index) if segment.is_math else []
        for statement in made:
            before = last_equation(found) if statement.goes_on else -1
            if statement.goes_on and found and is_adjacent(cut, ends[-1], index):
                before = len(found) - 1
            if before >= 0 and goes_on(cut, found[before], ends[before], index):
                pieces = (*found[before].pieces, *statement.pieces)
                found[before], ends[before] = replace(found[before], pieces=pieces), index
            else:
                found.append(statement)
                ends.append(index)
    return found


def last_equation(statements: Sequence[Statement]) -> int:
    """Where the last equation stands; behind it there may be names, as in a reason."""
    places = reversed(range(len(statements)))
    return next((i for i in places if len(statements[i].pieces) > 1), len(statements) - 1)


def is_adjacent(cut: Cut, before: int, after: int) -> bool:
    """Does nothing stand between two formulas, as in ⟦dKL/dmu⟧ ⟦= mu⟧?"""
    between = cut.segments[before + 1 : after]
    return before < after and not any(x.is_math or x.text.strip() for x in between)


def goes_on(cut: Cut, statement: Statement, before: int, after: int) -> bool:
    """May a formula carry on an earlier one? A step may have a reason, but no other subject."""
    between = cut.segments[before + 1 : after]
    words = " ".join(segment.text for segment in between if not segment.is_math)
    if _LINKS.sub("", words).strip(" \t\n.,;:") == "":
        return True
    is_step = len(statement.pieces) > 1 and derivative(spell(statement.pieces[0])) is not None
    return is_step and _OTHER.search(words) is None
