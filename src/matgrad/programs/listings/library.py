"""Functions of NumPy, PyTorch and JAX in a program, by their own names without the module."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.shape import shape_of
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.arrays.matrices import size_of
from matgrad.programs.arrays.tables import (
    FUNCTIONS,
    HINTS,
    NAMES,
    OPTIONS,
    TORCH,
    UFUNCS,
    applied,
    named,
)
from matgrad.programs.arrays.torch import LOSSES
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
OVER = frozenset("sum mean norm max min logsumexp".split())  # of all entries of a sample
METHODS_OF_SIZE = {"numel": "size", "nelement": "size", "dim": "ndim"}
assert LOSSES  # declared there, used by name


# ---------------------------------------------------------------- arrays of numbers


def _sized(*shape: Any) -> tuple[Dim, ...]:
    """Sizes that are given one by one, or as a tuple."""
    is_one = len(shape) == 1 and isinstance(shape[0], tuple | list)
    return tuple(map(size_of, cast("Sequence[Any]", shape[0] if is_one else shape)))


def _filled(number: int) -> Callable[..., Made]:
    return lambda *shape: Made(_sized(*shape), number)


def _like(number: int) -> Callable[[Any], Made]:
    return lambda x: Made(x.axes if isinstance(x, Made) else as_array(x).axes, number)


def constant(made: Made) -> Array:
    """An array of equal numbers; one of random entries has to have a name."""
    if made.number is None:
        raise Unread("an array of numbers without a name is not read")
    filled = ops.filled(made.number, shape_of(*made.axes))
    return Array(filled if made.axes else ops.number(made.number), made.axes)


def as_constant(value: Any) -> Any:
    """A value, with its entries if it is an array of equal numbers."""
    return constant(value) if isinstance(value, Made) else value


def _identity(n: Any, m: Any = None) -> Array:
    size = size_of(n)
    if m is not None and size_of(m) != size:
        raise Unread("an identity that is not square is not read")
    return Array(ops.eye(size), (size, size))


def _size(x: Any, axis: Any = None) -> Any:
    """How many entries an array has, in all or along an axis."""
    x = as_array(x)
    return x.size if axis is None else x.shape[axis_of(x, axis)]


def shape(x: Any) -> tuple[Any, ...]:
    """The sizes of an array."""
    return as_array(x).shape


OWN: dict[str, Callable[..., Any]] = {
    "size": _size, "shape": shape, "eye": _identity, "identity": _identity,
    "zeros": _filled(0), "ones": _filled(1),
    "zeros_like": _like(0), "ones_like": _like(1), "empty_like": _like(0),
}  # fmt: skip

# ---------------------------------------------------------------- calls


def is_known(name: str) -> bool:
    """Is this a function of a library that is read?"""
    return name in {*OWN, *HELD, *SAME, *TORCH, "one_hot"} or named(name) is not None


def call(name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = "") -> Any:
    """What a function makes of its arguments; `of` is the library, if it is known."""
    if name in HELD:
        raise Unread(f"{name} holds a part of the function fixed, which is not read")
    if wrong := [x for x in options if x in REFUSED and options[x] is not None]:
        raise Unread(f"{name} with {wrong[0]} is not read")
    if name == "mm" and any(isinstance(x, Array) and x.ndim != 2 for x in given):
        raise ShapeError("mm multiplies matrices only")
    if options.get("requires_grad") is True and any(isinstance(x, int | tuple) for x in given):
        return Made(_sized(*given))  # whatever it starts from, it is a variable
    kept = {OPTIONS.get(k, k): x for k, x in options.items() if k not in IGNORED}
    if any(isinstance(x, Each) for x in given):
        return _carried_out(partial(_in_passes, NAMES.get(name, name)), name, given, kept)
    if name in SOURCES:
        return Module("random", of)
    if name in RANDOM:
        return Made(_sized(*sizes_of(name, given, kept.get("size", kept.get("shape")))))
    if name in SAME and given:
        return _same(name, given[0])
    if name not in ("zeros_like", "ones_like", "empty_like"):
        given = [as_constant(x) for x in given]
    return _computed(name, given, kept, of)


def _same(name: str, given: Any) -> Any:
    """What has the same entries; what it starts from does not matter if it is a variable."""
    match given:
        case [Array(), *_]:
            return FUNCTIONS["stack"](given)
        case Made() if name == "Parameter":
            return Made(given.axes)
        case _:
            return +given if isinstance(given, Array) else given


def _computed(name: str, given: Sequence[Any], options: Mapping[str, Any], of: str) -> Any:
    """What a function that is declared here, or with arrays, makes of its arguments."""
    is_swap = name == "transpose" and [*given[1:]] == [0, 1] and not of  # only PyTorch has it
    is_matrix = any(isinstance(x, Array) and x.ndim == 2 for x in given)
    if (of, name) == ("jax", "gelu"):
        raise Unread("the gelu of JAX is an approximation, which is not read")
    if (of, name, *options) == ("scipy", "softmax") and is_matrix:
        raise Unread("this softmax is taken of all entries at once, which is not read")
    function = OWN.get(name) or named(name, "torch" if is_swap else of)
    return _carried_out(function, name, given, options)


def _carried_out(
    function: Callable[..., Any] | None,
    name: str,
    given: Sequence[Any],
    options: Mapping[str, Any],
) -> Any:
    """What a function makes of its arguments; what arrays cannot do is not read."""
    try:
        return applied(function, name, given, options)
    except UnsupportedError as error:
        if isinstance(error, Unread) or "cannot be traced" not in error.message:
            raise
        message = f"{name} is not read, or not with these arguments"
        raise Unread(message, hint=HINTS.get(name)) from error


def _in_passes(name: str, *given: Any, **options: Any) -> Any:
    """A function of what each pass of a loop has."""
    match name, given:
        case "inner" | "matmul" | "vdot", [left, right]:
            found = matched(left, right)
        case "outer", [left, right]:
            found = outer(left, right)
        case "maximum" | "minimum", [_, _]:
            found = combined(UFUNCS[name], *given)
        case "softmax", [Each(own=[_]) as x]:
            found = combined(partial(FUNCTIONS["softmax"], axis=-1), x)
        case _, [x] if name in OVER and not options:
            found = along_own(FUNCTIONS[name], x)
        case _, [x] if name in UFUNCS and not options:
            found = combined(UFUNCS[name], x)
        case _, [x, *_] if name in SAME:
            found = x
        case _:
            raise Unread(f"{name} is not read inside of a loop over samples")
    return found
