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
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS, unknown

# ---------------------------------------------------------------- entry by entry


def _each(op: Callable[[Expr], Expr]) -> Callable[..., Array]:
    def apply(x: Any) -> Array:
        given = as_array(x)
        return Array(op(given.expr), given.axes)

    return apply


def _softplus(x: Any, y: Any) -> Array:
    """log(exp(x) + exp(y)) = x + log(1 + exp(y − x))."""
    if as_array(x).expr is ops.number(0):
        return _each(ops.softplus)(y)
    return as_array(x) + _each(ops.softplus)(as_array(y) - x)


def _over_size(x: Array, axis: Any) -> Any:
    sizes = x.axes if axis is None else [x.axes[axis_of(x, axis)]]
    return ops.size(reduce(lambda a, b: a * b, sizes, ONE))


ENTRYWISE: dict[str, Callable[[Expr], Expr]] = {
    name: getattr(ops, name)
    for name in "sin cos tan exp log sqrt sinh cosh tanh sign square floor erf".split()
}
ENTRYWISE |= {"absolute": ops.absolute, "fabs": ops.absolute, "abs": ops.absolute}
ENTRYWISE |= {"arctan": ops.atan, "arcsin": ops.asin, "arccos": ops.acos}
ENTRYWISE |= {"expit": ops.sigmoid, "ndtr": ops.ndtr, "relu": ops.relu, "sigmoid": ops.sigmoid}
ENTRYWISE |= {"softplus": ops.softplus, "silu": ops.silu, "gelu": ops.gelu}
PAIRS: dict[str, Callable[[Any, Any], Array]] = {
    "add": lambda x, y: as_array(x) + y,
    "subtract": lambda x, y: as_array(x) - y,
    "multiply": lambda x, y: as_array(x) * y,
    "divide": lambda x, y: as_array(x) / y,
    "true_divide": lambda x, y: as_array(x) / y,
    "power": to_the_power,
    "float_power": to_the_power,
    "matmul": product,
    "maximum": lambda x, y: entrywise(ops.maximum, x, y),
    "fmax": lambda x, y: entrywise(ops.maximum, x, y),
    "minimum": lambda x, y: entrywise(ops.minimum, x, y),
    "fmin": lambda x, y: entrywise(ops.minimum, x, y),
    "logaddexp": _softplus,
    "hypot": lambda x, y: (as_array(x) ** 2 + as_array(y) ** 2) ** 0.5,
    "xlogy": lambda x, y: as_array(x) * _each(ops.log)(y),
}


def _cube_root(x: Array) -> Array:
    """The third root of each entry, none of which is negative."""
    return Array(ops.power(x.expr, ops.divide(1, 3)), x.axes)


FORMULAS: dict[str, Callable[[Any], Array]] = {
    "negative": lambda x: -as_array(x),
    "positive": as_array,
    "reciprocal": lambda x: 1 / as_array(x),
    "log1p": lambda x: _each(ops.log)(1 + as_array(x)),
    "expm1": lambda x: _each(ops.exp)(x) - 1,
    "exp2": lambda x: 2 ** as_array(x),
    "log2": lambda x: _each(ops.log)(x) / _each(ops.log)(2),
    "log10": lambda x: _each(ops.log)(x) / _each(ops.log)(10),
    "cbrt": lambda x: _each(ops.sign)(x) * _cube_root(_each(ops.absolute)(x)),
}
UFUNCS.update({name: _each(op) for name, op in ENTRYWISE.items()})
UFUNCS.update({**PAIRS, **FORMULAS})


# ---------------------------------------------------------------- sums along axes


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


def _extreme(op: Callable[[Expr], Expr], name: str) -> Callable[..., Array]:
    def apply(x: Any, axis: Any = None) -> Array:
        x = as_array(x)
        if axis is not None and not (x.ndim == 1 and axis_of(x, axis) == 0):
            raise unknown(f"numpy.{name} along an axis")
        return Array(op(x.expr), ())

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


def clip(x: Any, a_min: Any = None, a_max: Any = None, **named: Any) -> Array:
    """Entries that are too small or too large become the bounds, of which one may be missing."""
    bounds = {"min": a_min, "max": a_max} | named
    if bounds.keys() != {"min", "max"}:
        raise TypeError
    x = as_array(x)
    for op, bound in ((ops.maximum, bounds["min"]), (ops.minimum, bounds["max"])):
        x = x if bound is None else entrywise(op, x, bound)
    return x


def deviation(
    x: Any, axis: Any = None, ddof: Any = 0, keepdims: bool = False, correction: Any = None
) -> Array:
    """The root of the variance."""
    return variance(x, axis, ddof, keepdims, correction) ** 0.5


SUMS: dict[str, Callable[..., Array]] = {
    "sum": total, "mean": mean, "var": variance, "std": deviation, "clip": clip,
    "max": _extreme(ops.max_entry, "max"), "amax": _extreme(ops.max_entry, "amax"),
    "min": _extreme(ops.min_entry, "min"), "amin": _extreme(ops.min_entry, "amin"),
    "softmax": _along_rows(ops.softmax, ops.softmax_rows, keeps=True),
    "logsumexp": _along_rows(ops.logsumexp, ops.logsumexp_rows, keeps=False),
}  # fmt: skip
FUNCTIONS.update(SUMS)
