"""Operators between two values of a program."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.passes import Each, matched
from matgrad.programs.listings.passes import combined as in_passes
from matgrad.programs.listings.quotients import multiplied, quotient
from matgrad.programs.listings.values import Made, Unread

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
