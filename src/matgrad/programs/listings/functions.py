"""Functions of libraries with values of a program: lists of numbers become arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.numbers import number
from matgrad.programs.arrays.torch import LOSSES
from matgrad.programs.listings import library
from matgrad.programs.listings.largest import largest
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.parts import of_chosen
from matgrad.programs.listings.passes import Index
from matgrad.programs.listings.values import Unread

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
