"""Directional derivatives: the differential with a direction that has a name in place of dX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.core.expr import NO_FACTS, Expr, Symbol, make
from matgrad.core.steps import Phase, Problem, Remark, Trace
from matgrad.core.walk import substitute
from matgrad.derive.differential import forward
from matgrad.derive.start import begin, finish
from matgrad.ops import differential_symbol, symbol_op
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain
from matgrad.rules import shortest


def direction(X: Expr, name: str) -> Expr:
    """A direction of X: what dX is, by another name."""
    return make(symbol_op, (), Symbol(name, X.shape, NO_FACTS, X.name))


def directional(problem: Problem, wrt: Sequence[Expr], names: Mapping[Expr, str]) -> Trace:
    """The derivative of a function of any shape along directions, one for each variable."""
    start = begin(problem, wrt)
    line, context = forward(start), start.context
    directions = {differential_symbol(X): direction(X, names[X]) for X in start.variables}
    result = shortest(substitute(line, directions), context)
    along = ", ".join(f"{plain(d)} = {plain(D)}" for d, D in directions.items())
    why = f"along the direction {along}"
    context.trail.record(Phase.RESULT, line, result, "direction", why)
    key = ", ".join(X.name for X in start.variables)
    moved = ", ".join(f"{plain(X)} + t {plain_name(names[X])}" for X in start.variables)
    remark = f"it is the derivative of {plain_name(problem.name)}({moved}) by t at t = 0"
    return replace(finish(start, "directional", {key: result}), remarks=(Remark(remark),))
