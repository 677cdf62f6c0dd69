"""`mg.trace`: a Python function on arrays, written as for NumPy, becomes a problem.

The function is called once with arrays of ours, which note what happens to them; `@` is the matrix
product, `*` acts entrywise, and functions of NumPy such as np.sin or np.linalg.norm work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape, shape_of
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, ShapeError, UnsupportedError

Number = int | float | Fraction
ELEMENTWISE: dict[str, Callable[[Expr], Expr]] = {
    name: getattr(ops, name)
    for name in "sin cos tan exp log sqrt sinh cosh tanh sign square".split()
}
ELEMENTWISE |= {"absolute": ops.absolute, "arctan": ops.atan, "negative": lambda x: -x}


@dataclass(frozen=True)
class Array:
    """An array whose entries are not known: it has the axes that NumPy would give it."""

    expr: Expr
    axes: tuple[Dim, ...]

    __array_priority__ = 1000

    # ------------------------------------------------------------ operators

    def __add__(self, other: Array | Number) -> Array:
        return entrywise(ops.plus, self, other)

    def __radd__(self, other: Number) -> Array:
        return entrywise(ops.plus, other, self)

    def __sub__(self, other: Array | Number) -> Array:
        return entrywise(ops.minus, self, other)

    def __rsub__(self, other: Number) -> Array:
        return entrywise(ops.minus, other, self)

    def __mul__(self, other: Array | Number) -> Array:
        return entrywise(ops.entrywise, self, other)

    def __rmul__(self, other: Number) -> Array:
        return entrywise(ops.entrywise, other, self)

    def __truediv__(self, other: Array | Number) -> Array:
        return entrywise(_divided, self, other)

    def __rtruediv__(self, other: Number) -> Array:
        return entrywise(_divided, other, self)

    def __pow__(self, power: Number) -> Array:
        return Array(ops.power(self.expr, power), self.axes)

    def __neg__(self) -> Array:
        return Array(-self.expr, self.axes)

    def __matmul__(self, other: Array) -> Array:
        return product(self, other)

    @property
    def T(self) -> Array:
        """The transpose; a vector stays as it is, as in NumPy."""
        turned = len(self.axes) == 2
        return Array(self.expr.T, self.axes[::-1]) if turned else self

    @property
    def shape(self) -> tuple[Dim, ...]:
        """The axes."""
        return self.axes

    def sum(self) -> Array:
        """The sum of all entries."""
        return self if not self.axes else Array(ops.total(self.expr), ())

    def dot(self, other: Array) -> Array:
        """The same as @."""
        return product(self, other)

    def trace(self) -> Array:
        """The sum of the diagonal."""
        return Array(ops.trace(self.expr), ())

    # ------------------------------------------------------------ functions of NumPy

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **_: Any) -> Array:
        name = ufunc.__name__
        if method != "__call__":
            raise unknown(name)
        if name in ELEMENTWISE:
            return Array(ELEMENTWISE[name](self.expr), self.axes)
        if name in PAIRS:
            return PAIRS[name](*inputs)
        raise unknown(name)

    def __array_function__(
        self, function: Any, types: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Array:
        name = function.__name__
        if name not in FUNCTIONS or kwargs:
            raise unknown(name + ("(" + ", ".join(kwargs) + "=…)" if kwargs else ""))
        return FUNCTIONS[name](*args)


def unknown(name: str) -> MatgradError:
    """A function that has no counterpart."""
    known = ", ".join(sorted({*ELEMENTWISE, *PAIRS, *FUNCTIONS}))
    return UnsupportedError(f"numpy.{name} cannot be traced", hint=f"known: {known}")


def as_array(value: Array | Number) -> Array:
    """Numbers become arrays without axes."""
    return value if isinstance(value, Array) else Array(ops.number(Fraction(value)), ())


def entrywise(op: Callable[..., Expr], left: Array | Number, right: Array | Number) -> Array:
    """Two arrays of the same axes, or one of them a scalar that stands for all entries."""
    a, b = as_array(left), as_array(right)
    if a.axes and b.axes and a.axes != b.axes:
        sides = " and ".join(str(shape_of(*side.axes)) for side in (a, b))
        raise ShapeError(
            f"arrays of {sides} have no common axes", hint="broadcasting is not traced"
        )
    axes = a.axes or b.axes
    spread = op in (ops.plus, ops.minus)
    sides = [_spread(side, axes) if spread else side.expr for side in (a, b)]
    return Array(op(*sides), axes)


def _spread(side: Array, axes: tuple[Dim, ...]) -> Expr:
    return side.expr if side.axes == axes else ops.filled(side.expr, shape_of(*axes))


def _divided(top: Expr, bottom: Expr) -> Expr:
    if bottom.is_scalar:
        return ops.divide(top, bottom)
    return ops.entrywise(top, ops.power(bottom, -1))


def product(left: Any, right: Any) -> Array:
    """The matrix product; as in NumPy, a vector is a row on the left, a column on the right."""
    a, b = as_array(left), as_array(right)
    if not a.axes or not b.axes:
        return entrywise(ops.entrywise, a, b)
    if len(a.axes) == 1 and len(b.axes) == 1:
        return Array(ops.multiply(a.expr.T, b.expr), ())
    if len(a.axes) == 1:
        return Array(ops.multiply(b.expr.T, a.expr), b.axes[1:])
    return Array(ops.multiply(a.expr, b.expr), (*a.axes[:1], *b.axes[1:]))


def _norm(x: Array, order: Any = None) -> Array:
    if order not in (None, "fro", 2) or (order == 2 and len(x.axes) == 2):
        raise unknown(f"linalg.norm with ord={order!r}")
    return Array((ops.normF if len(x.axes) == 2 else ops.norm2)(x.expr), ())


def _maximum(x: Any, y: Any) -> Array:
    a, b = as_array(x), as_array(y)
    axes = a.axes or b.axes
    return Array(ops.maximum(_spread(a, axes), _spread(b, axes)), axes)


def _diagonal(x: Array) -> Array:
    if len(x.axes) == 1:
        return Array(ops.diag_matrix(x.expr), (*x.axes, *x.axes))
    return Array(ops.diag(x.expr), x.axes[:1])


PAIRS: dict[str, Callable[[Any, Any], Array]] = {
    "add": lambda x, y: as_array(x) + y,
    "subtract": lambda x, y: as_array(x) - y,
    "multiply": lambda x, y: as_array(x) * y,
    "divide": lambda x, y: as_array(x) / y,
    "true_divide": lambda x, y: as_array(x) / y,
    "power": lambda x, y: as_array(x) ** y,
    "matmul": product,
    "maximum": _maximum,
}
OF_ONE: dict[str, Callable[[Array], Array]] = {
    "sum": lambda x: x.sum(),
    "mean": lambda x: Array(ops.mean(x.expr), ()),
    "trace": lambda X: X.trace(),
    "transpose": lambda X: X.T,
    "inv": lambda X: Array(ops.inv(X.expr), X.axes),
    "det": lambda X: Array(ops.det(X.expr), ()),
    "diag": _diagonal,
}
OF_TWO: dict[str, Callable[[Array, Array], Array]] = {
    "dot": product,
    "inner": product,
    "outer": lambda x, y: Array(ops.multiply(x.expr, y.expr.T), (*x.axes, *y.axes)),
}
FUNCTIONS: dict[str, Callable[..., Array]] = {**OF_ONE, **OF_TWO, "norm": _norm}


def trace(function: Callable[..., Any], shapes: Mapping[str, Sequence[str | int]]) -> Problem:
    """The problem that a Python function computes; its parameters are the variables.

    >>> problem = trace(
    ...     lambda A, x, b: ((A @ x - b) ** 2).sum(), {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
    ... )
    >>> print(problem.function)
    sum((A*x - b).^2)
    """
    names = list(signature(function).parameters)
    missing = [name for name in names if name not in shapes]
    if missing:
        hint = f'shapes={{"{missing[0]}": ("m", "n")}}'
        raise ShapeError(f"the shape of {missing[0]} is not given", hint=hint)
    given = {name: _variable(name, shapes[name]) for name in names}
    result = function(*given.values())
    if not isinstance(result, Array):
        raise UnsupportedError(f"the function returns a {type(result).__name__}, not an array")
    symbols = {name: x.expr for name, x in given.items()}
    return Problem(result.expr, "f" if "f" not in symbols else "F", symbols=symbols,
                   source=str(result.expr))  # fmt: skip


def _variable(name: str, sizes: Sequence[str | int]) -> Array:
    axes = tuple(dim(size) for size in sizes)
    shape: Shape = shape_of(*axes)
    return Array(ops.symbol(name, *shape), axes)
