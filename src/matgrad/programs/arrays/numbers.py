"""Numbers, arrays of numbers and parts of arrays, as expressions with their axes."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import shape_of
from matgrad.errors import AxisError, UnsupportedError

Axes = tuple[Dim, ...]
MOST_NUMBERS = 400  # entries of an array of numbers that stands in a function
LARGEST_DENOMINATOR = 1000  # of fractions that are recognised by their sixteen digits
_CONSTANTS = {math.pi: "pi", math.e: "e"}
_KEYS = "x[0], X[0, 1], X[:, 0] and X[1:3] are read, and x[:, None]"


def number(value: Any) -> Expr:
    """A number as it is written: 0.1 is one tenth."""
    if isinstance(value, bool | int | Fraction):
        return ops.number(Fraction(value))
    if float(value) in _CONSTANTS:
        return ops.constant(_CONSTANTS[float(value)])
    if not math.isfinite(float(value)):
        raise UnsupportedError(f"{value} is not a number that can be traced")
    written = Fraction(repr(float(value)))
    simple = written.limit_denominator(LARGEST_DENOMINATOR)  # 1/3 is computed before it is seen
    return ops.number(simple if float(simple) == float(value) else written)


def _single(value: Any) -> Expr:
    """A number of 32 bits by the fewest digits that tell it from others: 0.1 is one tenth."""
    written = (float(f"{value:.{digits}g}") for digits in range(6, 9))
    same = (x for x in written if struct.pack("f", x) == struct.pack("f", value))
    return number(next(same, value))


def numbers(value: Any) -> tuple[Expr, Axes]:
    """An array of numbers: identities and equal entries are seen, others are written out."""
    short = _single if "float32" in str(getattr(value, "dtype", "")) else number
    if value.ndim == 0:
        return short(value.tolist()), ()
    count = math.prod(value.shape)
    if value.ndim > 2 or count > MOST_NUMBERS or not count:
        raise UnsupportedError(
            f"an array of {count:,} numbers with {value.ndim} axes is not traced",
            hint="make it a parameter of the function",
        )
    axes = tuple(dim(int(size)) for size in value.shape)
    rows: list[list[Any]] = value.tolist() if value.ndim == 2 else [[x] for x in value.tolist()]
    same = {x for row in rows for x in row}
    if len(same) == 1:
        return ops.filled(short(same.pop()), shape_of(*axes)), axes
    square = value.ndim == 2 and len(rows) == len(rows[0])
    if square and all(x == (i == j) for i, row in enumerate(rows) for j, x in enumerate(row)):
        return ops.eye(axes[0]), axes
    return ops.below(*(ops.beside(*map(short, row)) for row in rows)), axes


# ---------------------------------------------------------------- parts


def part(expr: Expr, axes: Axes, key: Any) -> tuple[Expr, Axes]:
    """The part of an array that NumPy's key means: numbers drop an axis, None adds one."""
    keys: list[Any] = list(cast("tuple[Any, ...]", key)) if isinstance(key, tuple) else [key]
    if ... in keys:
        at = keys.index(...)
        missing = len(axes) - sum(k is not None for k in keys) + 1
        keys[at : at + 1] = [slice(None)] * missing
    taken = [k for k in keys if k is not None]
    if len(taken) > len(axes):
        raise AxisError(f"an array with {len(axes)} axes has no part with {len(taken)} indices")
    taken += [slice(None)] * (len(axes) - len(taken))
    columns = [_columns(k, axis) for k, axis in zip(taken, axes, strict=True)]
    units = [units for units, _ in columns] + [ops.eye(ONE)] * (2 - len(axes))
    if all(kept is None for _, kept in columns):
        return ops.entry_op(expr, *units), _with_new((), keys, len(axes))
    found = ops.part(expr, *units)
    left = tuple(kept for _, kept in columns if kept is not None)
    if len(axes) == 2 and columns[0][1] is None:
        found = found.T  # a row is a vector
    axes = _with_new(left, keys, len(axes))
    return (found.T if len(left) == 1 and axes[:1] == (ONE,) and len(axes) == 2 else found), axes


def _columns(key: Any, axis: Dim) -> tuple[Expr, Dim | None]:
    """The unit vectors that a key takes, and how long that axis is then."""
    if isinstance(key, slice):
        return _span(cast("slice[Any, Any, Any]", key), axis)
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        raise UnsupportedError("this index cannot be traced", hint=_KEYS)
    place = dim(int(key) + 1) if key >= 0 else axis + (int(key) + 1)
    if place.value is None:  # an entry from the end of an axis with a name
        return ops.units(place, place, axis), None
    return ops.unit(place.value, axis), None


def _span(key: slice[Any, Any, Any], axis: Dim) -> tuple[Expr, Dim]:
    if key.step not in (None, 1):
        raise UnsupportedError("a slice with steps cannot be traced", hint=_KEYS)
    if key.start is None and key.stop is None:
        return ops.eye(axis), axis
    first = _bound(0 if key.start is None else key.start, axis)
    last = axis if key.stop is None else _bound(key.stop, axis)
    if axis.value is not None and last.value is not None:
        last = dim(min(axis.value, last.value))
    return ops.units(first + 1, last, axis), last - first


def _bound(value: Any, axis: Dim) -> Dim:
    if isinstance(value, Dim):
        return value
    if not hasattr(value, "__index__"):
        raise UnsupportedError("this slice cannot be traced", hint=_KEYS)
    return dim(int(value)) if value >= 0 else axis + int(value)


def _with_new(axes: Axes, keys: Sequence[Any], count: int) -> Axes:
    """The axes with those of length one that None makes."""
    keys = [*keys, *[slice(None)] * (count - sum(k is not None for k in keys))]
    rest = iter(axes)
    found = [ONE if k is None else next(rest) for k in keys if k is None or isinstance(k, slice)]
    if len(found) > 2:
        raise UnsupportedError("arrays have at most two axes here", hint=_KEYS)
    return tuple(found)
