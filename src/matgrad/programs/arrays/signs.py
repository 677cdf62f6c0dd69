"""Differences of arrays, with the sign in the number that stands there: x - 2y, not x + 2(-1)y."""

from __future__ import annotations

from matgrad import ops
from matgrad.core.expr import Expr, number_value
from matgrad.ops import as_expr


def difference(left: Expr | float, right: Expr | float) -> Expr:
    """The first without the second.

    >>> x, y = ops.symbol("x", "n"), ops.symbol("y", "n")
    >>> difference(x, 2 * y)
    <x - 2*y: n×1>
    """
    other = as_expr(right)
    turned = negated(other)
    return ops.minus(left, other) if turned is None else ops.plus(as_expr(left), turned)


def negated(expr: Expr) -> Expr | None:
    """What has a number as a factor with the other sign; nothing if it has none."""
    if expr.op is not ops.scale:
        return None
    values = [number_value(x) for x in expr.args]
    place = next((i for i, value in enumerate(values) if value is not None), None)
    if place is None:
        return None
    value = values[place]
    assert value is not None
    return ops.scale(*expr.args[:place], ops.number(-value), *expr.args[place + 1 :])
