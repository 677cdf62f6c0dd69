"""Leaves: symbols, numbers, sizes, and constant vectors and matrices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import e, pi
from typing import Any

from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import NO_FACTS, Expr, Symbol, make, operator, united
from matgrad.core.notation import Leaf
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import ShapeError
from matgrad.ops.code import Either, code

symbol_op = operator(
    "symbol",
    shape=lambda args, data: data.shape,
    axes=lambda args, data: united(data.axes),
    notation=Leaf(),
    value=lambda R, node: R.symbol(node),
    doc="a variable with a name and a shape",
)

number_op = operator(
    "number",
    shape=lambda args, data: SCALAR,
    notation=Leaf(),
    value=lambda R, node: R.number(node.data),
    facts=lambda node, below: (
        (frozenset({"positive"}) if node.data > 0 else NO_FACTS)
        | (frozenset({"integer"}) if node.data.denominator == 1 else NO_FACTS)
    ),
    doc="a rational number",
)


def _is_pi(value: Any) -> bool:
    return value.data == "pi"


constant_op = operator(
    "constant",
    shape=lambda args, data: SCALAR,
    notation=Leaf(),
    value=lambda R, node: R.constant(node.data),
    code=code(
        numpy="np.{data}",
        torch="math.{data}",
        array_api="math.{data}",
        **dict.fromkeys(("matlab", "julia"), Either(_is_pi, "pi", "exp(1)")),
        c=Either(_is_pi, repr(pi), repr(e)),
    ),
    facts=lambda node, below: frozenset({"positive"}),
    doc="the constants pi and e",
)

size_op = operator(
    "size",
    shape=lambda args, data: SCALAR,
    notation=Leaf(),
    value=lambda R, node: R.number(Fraction(R.size(node.data))),
    facts=lambda node, below: frozenset({"positive", "integer"}),
    doc="a size standing as a scalar, such as n in sum(x)/n",
)

eye_op = operator(
    "eye",
    shape=lambda args, data: Shape(data, data),
    notation=Leaf(),
    value=lambda R, node: R.eye(R.size(node.data)),
    code=code(
        "xp.eye({0}{kind})",
        matlab="eye({0})",
        julia="Matrix(1.0I, {0}, {0})",
        c="(i == j ? 1.0 : 0.0)",
    ),
    reach=(0, 1),
    facts=lambda node, below: frozenset({"identity"}),
    doc="I(n), the identity matrix",
)

ones_op = operator(
    "ones",
    shape=lambda args, data: data,
    notation=Leaf(),
    value=lambda R, node: R.ones(R.size(node.shape.rows), R.size(node.shape.cols)),
    facts=lambda node, below: frozenset(
        {"positive"} | ({"symmetric"} if node.shape.is_square else set[str]())
    ),
    doc="ones(n) and ones(m,n), all entries one",
)

zeros_op = operator(
    "zeros",
    shape=lambda args, data: data,
    notation=Leaf(),
    value=lambda R, node: R.zeros(R.size(node.shape.rows), R.size(node.shape.cols)),
    facts=lambda node, below: frozenset({"diagonal"} if node.shape.is_square else set[str]()),
    doc="zeros(n) and zeros(m,n)",
)

# One in one place of a vector, zeros elsewhere.
COLUMN = code(
    numpy="np.eye(1, {0}, {place}{kind})[0]",
    torch="(torch.arange({0}{device}) == {place}).to({like})",
    array_api="xp.astype(xp.arange({0}) == {place}, {like})",
)

unit_op = operator(
    "unit",
    shape=lambda args, data: Shape(data[1], ONE),
    notation=Leaf(),
    value=lambda R, node: R.unit(node.data[0], R.size(node.data[1])),
    code=code(
        **COLUMN,
        matlab="double((1:{0}).' == {data})",
        julia="float.((1:{0}) .== {data})",
        c="(i == {place} ? 1.0 : 0.0)",
    ),
    reach=(0, 1),
    facts=lambda node, below: frozenset({"onehot", "unit"}),
    doc="e(i,n), the i-th column of the identity",
)


def symbol(name: str, *sizes: Dim | int | str, facts: Sequence[str] = ()) -> Expr:
    """A variable: no size for a scalar, one for a column vector, two for a matrix."""
    return make(symbol_op, (), Symbol(name, shape_of(*sizes), frozenset(facts)))


def differential_symbol(of: Expr) -> Expr:
    """The differential dX of a symbol X."""
    return make(symbol_op, (), Symbol("d" + of.name, of.shape, NO_FACTS, of.name, of.data.axes))


SMALL = 64  # integers up to this size are kept: to look a fraction up takes longer
_small: dict[int, Expr] = {}


def number(value: Fraction | float | str) -> Expr:
    """A rational number; floats are taken exactly."""
    exact = value if type(value) is Fraction or type(value) is int else Fraction(value)
    whole = exact.numerator
    if exact.denominator != 1 or not -SMALL <= whole <= SMALL:
        return make(number_op, (), Fraction(exact))
    found = _small.get(whole)
    if found is None:
        found = _small[whole] = make(number_op, (), Fraction(whole))
    return found


def size(value: Dim | int | str) -> Expr:
    """A size as a scalar."""
    d = dim(value)
    return number(d.value) if d.value is not None else make(size_op, (), d)


def eye(n: Dim | int | str) -> Expr:
    """The identity matrix."""
    return make(eye_op, (), dim(n))


def ones(*sizes: Dim | int | str) -> Expr:
    """A vector or matrix of ones."""
    return make(ones_op, (), shape_of(*sizes))


def zeros(*sizes: Dim | int | str) -> Expr:
    """A vector or matrix of zeros."""
    return make(zeros_op, (), shape_of(*sizes))


def zeros_of(shape: Shape) -> Expr:
    """The zero of a shape; the number 0 for a scalar."""
    return number(0) if shape.is_scalar else make(zeros_op, (), shape)


def unit(i: int, n: Dim | int | str) -> Expr:
    """The i-th unit vector of length n, counted from one."""
    d = dim(n)
    if i < 1 or (d.value is not None and i > d.value):
        raise ShapeError(f"e({i},{d}) does not exist: the index runs from 1 to {d}")
    return make(unit_op, (), (i, d))


def constant(name: str) -> Expr:
    """The constant pi or e."""
    return make(constant_op, (), name)
