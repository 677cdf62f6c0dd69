"""Further functions of NumPy: running sums and differences, steps, blocks, stacks, convolutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.arrays.matrices import below, beside, concatenate
from matgrad.programs.arrays.tables import FUNCTIONS, METHODS, UFUNCS, unknown


def _each(op: Callable[[Expr], Expr]) -> Callable[[Any], Array]:
    return lambda x: Array(op(as_array(x).expr), as_array(x).axes)


def heaviside(x: Any, at_zero: Any) -> Array:
    """One behind zero, and before it none; between them as it is said."""
    x = as_array(x)
    behind = Array(ops.step(x.expr), x.axes)
    here = as_array(at_zero)
    if here.expr is ops.number(0):
        return behind
    until = Array(ops.step((-x).expr), x.axes)
    return behind + here * (1 - behind - until)


def cumsum(x: Any, axis: Any = None) -> Array:
    """The running sums of a vector."""
    x = as_array(x)
    if x.ndim != 1 or (axis is not None and axis_of(x, axis)):
        raise unknown("numpy.cumsum of a matrix")
    (size,) = x.axes
    if size == ONE:
        return x
    first = ops.below(ops.number(0), ops.filled(1, Shape(size - 1, ONE)))
    under = ops.toeplitz(first, ops.filled(0, Shape(size, ONE)))
    return Array(ops.plus(x.expr, ops.multiply(under, x.expr)), x.axes)


def diff(x: Any, n: int = 1, axis: int = -1) -> Array:
    """The differences of entries that follow each other, n times."""
    x = as_array(x)
    along = axis_of(x, axis)
    all_rows = (slice(None),) * along
    for _ in range(n):
        x = x[(*all_rows, slice(1, None))] - x[(*all_rows, slice(None, -1))]
    return x


def block(rows: Any) -> Array:
    """A matrix of blocks, given as lists of lists."""
    if not isinstance(rows, list | tuple):
        return as_array(rows)
    nested = cast("Sequence[Any]", rows)
    if nested and isinstance(nested[0], list | tuple):
        return concatenate([block(row) for row in nested], 0)
    if any(as_array(each).ndim != 2 for each in nested):
        raise unknown("numpy.block of vectors")
    return beside(nested)


def stack(arrays: Sequence[Any], axis: int = 0) -> Array:
    """Vectors as the rows of a matrix, or with axis 1 as its columns; numbers as a vector."""
    columns = [as_array(each) for each in arrays]
    if not any(each.axes for each in columns):  # numbers
        return Array(ops.below(*(each.expr for each in columns)), (dim(len(columns)),))
    if any(each.ndim != 1 for each in columns):
        raise unknown("numpy.stack of what are no vectors")
    rows = below(columns)
    return rows if axis_of(rows, axis) == 0 else rows.T


def column_stack(arrays: Sequence[Any]) -> Array:
    """Vectors and matrices beside each other; vectors are columns."""
    parts = [as_array(each) for each in arrays]
    return concatenate([each[:, None] if each.ndim == 1 else each for each in parts], 1)


def convolve(x: Any, y: Any, mode: str = "full") -> Array:
    """The coefficients of the product of two polynomials."""
    a, b = as_array(x), as_array(y)
    if mode != "full" or a.ndim != 1 or b.ndim != 1:
        raise unknown(f"numpy.convolve with mode={mode!r}")
    return Array(ops.conv(a.expr, b.expr), (a.axes[0] + b.axes[0] - 1,))


def tensordot(A: Any, B: Any, axes: Any = 2) -> Array:
    """The product of matrices over one axis, or over both."""
    A, B = as_array(A), as_array(B)
    if axes == 1:
        return product(A, B)
    if axes == 2 and A.ndim == B.ndim == 2:
        return Array(ops.frobenius(A.expr, B.expr), ())
    raise unknown("numpy.tensordot with these axes")


ROUND: dict[str, Callable[[Any], Array]] = {
    "rint": _each(ops.rounding),
    "ceil": _each(lambda x: -ops.floor(-x)),
}
UFUNCS.update({**ROUND, "heaviside": heaviside})
MORE: dict[str, Callable[..., Array]] = {
    "round": _each(ops.rounding), "around": _each(ops.rounding), "cumsum": cumsum, "diff": diff,
    "block": block, "stack": stack, "column_stack": column_stack, "convolve": convolve,
    "tensordot": tensordot,
}  # fmt: skip
FUNCTIONS.update(MORE)
METHODS.update({name: MORE[name] for name in ("round", "cumsum")})
