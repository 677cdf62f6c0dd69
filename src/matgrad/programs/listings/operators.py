"""Operators between two values of a program; exp(z) over its sum is the softmax of z."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array, product
from matgrad.programs.arrays.functions import total
from matgrad.programs.arrays.tables import FUNCTIONS
from matgrad.programs.listings import library
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.passes import MOST_AXES, Each, divided, matched
from matgrad.programs.listings.passes import combined as in_passes
from matgrad.programs.listings.values import Made, Unread
from matgrad.rules.simplify import simplify

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Pow: "pow",
    ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.BitAnd: "and_", ast.BitOr: "or_",
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_NUMBERS = (int, float, bool)
LARGEST_POWER = 64  # of whole numbers that a program writes out
LONGEST_LIST = 200
MOST_BITS = 1024  # of whole numbers


def combined(
    m: Machine, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """Two values, combined by an operator."""
    if isinstance(left, Made) and isinstance(right, Made):
        raise Unread("two arrays of numbers are not combined")
    for made, other in ((left, right), (right, left)):
        is_number = isinstance(other, _NUMBERS) or (isinstance(other, Array) and not other.axes)
        if isinstance(made, Made) and made.number is None and is_number:
            return made  # random entries times a number are random entries
    left, right = map(library.as_constant, (left, right))
    _check(op, left, right)
    m.weigh(op, left, right, nodes)
    if isinstance(op, ast.Div):
        return quotient(m, left, right)
    if isinstance(op, ast.BitXor):
        raise Unread("^ is no power in Python", hint="a power is written **: x**2")
    if type(op) not in _OPERATORS:
        raise Unread(f"the operator {type(op).__name__} is not read")
    if isinstance(op, ast.MatMult) and isinstance(left, Array) and isinstance(right, Array):
        return multiplied(left, right)
    if isinstance(op, ast.MatMult) and any(isinstance(x, _NUMBERS) for x in (left, right)):
        raise ShapeError("@ takes no numbers")
    function = getattr(operator, _OPERATORS[type(op)])
    if isinstance(left, Each) or isinstance(right, Each):
        is_product = isinstance(op, ast.MatMult)
        return matched(left, right) if is_product else in_passes(function, left, right)
    return function(left, right)


def _check(op: ast.operator, left: Any, right: Any) -> None:
    """Refuse what is no number or array, and whole numbers that would grow without end."""
    lists = _is_list(left) or _is_list(right)
    if lists and not (isinstance(op, ast.Add) and type(left) is type(right)):
        raise Unread("operators on lists are not read")
    if lists and len(left) + len(right) > LONGEST_LIST:
        raise Unread("a list is too long to be read")
    if not lists and not all(isinstance(x, (*_NUMBERS, Array, Each)) for x in (left, right)):
        raise Unread("operators are read between arrays and numbers only")
    are_whole = isinstance(left, int) and isinstance(right, int)
    is_large = are_whole and (abs(right) > LARGEST_POWER or abs(left) > LARGEST_POWER**2)
    if isinstance(op, ast.Pow) and is_large:
        raise Unread("a power is too large to be read")
    if are_whole and left.bit_length() + right.bit_length() > MOST_BITS:
        raise Unread("a whole number is too large to be read")


def _is_list(x: Any) -> bool:
    return isinstance(x, list | tuple)


def quotient(m: Machine, left: Any, right: Any) -> Any:
    """One value divided by another."""
    found = (
        _softmax(m, left, right) if isinstance(left, Array) and isinstance(right, Array) else None
    )
    if found is None and isinstance(left, int | float) and left == 1:
        found = _sigmoid(m, right)
    if found is None and (isinstance(left, Each) or isinstance(right, Each)):
        return in_passes(divided, left, right)
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


def _sigmoid(m: Machine, bottom: Any) -> Any:
    """1/(1 + exp(−z)) is the logistic function of z."""
    is_each = isinstance(bottom, Each) and len(bottom.loops + bottom.own) <= MOST_AXES
    whole = bottom.array() if is_each else bottom
    if not isinstance(whole, Array):
        return None
    value = opened(m, whole.expr)
    for each in (opened(m, x) for x in postorder(value) if x is not value):
        if each.op is ops.exp and (1 + Array(each, whole.axes)).expr is value:
            found = Array(ops.sigmoid(simplify(-each.args[0])), whole.axes)
            return Each(((bottom.loops + bottom.own, found),), bottom.own) if is_each else found
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
