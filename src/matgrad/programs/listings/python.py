"""Python's own functions: range, len, sum, zip, …"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from matgrad.core.dims import Dim
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.functions import computed, whole_numbers
from matgrad.programs.listings.likely import ROWS_ADDED
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.passes import Index, entry
from matgrad.programs.listings.values import Unread


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
