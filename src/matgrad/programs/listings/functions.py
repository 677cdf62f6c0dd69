"""Functions of libraries, and of Python itself, with values of a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.shape import shape_of
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.arrays.matrices import array
from matgrad.programs.arrays.tables import NAMES, OPTIONS
from matgrad.programs.arrays.torch import LOSSES
from matgrad.programs.listings import library
from matgrad.programs.listings.likely import ROWS_ADDED
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.parts import label_of, of_chosen, one_hot
from matgrad.programs.listings.passes import Index, entry
from matgrad.programs.listings.values import Unread

_NEEDS_AXIS = ("softmax", "log_softmax", "logsumexp", "cumsum", "normalize", "cosine_similarity")
_BY_CLASS = {"one_hot": 0, "cross_entropy": 1, "nll_loss": 1}  # which argument has class numbers


def computed(
    m: Machine, name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = ""
) -> Any:
    """What a function of a library gives; a method is one of the library that the program uses."""
    given = [array(x) if _is_of_numbers(x) else x for x in given]
    options = {k: None if _is_whole(given, k, x) else x for k, x in options.items()}
    match NAMES.get(name, name), given:
        case "arange", _:
            return whole_numbers(m, *given)
        case "max", [Array() as x, *more] if x.axes and all(isinstance(y, int) for y in more):
            return _largest(m, x, *more, **{OPTIONS.get(k, k): y for k, y in options.items()})
        case plain, [Array() as x] if (found := of_chosen(m, plain, x)) is not None:
            return found
        case _:
            pass
    if label := _label(m, name, given):
        rows = one_hot(m, label)
        given = [rows if n == _BY_CLASS[name] else x for n, x in enumerate(given)]
        if name == "one_hot":
            return rows
    is_loss = name in LOSSES
    along = None if name in _NEEDS_AXIS else options.get("axis", options.get("dim"))
    m.weigh_call(name, given, along, is_loss=is_loss)
    return library.call(name, given, options, of)


def _is_whole(given: Sequence[Any], option: str, axes: Any) -> bool:
    """Are these all axes of an array, as in np.sum(X, axis=(0, 1))?"""
    match given, axes:
        case [Array(ndim=ndim), *_], (int() as one, int() as other) if option in ("axis", "dim"):
            return ndim == 2 and {one % 2, other % 2} == {0, 1}
        case _:
            return False


def _is_of_numbers(x: Any) -> bool:
    """Is this a list of numbers, or of such lists?"""
    found = [y for each in _entries(x) for y in (_entries(each) or [each])]
    return bool(found) and all(isinstance(y, int | float) for y in found)


def _entries(x: Any) -> list[Any]:
    """The entries of a list; anything else has none."""
    return cast("list[Any]", x) if isinstance(x, list) else []


def _label(m: Machine, name: str, given: Sequence[Any]) -> str:
    """The class numbers among the arguments of a function that takes them."""
    at = _BY_CLASS.get(name, len(given))
    return label_of(m, given[at]) if at < len(given) and isinstance(given[at], Array) else ""


def _largest(m: Machine, x: Array, axis: Any = None, keepdims: bool = False) -> Array:
    """The largest entry of an array: a name, as most programs only subtract it for safety."""
    along = None if axis is None or x.ndim == 1 else axis_of(x, axis)
    axes = (ONE,) * x.ndim * keepdims if along is None else (x.axes[1 - along],)
    symbol = ops.symbol(f"shift_{len(m.shifts)}", *shape_of(*axes))
    m.shifts[symbol] = ops.max_entry(x.expr) if along is None else None
    found = Array(symbol, axes)
    if along is None or not keepdims:
        return found
    return found[:, None] if along == 1 else found[None, :]


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
