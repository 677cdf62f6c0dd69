"""Functions entry by entry or along axes: comparisons, sums, norms, activations, losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import Any, NamedTuple, NoReturn

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, catalogue
from matgrad.core.shape import Shape
from matgrad.errors import AxisError, ShapeError, UnsupportedError
from matgrad.ops.code import library_names
from matgrad.programs.arrays.array import Array, as_array, entrywise, product, to_the_power
from matgrad.programs.arrays.tables import FUNCTIONS, NAMES, TORCH, UFUNCS, Table, unknown

_LOGIC = "of two conditions, a & b, a | b and ~a are read"
ZERO = ops.number(0)


@dataclass(frozen=True, eq=False)
class Condition(Array):
    """Where something holds: ones and zeros. `greater` and `smaller` are what was compared."""

    greater: Array | None = None
    smaller: Array | None = None
    opposite: Condition | None = None

    def __and__(self, other: Any) -> Condition:
        both = entrywise(ops.entrywise, self, _condition(other))
        return Condition(both.expr, both.axes)

    def __or__(self, other: Any) -> Condition:
        return ~(~self & ~_condition(other))

    def __invert__(self) -> Condition:
        if self.opposite is not None:
            return self.opposite
        elsewhere = 1 - Array(self.expr, self.axes)
        return Condition(elsewhere.expr, elsewhere.axes, opposite=self)

    def __add__(self, other: Any) -> Array:
        return _of_number(self, other) + other

    def __sub__(self, other: Any) -> Array:
        return _of_number(self, other) - other

    def __neg__(self) -> NoReturn:
        raise UnsupportedError("NumPy has no minus of a condition", hint="~a is its opposite")


def _condition(value: Any) -> Condition:
    if not isinstance(value, Condition):
        raise UnsupportedError("this is no comparison of entries", hint="x > 0")
    return value


def _of_number(condition: Condition, other: Any) -> Array:
    """A condition as the numbers that it is beside numbers."""
    if isinstance(other, Condition):
        raise UnsupportedError("conditions are not added", hint=_LOGIC)
    return Array(condition.expr, condition.axes)


def is_greater(left: Any, right: Any) -> Condition:
    """Where left > right."""
    a, b = as_array(left), as_array(right)
    away = a if b.expr is ZERO else a - b
    return Condition(ops.step(away.expr), away.axes, False, a, b)


def where(condition: Any, value: Any, other: Any) -> Array:
    """One value where something holds, and another one where it does not."""
    chosen = _condition(condition)
    a, b = as_array(value), as_array(other)
    if (larger := _larger(chosen, a, b)) is not None:
        return larger
    there, beside = Array(chosen.expr, chosen.axes), Array((~chosen).expr, chosen.axes)
    if b.expr is ZERO:
        return there * a
    return beside * b if a.expr is ZERO else there * a + beside * b


def _larger(condition: Condition, value: Array, other: Array) -> Array | None:
    """The larger or the smaller of two values, if that is what is chosen: x where x > 0, or 0."""
    if condition.greater is None or condition.smaller is None:
        return None
    compared = [(x.expr, x.axes) for x in (condition.greater, condition.smaller)]
    for op, chosen in ((ops.maximum, (value, other)), (ops.minimum, (other, value))):
        if compared == [(x.expr, x.axes) for x in chosen]:  # u and u[:, None] are other arrays
            return entrywise(op, value, other)
    return None


def astype(x: Any, dtype: Any) -> Array:
    """A condition as numbers; other arrays have these already, and whole ones would be rounded."""
    if not isinstance(x, Condition) and "float" not in str(dtype):
        raise unknown("numpy.astype of entries that would be rounded")
    return Array(as_array(x).expr, as_array(x).axes)


COMPARED: dict[str, Callable[[Any, Any], Condition]] = {
    "greater": is_greater,
    "less": lambda x, y: is_greater(y, x),
    "greater_equal": lambda x, y: ~is_greater(y, x),
    "less_equal": lambda x, y: ~is_greater(x, y),
    "logical_and": lambda x, y: _condition(x) & y,
    "logical_or": lambda x, y: _condition(x) | y,
}
UFUNCS.update(COMPARED)
FUNCTIONS.update({"where": where, "astype": astype})


# ---------------------------------------------------------------- entry by entry


def each(op: Callable[[Expr], Expr]) -> Callable[[Any], Array]:
    """A function of every entry, or another that keeps the axes."""
    return lambda x: Array(op(as_array(x).expr), as_array(x).axes)


def pair(op: Callable[..., Expr]) -> Callable[[Any, Any], Array]:
    """A function of the entries of two arrays."""
    return lambda x, y: entrywise(op, x, y)


ENTRYWISE: dict[str, Callable[[Expr], Expr]] = {
    **{
        NAMES.get(name, name): op
        for op in catalogue.values() if op.derivative is not None
        for name in (*op.spellings, *library_names(op.code))
    },
    "ceil": lambda x: -ops.floor(-x),
}  # fmt: skip
UFUNCS.update({name: each(op) for name, op in ENTRYWISE.items()})
UFUNCS.update({
    name: pair(op)
    for op in catalogue.values() if op.entrywise
    for name in (*op.spellings, *library_names(op.code))
})  # fmt: skip
log, exp = UFUNCS["log"], UFUNCS["exp"]


def _softplus(x: Any, y: Any) -> Array:
    """log(exp(x) + exp(y)) = x + log(1 + exp(y − x))."""
    if as_array(x).expr is ops.number(0):
        return UFUNCS["softplus"](y)
    return as_array(x) + UFUNCS["softplus"](as_array(y) - x)


def heaviside(x: Any, at_zero: Any) -> Array:
    """One behind zero, and before it none; between them as it is said."""
    x = as_array(x)
    behind, here = each(ops.step)(x), as_array(at_zero)
    return (
        behind if here.expr is ops.number(0) else behind + here * (1 - behind - each(ops.step)(-x))
    )


OF_ONE: dict[str, Callable[[Any], Array]] = {
    "logical_not": lambda x: ~_condition(x),
    "negative": lambda x: -as_array(x),
    "positive": as_array,
    "reciprocal": lambda x: 1 / as_array(x),
    "log1p": lambda x: log(1 + as_array(x)),
    "expm1": lambda x: exp(x) - 1,
    "exp2": lambda x: 2 ** as_array(x),
    "log2": lambda x: log(x) / log(2),
    "log10": lambda x: log(x) / log(10),
    "cbrt": lambda x: UFUNCS["sign"](x) * abs(as_array(x)) ** Fraction(1, 3),
    "rsqrt": lambda x: as_array(x) ** -0.5,
    "logsigmoid": lambda x: log(UFUNCS["sigmoid"](x)),
    "logit": lambda x: log(x) - log(1 - as_array(x)),
    "soft_sign": lambda x: as_array(x) / (1 + abs(as_array(x))),
}
OF_TWO: dict[str, Callable[[Any, Any], Array]] = {
    "add": lambda x, y: as_array(x) + y,
    "subtract": lambda x, y: as_array(x) - y,
    "dist": lambda x, y: norm(as_array(x) - y),
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


def _extreme(
    name: str, whole: Callable[[Expr], Expr], rows: Callable[[Expr], Expr]
) -> Callable[..., Array]:
    """The largest entry, of all or along an axis, or the larger ones of two arrays."""
    along = _along_rows(whole, rows, keeps=False)

    def apply(x: Any, other: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
        if other is not None and not isinstance(other, int):
            return UFUNCS[name](x, other)
        x, axis = as_array(x), other if axis is None else axis
        if axis is not None:
            return along(x, axis, keepdims=keepdims)
        return Array(whole(x.expr), (ONE,) * x.ndim if keepdims else ())

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


def ravel(x: Any) -> Array:
    """All entries, row by row."""
    x = as_array(x)
    if x.ndim < 2:
        return x if x.axes else Array(x.expr, (ONE,))
    return Array(ops.vec(x.expr.T), (x.axes[0] * x.axes[1],))


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """The norms of vectors and matrices that NumPy has by their order."""
    x = as_array(x)
    if axis is not None and x.ndim == 2:
        if ord not in (None, 2):
            raise unknown("numpy.linalg.norm with ord and axis")
        return total(x**2, axis, keepdims) ** 0.5
    if axis is not None:
        axis_of(x, axis)  # norm(x, axis=1) of a vector is refused
    key = str(ord).removesuffix(".0")
    op = (OF_MATRICES if x.ndim == 2 else OF_VECTORS).get(key)
    if op is None:
        raise unknown(f"numpy.linalg.norm with ord={ord!r}")
    return Array(op(x.expr), (ONE,) * x.ndim if keepdims else ())


def vector_norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of all entries as one vector, or along an axis."""
    flat = x if axis is not None or ord is None else ravel(x)
    return norm(flat, ord, axis, keepdims)


OF_VECTORS: dict[str, Callable[[Expr], Expr]] = {
    **dict.fromkeys(("None", "2", "fro"), ops.norm2),
    "1": ops.norm1,
    "inf": lambda x: ops.max_entry(ops.absolute(x)),
}
OF_MATRICES: dict[str, Callable[[Expr], Expr]] = {
    **dict.fromkeys(("None", "fro"), ops.normF),
    "2": ops.normspec,
    "nuc": ops.normnuc,
}


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
    "max": _extreme("maximum", ops.max_entry, ops.max_rows),
    "min": _extreme("minimum", ops.min_entry, lambda X: -ops.max_rows(-X)),
    "softmax": _along_rows(ops.softmax, ops.softmax_rows, keeps=True),
    "logsumexp": _along_rows(ops.logsumexp, ops.logsumexp_rows, keeps=False),
    "log_softmax": log_softmax, "cumsum": cumsum, "diff": diff,
}  # fmt: skip
FUNCTIONS.update(SUMS)


# ---------------------------------------------------------------- other meanings


def _spread(of: Callable[..., Array]) -> Callable[..., Array]:
    """The variance or its root, divided by n − 1 unless it is said otherwise."""

    def apply(
        x: Any, axis: Any = None, unbiased: bool = True, keepdims: bool = False,
        correction: Any = None,
    ) -> Array:  # fmt: skip
        if isinstance(axis, bool):  # torch.var(x, False)
            axis, unbiased = None, axis
        return of(x, axis, int(unbiased) if correction is None else correction, keepdims)

    return apply


def _norm(x: Any, p: Any = "fro", axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of all entries as a vector, or of those along an axis; "nuc" is that of a matrix."""
    x = as_array(x)
    if p == "nuc" or axis is not None:
        return norm(x, None if p == "fro" else p, axis, keepdims)
    if keepdims:
        raise unknown("torch.norm(keepdim=…)")
    return norm(x) if str(p) in ("fro", "2", "2.0") else norm(ravel(x), p)


class Extreme(NamedTuple):
    """The largest entries along an axis, and where they are, which nobody differentiates."""

    values: Array
    indices: None = None


def _with_places(of: Callable[..., Array]) -> Callable[..., Array | Extreme]:
    """Along an axis PyTorch gives the places, too."""

    def apply(x: Any, other: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        found = of(x, other, axis, keepdims)
        return found if axis is None and not isinstance(other, int) else Extreme(found)

    return apply


TORCH.update({
    "var": _spread(variance), "std": _spread(deviation), "norm": _norm,
    "max": _with_places(SUMS["max"]), "min": _with_places(SUMS["min"]),
})  # fmt: skip

# ---------------------------------------------------------------- activations


def leaky_relu(z: Any, slope: Any = 0.01) -> Array:
    """A part of what is negative, and all else."""
    z = as_array(z)
    return where(z > 0, z, z * slope)


def elu(z: Any, alpha: Any = 1.0) -> Array:
    """exp(z) − 1 of what is negative, and all else."""
    z = as_array(z)
    return where(z > 0, z, (exp(z) - 1) * alpha)


def _linear(x: Any, weight: Any, bias: Any = None) -> Array:
    """A layer: the rows of the matrix are the weights of its outputs."""
    if not as_array(x).axes:
        raise ShapeError("a linear layer takes arrays")
    found = product(x, as_array(weight).T)
    return found if bias is None else found + bias


def _normalised(x: Any, p: Any = 2.0, axis: Any = 1) -> Array:
    if p not in (2, 2.0):
        raise unknown("torch.normalize with another norm")
    return as_array(x) / norm(x, None, axis, True)


def _cosine(x: Any, y: Any, axis: Any = 1) -> Array:
    return total(as_array(x) * y, axis) / (norm(x, None, axis) * norm(y, None, axis))


def _layer_norm(x: Any, sizes: Any, weight: Any = 1, bias: Any = 0, eps: Any = 1e-5) -> Array:
    """Each row without its mean, over its deviation."""
    if len(sizes) != 1:
        raise unknown("torch.layer_norm over several axes")
    scale = (variance(x, -1, keepdims=True) + eps) ** -0.5
    return (as_array(x) - mean(x, -1, keepdims=True)) * scale * weight + bias


def _attention(q: Any, k: Any, v: Any, scale: Any = None) -> Array:
    """The softmax of the scores of queries and keys, times the values."""
    q, k = as_array(q), as_array(k)
    scale = Array(ops.size(q.axes[-1]), ()) ** -0.5 if scale is None else scale
    return product(FUNCTIONS["softmax"](product(q, k.T) * scale, -1), v)


ACTIVATIONS: Table = {
    "layer_norm": _layer_norm, "scaled_dot_product_attention": _attention,
    "leaky_relu": leaky_relu, "elu": elu, "relu6": partial(clip, min=0, max=6),
    "linear": _linear, "normalize": _normalised, "cosine_similarity": _cosine,
    "hard_tanh": partial(clip, min=-1, max=1),
}  # fmt: skip
FUNCTIONS.update(ACTIVATIONS)

# ---------------------------------------------------------------- losses


def _loss(of_entries: Callable[..., Array]) -> Callable[..., Array]:
    """A loss of entries: their mean, their sum, or all of them."""
    ways = {"mean": mean, "sum": total, "none": as_array}

    def apply(x: Any, y: Any, reduction: str = "mean", **options: Any) -> Array:
        if reduction not in ways:
            raise unknown(f"reduction={reduction!r}")
        return ways[reduction](of_entries(as_array(x), as_array(y), **options))

    return apply


def _of_classes(z: Array, y: Array) -> Array:
    """Sums of logarithms by rows of probabilities, or of zeros and ones, with the other sign."""
    if z.ndim != y.ndim:
        raise ShapeError("scores and probabilities have the same axes")
    return -total(z * y, z.ndim - 1)


def _huber(x: Array, y: Array, delta: Any = 1.0) -> Array:
    away = abs(x - y)
    return where(away <= delta, away**2 / 2, (away - delta / 2) * delta)


def _smooth(x: Array, y: Array, beta: Any = 1.0) -> Array:
    found = _huber(x, y, beta)
    return found if beta == 1 else found / beta


ENTRIES: dict[str, Callable[[Array, Array], Array]] = {
    "mse_loss": lambda x, y: (x - y) ** 2,
    "l1_loss": lambda x, y: abs(x - y),
    "binary_cross_entropy": lambda p, y: -(y * log(p) + (1 - y) * log(1 - p)),
    "binary_cross_entropy_with_logits": lambda z, y: UFUNCS["softplus"](z) - z * y,
    "cross_entropy": lambda z, y: _of_classes(log_softmax(z), y),
    "nll_loss": _of_classes,
    "huber_loss": _huber,
    "smooth_l1_loss": _smooth,
    "kl_div": lambda z, y: y * (log(y) - z),
}
LOSSES = {name: _loss(of_entries) for name, of_entries in ENTRIES.items()}
FUNCTIONS.update(LOSSES)
