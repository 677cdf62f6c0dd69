"""The one entry at which a formula for the entries of a derivative fails, with both values."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.inner_derivatives import gradient_of
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.found import Counterexample
from matgrad.verify.lines import WRONG

WHOLE = ":"  # in the place of an index: all of the row or the column


def at_an_entry(
    problem: Problem, variable: Expr, weight: Expr, sides: tuple[Expr, Expr], indices: str
) -> ClaimReport | None:
    """What is wrong with the entries themselves, whose sums with any weights are the sides.

    The sums are linear in the weights, so their gradients by these are the entries.
    """
    known = replace(problem, symbols={**problem.symbols, weight.name: weight})
    try:
        claim, true = (gradient_of(known, each, weight.name) for each in sides)
        found = check_claim(problem, variable, claim, true)
    except MatgradError:
        return None
    example = found.counterexample
    if found.status != WRONG or example is None:
        return None
    return replace(found, counterexample=_entry(example, indices))


def _entry(example: Counterexample, indices: str) -> Counterexample:
    """The first entry in which the sides differ; the whole line of it where a colon stands."""
    places = [
        (i, j)
        for i, rows in enumerate(zip(example.claimed, example.true, strict=True))
        for j, (claimed, true) in enumerate(zip(*rows, strict=True))
        if claimed != true
    ]
    row, column = places[0]
    at = (row, column) if len(indices) == 2 else (max(row, column),)
    named = {x: [[f"{n + 1}"]] for x, n in zip(indices, at, strict=True) if x != WHOLE}
    sides = (_line(side, row, column, indices) for side in (example.claimed, example.true))
    return Counterexample(example.sizes, {**example.inputs, **named}, *sides)


def _line(side: list[list[str]], row: int, column: int, indices: str) -> list[list[str]]:
    if WHOLE not in indices:
        return [[side[row][column]]]
    line = side[row] if indices[-1] == WHOLE else [each[column] for each in side]
    return [[x] for x in line]
