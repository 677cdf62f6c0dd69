"""The right formula that is one slip away from a claim whose shapes do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.render.plain import plain
from matgrad.syntax import Repair
from matgrad.verify.claim import LAYOUT, check_claim

MISFIT = "the shapes do not fit"
REPAIRS = 40  # formulas near a claim that are compared
TIMES = "times the right answer"


def fits(claimed: Expr, true: Expr) -> bool:
    """Has a claim the shape of the derivative, perhaps in the other layout?"""
    return claimed.shape in (true.shape, true.shape.transposed)


def nearest(
    problem: Problem,
    X: Expr | None,
    true: Expr,
    others: Iterable[Repair],
    closed: Mapping[Expr, Expr],
) -> str:
    """The slip that makes a claim of another one that is right; what fits no shape has one."""
    almost: list[str] = []
    for each in islice(others, REPAIRS):
        claimed = substitute(each.formula, dict(closed))
        if not fits(claimed, true):
            continue
        found = check_claim(problem, X, claimed, true)
        if found.right and found.status != LAYOUT:
            return f"{each.words}: {plain(each.formula)} would be right"
        if found.right:
            almost.insert(0, f"{each.words}: {plain(each.formula)} would be {LAYOUT}")
        elif found.slip.endswith(TIMES):
            factor = found.slip.replace("the claim", plain(each.formula), 1)
            almost.append(f"{each.words}, and {factor}")
    return next(iter(almost), "")
