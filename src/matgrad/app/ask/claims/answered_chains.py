"""Answers that are equations: I get MR + MᵀR = 2MR gives the derivative in two ways.

Other equations are told by the same words, as AᵀAx = Aᵀb; so one side has to be right for all of
them to count as answers, or all have to be the same whatever the letters are: MR + MR = 2MR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.claims.told import of_any
from matgrad.app.ask.facts.said import MENTIONED, Given, Told
from matgrad.app.ask.formulas.claimed import is_about_derivatives
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.problem.names import functions_of
from matgrad.app.ask.text.marks import mark_of
from matgrad.core.expr import number_value
from matgrad.ops import zeros_op
from matgrad.rules.simplify import simplify

_TELLS = re.compile(
    r"\b(?:(?:I|we)\s+(?:get|got|obtain(?:ed)?|find|found|have)"
    r"|(?:my|the|our)\s+(?:answer|result|solution)\s*(?:is|:))\s*$",
    re.I,
)

_HAS = re.compile(r"\bhave\s*$", re.I)  # I have 3x + x = 4x: that is so, and no answer


def check_answered(subjects: Subjects) -> Iterator[Verdict]:
    """The verdicts on all sides of equations that words give as the answer."""
    found = subjects.found
    functions = functions_of(found, subjects.main.problem)
    for number, pieces in found.reading.equal.items():
        before = found.cut.marked.partition(mark_of(number))[0]
        is_fact = any(map(whole_name, pieces)) or not all(map(names_in, pieces))  # P^2 = P, … = 0
        if is_fact or not _TELLS.search(before):
            continue
        verdicts = [of_any(subjects, Told(number), latex) for latex in pieces]
        is_told = not _HAS.search(before) and not is_about_derivatives(pieces, functions)
        if any(each.is_right for each in verdicts) or (is_told and _is_identity(verdicts)):
            shown = Given(*pieces[:2]).shown
            found.used.add(shown)
            found.notes = [x for x in found.notes if x != f"{shown} is not used: {MENTIONED}"]
            yield from (replace(each, segment=number) for each in verdicts)


def _is_identity(verdicts: Sequence[Verdict]) -> bool:
    """Are all sides of the shape of the derivative, and the same whatever the letters are?"""
    sides = [each.claim for each in verdicts]
    true = verdicts[0].true
    if true is None or any(side is None or side.shape != true.shape for side in sides):
        return False
    first, *others = [simplify(side) for side in sides if side is not None]
    gaps = (simplify(first - other) for other in others)
    return all(gap.op is zeros_op or number_value(gap) == 0 for gap in gaps)
