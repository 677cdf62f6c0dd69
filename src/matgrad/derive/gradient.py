"""Gradients: df = G : dX, every factor moved across until dX stands alone."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Expr
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import dependents
from matgrad.derive.frobenius import Pass, run
from matgrad.derive.start import begin, finish
from matgrad.derive.structure import settle, within
from matgrad.errors import ShapeError
from matgrad.ops import zeros_of
from matgrad.render.glyphs import plain_name


def gradient(
    problem: Problem,
    wrt: Iterable[Expr],
    structure: str = "projected",
    again: Iterable[Expr] = (),
) -> Trace:
    """Derive the gradients of a scalar function with respect to several variables at once.

    The gradient by a structured variable is projected onto its structure, or by another convention.
    It can be differentiated `again` by the variables that are named so.
    """
    if not problem.function.is_scalar:
        raise ShapeError(
            f"a gradient needs a scalar function, {problem.name} is {problem.function.shape}",
            hint="ask for the jacobian, or for the differential",
        )
    if free := [axis.name for axis in problem.function.axes]:
        raise ShapeError(
            f"a gradient needs one number, {problem.name} is one for each {' and '.join(free)}",
            hint=f"add them up, sum({free[0]}, …), or ask for the jacobian",
        )
    start = begin(problem, wrt, again)
    state = run(start)
    results = {X.name: _read_off(state, X, structure) for X in start.variables}
    return finish(start, "gradient", results, structure)


def _read_off(state: Pass, X: Expr, structure: str) -> Expr:
    """What stands left of dX is the gradient."""
    G = state.terms.get(X)
    trail = state.context.trail
    if G is not None:
        raw, why = within(G, X, structure)
        G = settle(raw, G, why, state.context)
        return trail.record(Phase.RESULT, state.line, G, "read off", why)
    problem = state.start.problem
    values = [d.value for d in problem.definitions]
    occurs = X in dependents([problem.function, *values], {X})
    name = plain_name(X.name)
    why = f"the terms with d{name} cancel" if occurs else f"{name} does not occur in it"
    return trail.record(Phase.RESULT, state.line, zeros_of(X.shape), "zero gradient", why)
