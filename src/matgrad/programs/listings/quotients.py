"""Quotients: exp(z) over its sum is the softmax of z, whatever is subtracted from z for safety."""

from __future__ import annotations

from typing import Any

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array, product
from matgrad.programs.arrays.functions import total
from matgrad.programs.arrays.tables import FUNCTIONS
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.passes import MOST_AXES, Each, combined, divided


def quotient(m: Machine, left: Any, right: Any) -> Any:
    """One value divided by another."""
    found = (
        _softmax(m, left, right) if isinstance(left, Array) and isinstance(right, Array) else None
    )
    if found is None:
        found = _sigmoid(m, left, right)
    if found is None and (isinstance(left, Each) or isinstance(right, Each)):
        return combined(divided, left, right)
    return left / right if found is None else found


def multiplied(left: Array, right: Array) -> Array:
    """The matrix product, with a number in front of it: 0.5 * x @ A @ x is ½ xᵀAx."""
    if not left.axes or not right.axes:
        raise ShapeError("@ takes no numbers")
    (one, first), (other, second) = _scaled(left), _scaled(right)
    factors, found = [*one, *other], product(first, second)
    return Array(ops.scale(*factors, found.expr), found.axes) if factors else found


def _scaled(side: Array) -> tuple[list[Expr], Array]:
    """The numbers in front of an array, and the array without them."""
    if side.expr.op is not ops.scale:
        return [], side
    *numbers, body = side.expr.args
    return numbers, Array(body, side.axes)


def _softmax(m: Machine, top: Array, bottom: Array) -> Array | None:
    """The softmax that a quotient is, with the axis along which it adds up."""
    value = opened(m, top.expr)
    if value.op is not ops.exp or not top.axes:
        return None
    below = opened(m, bottom.expr)
    axes = [None] if top.ndim == 1 else [0, 1, None]
    sums = ((axis, _sum(top, axis, bottom.ndim == top.ndim)) for axis in axes)
    axis = next(
        (axis for axis, x in sums if x is not None and _is_one(m, x, below, bottom, top)), ...
    )
    if axis is ... or (axis is None and top.ndim == 2):
        return None
    return FUNCTIONS["softmax"](Array(value.args[0], top.axes), axis)


def _sigmoid(m: Machine, top: Any, bottom: Any) -> Any:
    """1/(1 + exp(−z)) is the logistic function of z."""
    is_one = isinstance(top, int | float) and top == 1
    if is_one and isinstance(bottom, Each) and len(bottom.loops + bottom.own) <= MOST_AXES:
        found = _sigmoid(m, top, bottom.array())
        return None if found is None else Each(((bottom.loops + bottom.own, found),), bottom.own)
    if not is_one or not isinstance(bottom, Array):
        return None
    value = opened(m, bottom.expr)
    for each in (opened(m, x) for x in postorder(value) if x is not value):
        if each.op is ops.exp and (1 + Array(each, bottom.axes)).expr is value:
            return Array(ops.sigmoid(m.tidy(-each.args[0])), bottom.axes)
    return None


def _sum(top: Array, axis: int | None, keeps: bool) -> Array | None:
    try:
        return total(top, axis, keepdims=keeps and axis is not None)
    except MatgradError:
        return None


def _is_one(m: Machine, x: Array, below: Expr, bottom: Array, top: Array) -> bool:
    """Is this the sum that is divided by, and is it spread along the axis it is taken of?"""
    is_spread = not x.axes or x.ndim == top.ndim == bottom.ndim
    same = m.closed(x.expr) is m.closed(below) or m.closed(x.expr) is m.closed(bottom.expr)
    return is_spread and same


def opened(m: Machine, expr: Expr) -> Expr:
    """What the last name stands for."""
    return next((d.value for d in m.definitions if d.symbol is expr), expr)
