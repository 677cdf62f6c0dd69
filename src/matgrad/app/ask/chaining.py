"""Statements of several formulas that carry each other on: a line that begins with =."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from matgrad.app.ask.formulas import Statement, statements
from matgrad.app.ask.segments import Cut

_LINKS = re.compile(
    r"\b(?:so|thus|hence|and|then|therefore|which|this|that|is|also|now|finally|or|i\.?e|giving|because"
    r"|equals|by|linearity|we|get|have|obtain|further|again)\b",
    re.I,
)


def chained(cut: Cut) -> Iterable[Statement]:
    """All statements; a line that begins with = goes on from the one before it."""
    found: list[Statement] = []
    for index, segment in enumerate(cut.segments):
        for statement in (
            statements(segment.text, cut.abbreviations, index) if segment.is_math else ()
        ):
            if statement.goes_on and found and goes_on(cut, found[-1].segment, index):
                pieces = (*found[-1].pieces, *statement.pieces)
                found[-1] = replace(found[-1], pieces=pieces)
            else:
                found.append(statement)
    return found


def goes_on(cut: Cut, before: int, after: int) -> bool:
    """May a formula carry on an earlier one? Not if the words between them say something else."""
    words = " ".join(segment.text for segment in cut.segments[before + 1 : after])
    return _LINKS.sub("", words).strip(" \t\n.,;:") == ""
