"""Derivatives of functions that are only named are linear in their directions."""

from __future__ import annotations

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    Derivative,
    Form,
    Function,
    directed,
    named_map_op,
    scale,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import scaled
from matgrad.rules.wildcards import A, B, C, a, rewrite

_F = Derivative(Function("F", A.shape, ("X",), (C.shape,)))


@rewrite("scalars and zeros out of a direction", named_map_op, examples=(
    directed(Form(_F, (0,)), [C], [a * C]), directed(Form(_F, (0,), True), [C], [2 * B]),
    directed(Form(_F, (0, 0)), [C], [zeros_of(C.shape), C]),
), why="the derivative is linear in each direction")  # fmt: skip
def linear_in_directions(context: Context, node: Expr) -> Expr | None:
    """F′(X)[cE] = c F′(X)[E]."""
    count = len(node.data.base.function.params)
    directions = node.args[count:]
    if any(E.op is zeros_op or number_value(E) == 0 for E in directions):
        return zeros_of(node.shape)
    scalars = [s for E in directions if E.op is scale for s in E.args[:-1]]
    bare = [E.args[-1] if E.op is scale else E for E in directions]
    return scaled(scalars, directed(node.data, node.args[:count], bare)) if scalars else None


NAMED_FUNCTIONS = Table("functions that are only named", linear_in_directions)
