"""Functions of libraries, and of Python itself, with values of a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.shape import shape_of
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.arrays.numbers import number
from matgrad.programs.arrays.torch import LOSSES
from matgrad.programs.listings import library
from matgrad.programs.listings.likely import ROWS_ADDED
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.parts import of_chosen
from matgrad.programs.listings.passes import Index, entry
from matgrad.programs.listings.values import Unread


def largest(m: Machine, x: Array, axis: Any, keeps: bool) -> Array:
    """The largest entry of an array: a name, as most programs only subtract it for safety."""
    along = None if axis is None else axis_of(x, axis)
    if along is None or x.ndim == 1:
        axes, true = (ONE,) * x.ndim * keeps, ops.max_entry(x.expr)
    else:
        axes, true = (x.axes[1 - along],), None
    symbol = ops.symbol(f"shift_{len(m.shifts)}", *shape_of(*axes))
    m.shifts[symbol] = true
    found = Array(symbol, axes)
    return found if along is None or x.ndim == 1 or not keeps else _kept(found, along)


def _kept(column: Array, along: int) -> Array:
    """A vector with the axis of length one in its place."""
    return column[:, None] if along == 1 else column[None, :]


MOST_NUMBERS = 64  # of an array that a program writes out
_EXTREME = ("max", "amax")
_NEEDS_AXIS = ("softmax", "log_softmax", "logsumexp", "cumsum", "normalize", "cosine_similarity")


def computed(
    m: Machine, name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = ""
) -> Any:
    """What a function of a library gives; a method is one of the library that the program uses."""
    if wrong := [x for x in options if x in library.REFUSED]:
        raise Unread(f"{name} with {wrong[0]} is not read")
    if name in ("arange", "range"):
        return whole_numbers(m, *given)
    if name in _EXTREME and given and isinstance(given[0], Array) and given[0].axes:
        return _largest(m, given, options)
    if len(given) == 1 and isinstance(given[0], Array):
        found = of_chosen(m, name, given[0])
        if found is not None:
            return found
    given = [_array(x) for x in given]
    options = {k: None if _is_whole(given, k, x) else x for k, x in options.items()}
    m.weigh_call(name, given)
    if name not in _NEEDS_AXIS:
        m.weigh_axis(given[0] if given else None, options)
    if name in LOSSES:
        m.weigh_loss(given)
    return library.call(name, given, options, of)


def _is_whole(given: Sequence[Any], option: str, axes: Any) -> bool:
    """Are these all axes of an array, as in np.sum(X, axis=(0, 1))?"""
    match given, axes:
        case [Array(ndim=ndim), *_], (int() as one, int() as other) if option in ("axis", "dim"):
            return ndim == 2 and {one % 2, other % 2} == {0, 1}
        case _:
            return False


def _array(x: Any) -> Any:
    """Lists of arrays stay, lists of numbers become arrays."""
    entries = _entries(x)
    rows = [_entries(row) for row in entries]
    if _are_numbers(entries):
        return _written([[entry] for entry in entries], (dim(len(entries)),))
    if rows and all(map(_are_numbers, rows)):
        if len({len(row) for row in rows}) > 1:
            raise Unread("the rows of an array have different lengths")
        return _written(rows, (dim(len(rows)), dim(len(rows[0]))))
    return x


def _entries(x: Any) -> list[Any]:
    """The entries of a list; anything else has none."""
    return cast("list[Any]", x) if isinstance(x, list) else []


def _are_numbers(entries: Sequence[Any]) -> bool:
    return bool(entries) and all(isinstance(entry, int | float) for entry in entries)


def _written(rows: Sequence[Sequence[Any]], axes: tuple[Dim, ...]) -> Array:
    """An array of numbers that a program writes out."""
    if len(rows) * len(rows[0]) > MOST_NUMBERS:
        raise Unread("an array of so many numbers is not read")
    return Array(ops.below(*(ops.beside(*map(number, row)) for row in rows)), axes)


def _largest(m: Machine, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """The largest entry of an array, of all or of each row: it is often only subtracted."""
    named = {library.OPTIONS.get(k, k): x for k, x in options.items()}
    if len(given) > 1 and isinstance(given[1], Array | float):
        return library.call("maximum", given, {})
    axis = named.get("axis", given[1] if len(given) > 1 else None)
    return largest(m, given[0], axis, bool(named.get("keepdims", False)))


def whole_numbers(m: Machine, *ends: Any) -> Any:
    """Whole numbers, or all samples where their number is a size."""
    match ends:
        case [Array() as count] | [0, Array() as count] if isinstance(count.expr.data, Dim):
            return Index(count.expr.data, len(m.passes))
        case [Array()] | [_, Array()] | [_, _, Array()] | [Array(), _] | [Array(), _, _]:
            raise Unread("a loop over a part of the samples is not read")
        case _:
            return range(*ends)


def _length(m: Machine, x: Any) -> Any:
    return x.shape[0] if isinstance(x, Array) else len(x)


def _added(m: Machine, x: Any, start: Any = 0) -> Any:
    """Python's sum; of an array, NumPy's."""
    if isinstance(x, Array):
        m.cost += ROWS_ADDED if x.ndim == 2 else 0.0
        return library.call("sum", [x], {"axis": 0} if x.ndim == 2 else {})
    return reduce(lambda a, b: a + b, m.entries(x), start)


def _zipped(m: Machine, *lists: Any) -> Any:
    if all(isinstance(x, list | tuple | range) for x in lists):
        return list(zip(*map(m.entries, lists), strict=False))
    counts = {x.count if isinstance(x, Index) else x.axes[0] for x in lists}
    if len(counts) > 1:
        one, other = sorted(counts, key=str)[:2]
        raise ShapeError("a loop over two arrays that differ in length").between(one, other)
    index = Index(counts.pop(), len(m.passes))
    return [tuple(index if isinstance(x, Index) else entry(x, [index]) for x in lists)]


def _numbered(m: Machine, x: Any) -> Any:
    if isinstance(x, Array):
        index = Index(x.axes[0], len(m.passes))
        return [(index, entry(x, [index]))]
    return list(enumerate(m.entries(x)))


def _number(m: Machine, x: Any) -> Any:
    """A number as it is; entries that would be rounded are not known."""
    if isinstance(x, Array) and not isinstance(x.expr.data, Dim):
        return _unrounded(x)
    return x


def _unrounded(x: Array) -> Array:
    if x.axes:
        raise Unread("entries are not turned into numbers")
    return x


def _whole(m: Machine, x: Any) -> Any:
    if isinstance(x, Array) and not isinstance(x.expr.data, Dim):
        raise Unread("a value that is rounded is not read")
    return int(x) if isinstance(x, float) else x


def _absolute(m: Machine, x: Any) -> Any:
    return abs(x) if isinstance(x, int | float) else library.call("absolute", [x], {})


def _nothing(m: Machine, *_: Any) -> None:
    """What is printed does not matter."""


def _list(m: Machine, x: Any = ()) -> list[Any]:
    return m.entries(x)


def _tuple(m: Machine, x: Any = ()) -> tuple[Any, ...]:
    return tuple(m.entries(x))


def _reversed(m: Machine, x: Any) -> list[Any]:
    return m.entries(x)[::-1]


def _power(m: Machine, x: Any, y: Any) -> Any:
    return x**y


def _maximum(m: Machine, *x: Any) -> Any:
    return computed(m, "max" if len(x) == 1 else "maximum", x, {})


def _minimum(m: Machine, *x: Any) -> Any:
    return computed(m, "min" if len(x) == 1 else "minimum", x, {})


BUILTINS: dict[str, Callable[..., Any]] = {
    "range": whole_numbers, "len": _length, "sum": _added, "zip": _zipped, "enumerate": _numbered,
    "float": _number, "int": _whole, "abs": _absolute, "print": _nothing, "list": _list,
    "tuple": _tuple, "reversed": _reversed, "round": _whole, "pow": _power, "max": _maximum,
    "min": _minimum,
}  # fmt: skip
