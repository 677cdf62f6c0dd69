"""Functions of NumPy that act entry by entry or along axes, and what each is in matrix notation."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import AxisError
from matgrad.programs.arrays.array import Array, as_array, entrywise, product, to_the_power
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS, Table, unknown

# ---------------------------------------------------------------- entry by entry


def each(op: Callable[[Expr], Expr]) -> Callable[[Any], Array]:
    """A function of every entry, or another that keeps the axes."""
    return lambda x: Array(op(as_array(x).expr), as_array(x).axes)


def pair(op: Callable[..., Expr]) -> Callable[[Any, Any], Array]:
    """A function of the entries of two arrays."""
    return lambda x, y: entrywise(op, x, y)


ENTRYWISE: dict[str, Callable[[Expr], Expr]] = {
    **{name: getattr(ops, name) for name in (
        "sin cos tan exp log sqrt sinh cosh tanh sign square floor erf absolute relu sigmoid ndtr"
        " softplus silu gelu").split()},
    "arctan": ops.atan, "arcsin": ops.asin, "arccos": ops.acos, "round": ops.rounding,
    "ceil": lambda x: -ops.floor(-x),
}  # fmt: skip
UFUNCS.update({name: each(op) for name, op in ENTRYWISE.items()})
log, exp = UFUNCS["log"], UFUNCS["exp"]


def _softplus(x: Any, y: Any) -> Array:
    """log(exp(x) + exp(y)) = x + log(1 + exp(y − x))."""
    if as_array(x).expr is ops.number(0):
        return UFUNCS["softplus"](y)
    return as_array(x) + UFUNCS["softplus"](as_array(y) - x)


def _cube_root(x: Any) -> Array:
    """The third root of each entry, with its sign."""
    size = abs(as_array(x))
    return UFUNCS["sign"](x) * Array(ops.power(size.expr, ops.divide(1, 3)), size.axes)


def heaviside(x: Any, at_zero: Any) -> Array:
    """One behind zero, and before it none; between them as it is said."""
    x = as_array(x)
    behind, here = each(ops.step)(x), as_array(at_zero)
    return (
        behind if here.expr is ops.number(0) else behind + here * (1 - behind - each(ops.step)(-x))
    )


OF_ONE: dict[str, Callable[[Any], Array]] = {
    "negative": lambda x: -as_array(x),
    "positive": as_array,
    "reciprocal": lambda x: 1 / as_array(x),
    "log1p": lambda x: log(1 + as_array(x)),
    "expm1": lambda x: exp(x) - 1,
    "exp2": lambda x: 2 ** as_array(x),
    "log2": lambda x: log(x) / log(2),
    "log10": lambda x: log(x) / log(10),
    "cbrt": _cube_root,
    "rsqrt": lambda x: as_array(x) ** -0.5,
    "logsigmoid": lambda x: log(UFUNCS["sigmoid"](x)),
}
OF_TWO: dict[str, Callable[[Any, Any], Array]] = {
    "add": lambda x, y: as_array(x) + y,
    "subtract": lambda x, y: as_array(x) - y,
    "rsub": lambda x, y: as_array(y) - x,
    "multiply": lambda x, y: as_array(x) * y,
    "divide": lambda x, y: as_array(x) / y,
    "power": to_the_power,
    "matmul": product,
    "maximum": pair(ops.maximum),
    "minimum": pair(ops.minimum),
    "logaddexp": _softplus,
    "hypot": lambda x, y: (as_array(x) ** 2 + as_array(y) ** 2) ** 0.5,
    "xlogy": lambda x, y: as_array(x) * log(y),
    "heaviside": heaviside,
}
UFUNCS.update({**OF_ONE, **OF_TWO})


# ---------------------------------------------------------------- sums along axes


def _over_size(x: Array, axis: Any) -> Any:
    sizes = x.axes if axis is None else [x.axes[axis_of(x, axis)]]
    return ops.size(reduce(lambda a, b: a * b, sizes, ONE))


def axis_of(x: Array, axis: Any) -> int:
    """The number of an axis, counted from the front."""
    if not isinstance(axis, int) or not -x.ndim <= axis < x.ndim:
        raise AxisError(f"an array with {x.ndim} axes has no axis {axis}")
    return axis % x.ndim


def total(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The sum of all entries, or along one axis."""
    x = as_array(x)
    if axis is None:
        found = x.expr if not x.axes else ops.total(x.expr)
        return Array(found, (ONE,) * x.ndim if keepdims else ())
    along = axis_of(x, axis)
    kept = tuple(ONE if number == along else size for number, size in enumerate(x.axes))
    if x.ndim == 1:
        return Array(ops.total(x.expr), kept if keepdims else ())
    matrix = x.expr if along else x.expr.T
    column = ops.multiply(matrix, ops.filled(1, Shape(matrix.shape.cols, ONE)))
    if keepdims:
        return Array(column if along else column.T, kept)
    return Array(column, (x.axes[1 - along],))


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean of all entries, or along one axis."""
    x = as_array(x)
    if axis is None and not keepdims:
        return Array(ops.mean(x.expr) if x.axes else x.expr, ())
    return total(x, axis, keepdims) / Array(_over_size(x, axis), ())


def variance(
    x: Any, axis: Any = None, ddof: Any = 0, keepdims: bool = False, correction: Any = None
) -> Array:
    """The mean of the squared distances from the mean, or n − ddof in place of n."""
    x, ddof = as_array(x), ddof if correction is None else correction
    away = x - mean(x, axis, keepdims=axis is not None)
    size = Array(_over_size(x, axis), ())
    return total(away**2, axis, keepdims) / (size - ddof if ddof else size)


def _extreme(name: str, whole: Callable[[Expr], Expr]) -> Callable[..., Array]:
    """The largest entry, or the larger ones of two arrays."""

    def apply(x: Any, other: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
        if other is not None and not isinstance(other, int):
            return UFUNCS[name](x, other)
        x, axis = as_array(x), other if axis is None else axis
        if axis is not None and not (x.ndim == 1 and axis_of(x, axis) == 0):
            raise unknown("the largest entry along an axis")
        return Array(whole(x.expr), (ONE,) * x.ndim if keepdims else ())

    return apply


def _along_rows(whole: Callable[[Expr], Expr], rows: Callable[[Expr], Expr], keeps: bool) -> Any:
    """A function of a vector, and of every row of a matrix."""

    def apply(x: Any, axis: Any = None, **options: Any) -> Array:
        x = as_array(x)
        if options.keys() - (set[str]() if keeps else {"keepdims"}):
            raise TypeError
        keepdims = bool(options.get("keepdims"))
        along = x.ndim - 1 if axis is None and keeps else axis
        if x.ndim < 2 and axis is not None:
            axis_of(x, axis)  # softmax(x, axis=1) of a vector is refused
        if x.ndim < 2 or along is None:
            flat = x.expr if x.ndim < 2 else ops.vec(x.expr)
            return Array(whole(flat), x.axes if keeps else (ONE,) * (x.ndim * keepdims))
        turned = axis_of(x, along) == 0
        found = rows(x.expr.T if turned else x.expr)
        if keeps:
            return Array(found.T if turned else found, x.axes)
        if keepdims:
            axes = (ONE, x.axes[1]) if turned else (x.axes[0], ONE)
            return Array(found.T if turned else found, axes)
        return Array(found, (x.axes[1 if turned else 0],))

    return apply


def clip(x: Any, min: Any = None, max: Any = None) -> Array:
    """Entries that are too small or too large become the bounds, of which one may be missing."""
    x = as_array(x)
    x = x if min is None else entrywise(ops.maximum, x, min)
    return x if max is None else entrywise(ops.minimum, x, max)


def deviation(
    x: Any, axis: Any = None, ddof: Any = 0, keepdims: bool = False, correction: Any = None
) -> Array:
    """The root of the variance."""
    return variance(x, axis, ddof, keepdims, correction) ** 0.5


def log_softmax(x: Any, axis: Any = None) -> Array:
    """The logarithm of the softmax."""
    return log(FUNCTIONS["softmax"](x, axis))


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
    all_rows = (slice(None),) * axis_of(x, axis)
    for _ in range(n):
        x = x[(*all_rows, slice(1, None))] - x[(*all_rows, slice(None, -1))]
    return x


SUMS: Table = {
    "sum": total, "mean": mean, "var": variance, "std": deviation, "clip": clip,
    "max": _extreme("maximum", ops.max_entry), "min": _extreme("minimum", ops.min_entry),
    "softmax": _along_rows(ops.softmax, ops.softmax_rows, keeps=True),
    "logsumexp": _along_rows(ops.logsumexp, ops.logsumexp_rows, keeps=False),
    "log_softmax": log_softmax, "cumsum": cumsum, "diff": diff,
}  # fmt: skip
FUNCTIONS.update(SUMS)
