"""Derivatives of functions that are only named are linear in their directions."""

from __future__ import annotations

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    Derivative,
    Form,
    Function,
    Weighted,
    directed,
    matmul,
    named_map_op,
    scale,
    transpose,
    weighted,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import product_of, scaled
from matgrad.rules.wildcards import A, B, C, M, a, rewrite, u, x, y

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


_g = Derivative(Function("g", u.shape, ("x",), (x.shape,)), (0,))


@rewrite("the derivative of a Jacobian", matmul, examples=(
    matmul(directed(Form(_g, (0,)), [x], [y]).T, u),
    matmul(M, directed(Form(_g, (0,)), [x], [y]).T, A, x),
), why="(J′(x)[E])ᵀw = Σ wₖ ∇²gₖ(x) E", needs=(named_map_op,))  # fmt: skip
def weighted_hessian(context: Context, node: Expr) -> Expr | None:
    """(J′(x)[E])ᵀw = Σ wₖ ∇²gₖ(x) E, where what follows the Jacobian is a vector."""
    if not node.shape.is_column:
        return None
    for place, factor in enumerate(node.args[:-1]):
        inner = factor.args[0] if factor.op is transpose else factor
        if inner is factor or inner.op is not named_map_op or not _is_of_jacobian(inner.data):
            continue
        function = inner.data.function
        data = Weighted(function, (inner.data.base.by[0], inner.data.directions[0]))
        count = len(function.params)
        H = weighted(data, inner.args[:count], product_of(node.args[place + 1 :]))
        return product_of((*node.args[:place], H, inner.args[count]))
    return None


def _is_of_jacobian(data: Form) -> bool:
    function, by = data.base
    single = len(by) == 1 and len(data.directions) == 1 and not data.turned
    columns = function.shape.is_column and not function.shape.is_scalar
    return single and columns and all(function.domain[i].is_column for i in (*by, *data.directions))


NAMED_FUNCTIONS = Table("functions that are only named", linear_in_directions, weighted_hessian)
