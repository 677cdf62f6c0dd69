"""What functions of NumPy, PyTorch and JAX compute, by their own names without the module."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.shape import shape_of
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array, as_array, common_axes, entrywise, spread_over
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.arrays.more import MORE
from matgrad.programs.arrays.tables import FUNCTIONS, HINTS, METHODS, OPTIONS, UFUNCS, called
from matgrad.programs.arrays.torch import OTHERS
from matgrad.programs.listings.losses import LOSSES
from matgrad.programs.listings.passes import Each, along_own, combined, matched, outer
from matgrad.programs.listings.starts import RANDOM, SOURCES, sizes_of
from matgrad.programs.listings.values import Made, Module, Unread

MODULES = frozenset("np numpy jnp torch tf math scipy sp jax nn F linalg special optax cp".split())
SUBMODULES = frozenset(
    "linalg special functional nn random numpy math fft lax scipy tensor optim init".split()
)
CONSTANTS: dict[str, Any] = {
    "pi": Array(ops.constant("pi"), ()), "e": Array(ops.constant("e"), ()), "newaxis": None,
    "inf": math.inf,
    **dict.fromkeys("float32 float64 float int32 int64 long double bool_".split(), "float"),
}  # fmt: skip
IGNORED = frozenset("dtype device requires_grad copy generator".split())
REFUSED = frozenset(  # options that change what is computed
    "where initial out inplace weight label_smoothing ignore_index pos_weight size_average".split()
)
HELD = frozenset("detach stop_gradient detach_ data no_grad".split())
SAME = frozenset(  # what changes no entry
    "asarray ascontiguousarray float double clone cpu numpy to requires_grad_ contiguous array"
    " tensor as_tensor Parameter squeeze copy item block_until_ready retain_grad type device_put"
    " convert_to_tensor Variable".split()
)
NAMES = {
    "mm": "matmul", "mv": "matmul", "bmm": "matmul", "t": "transpose", "pow": "power",
    "mul": "multiply", "div": "divide", "sub": "subtract", "neg": "negative", "abs": "absolute",
    "inverse": "inv", "ger": "outer", "clamp": "clip", "reduce_sum": "sum", "reduce_mean": "mean",
    "unsqueeze": "expand_dims", "norm_": "norm", "permute": "transpose", "swapaxes": "transpose",
    "view": "reshape", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "swish": "silu",
    "softmax_": "softmax", "log_sigmoid": "logsigmoid", "fabs": "absolute", "concat": "concatenate",
}  # fmt: skip


def _sized(*shape: Any) -> tuple[Dim, ...]:
    """Sizes that are given one by one, or as a tuple."""
    return tuple(map(size_of, _listed(shape)))


def _listed(given: tuple[Any, ...], kinds: tuple[type, ...] = (tuple, list)) -> Sequence[Any]:
    """Arguments that are given one by one, or all in the first."""
    is_one = len(given) == 1 and isinstance(given[0], kinds)
    return cast("Sequence[Any]", given[0]) if is_one else given


def size_of(value: Any) -> Dim:
    """A size: a whole number, or one of the sizes of an array."""
    if isinstance(value, Array) and isinstance(value.expr.data, Dim):
        return value.expr.data
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return dim(value)
    if isinstance(value, Array) and value.expr.op is ops.symbol_op and not value.axes:
        return dim(value.expr.name)
    if isinstance(value, Array) and value.expr.op is ops.symbol_op:
        raise ShapeError("a size is one whole number")
    raise Unread("a size that is no whole number is not read")


def _filled(number: int) -> Callable[..., Made]:
    return lambda *shape: Made(_sized(*shape), number)


def constant(made: Made) -> Array:
    """An array of equal numbers; one of random entries has to have a name."""
    if made.number is None:
        raise Unread("an array of numbers without a name is not read")
    filled = ops.filled(made.number, shape_of(*made.axes))
    return Array(filled if made.axes else ops.number(made.number), made.axes)


def as_constant(value: Any) -> Any:
    """A value, with its entries if it is an array of equal numbers."""
    return constant(value) if isinstance(value, Made) else value


def _like(number: int) -> Callable[[Any], Made]:
    return lambda x: Made(x.axes if isinstance(x, Made) else as_array(x).axes, number)


def _identity(n: Any, m: Any = None) -> Array:
    size = size_of(n)
    if m is not None and size_of(m) != size:
        raise Unread("an identity that is not square is not read")
    return Array(ops.eye(size), (size, size))


def _random(name: str, given: Sequence[Any], size: Any) -> Made:
    return Made(_sized(*sizes_of(name, given, size)))


def _clip(x: Any, low: Any = None, high: Any = None, **named: Any) -> Array:
    low = named.get("min", named.get("a_min", low))
    high = named.get("max", named.get("a_max", high))
    found = as_array(x)
    found = found if low is None else entrywise(ops.maximum, found, low)
    return found if high is None else entrywise(ops.minimum, found, high)


def _extreme(op: Callable[..., Any], of_rows: Callable[..., Any]) -> Callable[..., Any]:
    """The largest entry, the larger of two values, or the largest of each row, for a shift."""

    def apply(x: Any, other: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
        if other is not None and not isinstance(other, int):
            return entrywise(op, x, other)
        axis = other if axis is None else axis
        x = as_array(x)
        if axis is None or (x.ndim == 1 and axis_of(x, axis) == 0):
            return Array(of_rows(x.expr), (ONE,) * x.ndim if keepdims else ())
        raise Unread("the largest entry of each row is read only where it is subtracted before exp")

    return apply


def _squeezed(x: Any, axis: Any = None) -> Array:
    """The array without axes of length one."""
    x = as_array(x)
    kept = [n for n, size in enumerate(x.axes) if size != ONE]
    if axis is not None:
        gone = axis_of(x, axis)
        kept = [n for n in range(x.ndim) if n != gone]
    expr = x.expr.T if x.ndim == 2 and kept == [1] else x.expr
    return Array(expr, tuple(x.axes[n] for n in kept))


def _transposed(x: Any, *axes: Any) -> Array:
    listed = _listed(axes, (tuple,))
    if listed and [axis % 2 for axis in listed] not in ([1, 0], [0, 1]):
        raise Unread("this order of axes is not read")
    return as_array(x) if [*listed] == [0, 1] and len(axes) == 1 else as_array(x).T


def _heaviside(z: Any, _: Any = 0) -> Array:
    return as_array(z) > 0


def _spread(x: Any, y: Any) -> Array:
    """An array with the axes of another one."""
    return spread_over(as_array(x), common_axes(as_array(x), as_array(y)))


def _size(x: Any, axis: Any = None) -> Any:
    """How many entries an array has, in all or along an axis."""
    x = as_array(x)
    return x.size if axis is None else x.shape[axis_of(x, axis)]


OWN: dict[str, Callable[..., Any]] = {
    "size": _size, "shape": attrgetter("shape"),
    "zeros": _filled(0), "ones": _filled(1), "zeros_like": _like(0), "ones_like": _like(1),
    "eye": _identity, "identity": _identity, "empty_like": _like(0),
    **LOSSES, "clip": _clip, "squeeze": _squeezed, "transpose": _transposed,
    "max": _extreme(ops.maximum, ops.max_entry), "min": _extreme(ops.minimum, ops.min_entry),
    "amax": _extreme(ops.maximum, ops.max_entry), "amin": _extreme(ops.minimum, ops.min_entry),
    "relu6": partial(_clip, low=0, high=6), "heaviside": _heaviside, "expand_as": _spread,
    "frobenius_norm": partial(FUNCTIONS["norm"], ord="fro"),
}  # fmt: skip


def _in_order(x: Any, *axes: Any) -> Array:
    listed = _listed(axes)
    if [*listed] not in ([], [0, 1], [1, 0]):
        raise Unread("this order of axes is not read")
    return as_array(x) if [*listed] == [0, 1] else as_array(x).T


def _scipy_softmax(x: Any, axis: Any = None) -> Array:
    if as_array(x).ndim == 2 and axis is None:
        raise Unread("this softmax is taken of all entries at once, which is not read")
    return FUNCTIONS["softmax"](x, axis)


def _power(X: Any, n: Any) -> Array:
    if not isinstance(n, int) or abs(n) > LARGEST_POWER:
        raise Unread("this power of a matrix is not read")
    return FUNCTIONS["matrix_power"](X, n)


def _unread(words: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Unread(words)

    return refuse


LARGEST_POWER = 16
# What the libraries mean by one name.
OF_LIBRARIES: dict[tuple[str, str], Callable[..., Any]] = {
    **{("torch", name): OTHERS[name] for name in ("var", "std", "norm")},
    ("torch", "permute"): _in_order,
    ("numpy", "transpose"): _in_order, ("scipy", "softmax"): _scipy_softmax,
    ("jax", "gelu"): _unread("the gelu of JAX is an approximation, which is not read"),
}  # fmt: skip
OWN["matrix_power"] = _power
METHODS_OF_SIZE = {"numel": "size", "nelement": "size", "dim": "ndim"}
OVER = frozenset("sum mean norm max min logsumexp".split())  # of all entries of a sample


def is_known(name: str) -> bool:
    """Is this a function of a library that is read?"""
    name = NAMES.get(name, name)
    return any(name in table for table in (OWN, HELD, FUNCTIONS, UFUNCS, METHODS, SAME))


def call(name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = "") -> Any:
    """What a function makes of its arguments; `of` is the library, if it is known."""
    if name in HELD:
        raise Unread(f"{name} holds a part of the function fixed, which is not read")
    if wrong := [x for x in options if x in REFUSED and options[x] is not None]:
        raise Unread(f"{name} with {wrong[0]} is not read")
    if (own := OF_LIBRARIES.get((of, name))) is not None:
        return own(*given, **{OPTIONS.get(k, k): x for k, x in options.items()})
    if name == "mm" and any(isinstance(x, Array) and x.ndim != 2 for x in given):
        raise ShapeError("mm multiplies matrices only")
    name = NAMES.get(name, name)
    if options.get("requires_grad") is True and any(isinstance(x, int | tuple) for x in given):
        return Made(_sized(*given))  # whatever it starts from, it is a variable
    kept = {OPTIONS.get(k, k): x for k, x in options.items() if k not in IGNORED}
    if any(isinstance(x, Each) for x in given):
        return _in_passes(name, given, kept)
    if name in RANDOM or name in SOURCES:
        size = kept.get("size", kept.get("shape"))
        return Module("random", of) if name in SOURCES else _random(name, given, size)
    if name in SAME and given and name not in ("squeeze",):
        return _same(name, given[0])
    if name not in ("zeros_like", "ones_like", "empty_like"):
        given = [as_constant(x) for x in given]
    return _computed(name, given, kept)


def _same(name: str, given: Any) -> Any:
    """What has the same entries; what it starts from does not matter if it is a variable."""
    match given:
        case [Array(), *_]:
            return MORE["stack"](given)
        case Made() if name == "Parameter":
            return Made(given.axes)
        case _:
            return +given if isinstance(given, Array) else given


def _computed(name: str, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What a function that is declared here, or with arrays, makes of its arguments."""
    if name in OWN:
        try:
            return OWN[name](*given, **options)
        except TypeError as error:
            raise Unread(f"{name} with these arguments is not read") from error
    try:
        return called({**METHODS, **FUNCTIONS}, name, given, options)
    except MatgradError as error:
        if "cannot be traced" in error.message:
            message = f"{name} is not read, or not with these arguments"
            raise Unread(message, hint=HINTS.get(name)) from error
        raise


def _in_passes(name: str, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """A function of what each pass of a loop has."""
    match name, given:
        case "dot" | "inner" | "matmul" | "vdot", [left, right]:
            found = matched(left, right)
        case "outer", [left, right]:
            found = outer(left, right)
        case "maximum" | "minimum", [_, _]:
            found = combined(partial(entrywise, getattr(ops, name)), *given)
        case "softmax", [Each(own=[_]) as x]:
            found = combined(partial(FUNCTIONS["softmax"], axis=-1), x)
        case _, [x] if name in OVER and not options:
            found = along_own({**FUNCTIONS, **OWN}[name], x)
        case _, [x] if name in UFUNCS and not options:
            found = combined(UFUNCS[name], x)
        case _, [x, *_] if name in SAME:
            found = x
        case _:
            raise Unread(f"{name} is not read inside of a loop over samples")
    return found
