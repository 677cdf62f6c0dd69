"""What people write with operators and numbers, in terms of the declared operators."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from matgrad.core.expr import Expr, make, number_value, sugar
from matgrad.core.shape import Shape
from matgrad.ops.leaves import number, ones_op, zeros_of
from matgrad.ops.linear import add, hadamard, matmul, scale, transpose


def filled(value: Expr | Fraction | float, shape: Shape) -> Expr:
    """The scalar `value` in every entry of a shape."""
    scalar = value if isinstance(value, Expr) else number(value)
    if shape.is_scalar:
        return scalar
    if number_value(scalar) == 0:
        return zeros_of(shape)
    all_ones = make(ones_op, (), shape)
    return all_ones if number_value(scalar) == 1 else scale(scalar, all_ones)


def as_expr(value: Expr | Fraction | float) -> Expr:
    """Numbers become expressions, expressions stay."""
    return value if isinstance(value, Expr) else number(value)


@sugar("multiply")
def multiply(A: Expr | float, B: Expr | float) -> Expr:
    """The product people mean by writing two things side by side; a 1×1 factor is a scalar."""
    left, right = as_expr(A), as_expr(B)
    if left.is_scalar:
        return scale(left, right)
    if right.is_scalar:
        return scale(right, left)
    return matmul(left, right)


@sugar("entrywise")
def entrywise(*factors: Expr) -> Expr:
    """The entrywise product; scalars among the factors scale the rest."""
    scalars = [f for f in factors if f.is_scalar]
    others = [f for f in factors if not f.is_scalar]
    body = others[0] if len(others) == 1 else hadamard(*others) if others else None
    parts = scalars if body is None else [*scalars, body]
    return parts[0] if len(parts) == 1 else scale(*parts)


@sugar("add")
def plus(A: Expr | float, B: Expr | float) -> Expr:
    """The sum; a number beside a vector or matrix is meant in every entry."""
    left, right = as_expr(A), as_expr(B)
    if left.shape != right.shape:
        if number_value(left) is not None:
            left = filled(left, right.shape)
        elif number_value(right) is not None:
            right = filled(right, left.shape)
    return add(left, right)


@sugar("subtract")
def minus(A: Expr | float, B: Expr | float) -> Expr:
    """The difference."""
    left, right = as_expr(A), as_expr(B)
    value = number_value(right)
    return plus(left, number(-value) if value is not None else scale(number(-1), right))


@sugar("transpose")
def transposed(A: Expr) -> Expr:
    """The transpose."""
    return transpose(A)


def total_sum(terms: Sequence[Expr], shape: Shape) -> Expr:
    """The sum of any number of terms; none at all is the zero of the shape."""
    if not terms:
        return zeros_of(shape)
    return terms[0] if len(terms) == 1 else add(*terms)
