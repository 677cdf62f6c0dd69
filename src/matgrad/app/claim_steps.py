"""The steps of a derivation that someone claims, compared at points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.core.expr import Expr
from matgrad.core.steps import Definition, Problem
from matgrad.render.glyphs import plain_shape
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import ClaimReport, explain_step
from matgrad.verify.lines import EXACT, REAL, WRONG, equality, field_verdicts, report
from matgrad.verify.point import Setting, setting
from matgrad.verify.reals import compared
from matgrad.verify.shrink import shrinking_of


def judge_steps(
    problem: Problem, wrt: Sequence[Expr], parts: Sequence[Definition], formulas: Sequence[Expr]
) -> ClaimReport:
    """Each formula must equal the one before it; the first that does not is named."""
    for number, (before, after) in enumerate(pairwise(formulas), 1):
        if before.shape != after.shape:
            return ClaimReport(
                WRONG, f"step {number} changes the shape to {plain_shape(after.shape)}"
            )
    try:
        statuses = step_statuses(problem, wrt, parts, list(pairwise(formulas)))
    except Undecided as reason:
        return ClaimReport("undecided", str(reason))
    for number, (status, step) in enumerate(zip(statuses, pairwise(formulas), strict=True), 1):
        if status == WRONG:
            found = explained(problem, wrt, parts, step)
            words = f"step {number} is the first that is wrong"
            return replace(found, slip=": ".join(part for part in (words, found.slip) if part))
        if status not in (EXACT, REAL):
            return ClaimReport("undecided", f"step {number} could not be decided")
    return ClaimReport("right")


def step_statuses(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    pairs: Sequence[tuple[Expr, Expr]],
) -> Sequence[str]:
    """Whether the two sides of each step are equal: exact, real, wrong or undecided."""
    place, small = placed(problem, wrt, definitions, pairs)
    wanted = [equality(f"step {i}", a, b) for i, (a, b) in enumerate(small)]
    statuses = report(place, wanted, field_verdicts(place, wanted, 1), 1).statuses
    return [
        WRONG if status in (EXACT, REAL) and compared(place, b, a, 1).differ else status
        for status, (a, b) in zip(statuses, small, strict=True)
    ]


def explained(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    step: tuple[Expr, Expr],
) -> ClaimReport:
    """Why a step is wrong."""
    place, ((before, after),) = placed(problem, wrt, definitions, [step])
    return explain_step(place, before, after)


def placed(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    pairs: Sequence[tuple[Expr, Expr]],
) -> tuple[Setting, list[tuple[Expr, Expr]]]:
    """Where steps are compared, and the steps at sizes that are small enough."""
    small = shrinking_of(problem, wrt)
    names = [replace(d, symbol=small(d.symbol), value=small(d.value)) for d in definitions]
    steps = [(small(before), small(after)) for before, after in pairs]
    roots = [root for step in steps for root in step]
    return setting(small.problem(problem), [small(X) for X in wrt], names, roots), steps
