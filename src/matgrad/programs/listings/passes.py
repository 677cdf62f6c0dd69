"""What a loop over samples computes, for all of its passes at once.

In `for i in range(n)` the row X[i] is kept as all of X, of which one axis is that of the loop, and
what a loop adds up is a sum along this axis. A value is a product of arrays whose axes have labels,
as in np.einsum; it is multiplied out as soon as that leaves at most two axes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.shape import shape_of
from matgrad.errors import AxisError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.matrices import summed
from matgrad.programs.listings.values import Unread, parts_of

NOT_READ = "this is not read inside of a loop over samples"
MOST_AXES = 2


@dataclass(frozen=True, eq=False)
class Index:
    """The variable of a loop over all samples, or an axis that a value has besides."""

    count: Dim
    depth: int = -1  # of the loop, inside of how many others it is

    def see_that_it_runs_along(self, axis: Index) -> None:
        """Refuse an axis of another length."""
        if axis.count != self.count:
            words = f"a loop over {self.count} samples of {axis.count}"
            raise ShapeError(words).between(self.count, axis.count)


@dataclass(frozen=True)
class Pass:
    """One pass of a loop stands for all: its variable, and the names that it sets."""

    index: Index
    names: frozenset[str]


Labels = tuple[Index, ...]
Factors = tuple[tuple[Labels, Array], ...]


def labels_of(factors: Factors) -> Labels:
    """All axes of a product, each once."""
    return tuple(dict.fromkeys(label for labels, _ in factors for label in labels))


def fresh(axes: Sequence[Dim]) -> Labels:
    """Labels for the axes of a value itself."""
    return tuple(map(Index, axes))


def multiplied_out(factors: Factors, out: Labels) -> Array:
    """The sum of products over all axes but these."""
    try:
        return summed(factors, out)
    except UnsupportedError:
        raise Unread(NOT_READ) from None


@dataclass(frozen=True, eq=False)
class Each:
    """An array for each pass of a loop: a product, and which of its axes each array has."""

    factors: Factors
    own: Labels = ()

    @property
    def loops(self) -> Labels:
        """The loops in whose passes it differs, the outer one first."""
        found = (x for x in labels_of(self.factors) if x.depth >= 0 and x not in self.own)
        return tuple(sorted(found, key=lambda x: x.depth))

    def array(self) -> Array:
        """The arrays of all passes as one: the axes of the loops come first."""
        return multiplied_out(self.factors, self.loops + self.own)

    def plain(self) -> Each:
        """Conditions as zeros and ones, and a product that is multiplied out."""
        found = self.array()
        return Each(((self.loops + self.own, Array(found.expr, found.axes)),), self.own)

    @property
    def T(self) -> Each:
        """A vector stays as it is, as in NumPy."""
        if len(self.own) > 1:
            raise Unread(NOT_READ)
        return self

    def __neg__(self) -> Each:
        (labels, first), *others = self.factors
        return Each(((labels, -first), *others), self.own)


def as_each(value: Any) -> Each:
    """A value that is the same in all passes has no axes but its own."""
    if isinstance(value, Each):
        return value
    array = as_array(value)
    own = fresh(array.axes)
    return Each(((own, array),), own)


def combined(op: Callable[..., Array], *values: Any) -> Each:
    """A function of several values, entry by entry in each pass."""
    sides = [as_each(value) for value in values]
    loops = tuple(sorted({x for side in sides for x in side.loops}, key=lambda x: x.depth))
    rank = max(len(side.own) for side in sides)
    if len(loops) + rank > MOST_AXES:
        return _product(op, sides)
    found = op(*(_spread(side, loops, rank) for side in sides))
    own = fresh(found.axes[len(loops) :])
    return Each(((loops + own, found),), own)


def divided(top: Any, bottom: Any) -> Any:
    """The quotient, entry by entry."""
    return top / bottom


def _product(op: Callable[..., Array], sides: Sequence[Each]) -> Each:
    """A product of a vector in each pass with a number of others, which is multiplied out later."""
    left, right = sides
    if op is divided and not right.own:
        right, op = combined(divided, 1, right), operator.mul
    if op is not operator.mul or (left.own and right.own):
        raise Unread(NOT_READ)
    return Each(left.factors + right.factors, left.own or right.own)


def _spread(side: Each, loops: Labels, rank: int) -> Array:
    """The arrays of a value with axes of length one where it has none."""
    array = side.array()
    key: list[Any] = [slice(None) if x in side.loops else None for x in loops]
    key += [None] * (rank - len(side.own)) + [slice(None)] * len(side.own)
    while key and key[0] is None:  # the others are the last axes
        key.pop(0)
    return array if None not in key else array[tuple(key)]


def matched(left: Any, right: Any) -> Each:
    """The product of vectors and matrices in each pass."""
    a, b = as_each(left), as_each(right)
    if not a.own or not b.own:
        raise ShapeError("@ takes no numbers")
    along, other = a.own[-1], b.own[0]
    if along.count != other.count:
        raise ShapeError("the factors do not fit").between(along.count, other.count)
    b = renamed(b, {other: along})
    return settled(Each(a.factors + b.factors, a.own[:-1] + b.own[1:]))


def outer(left: Any, right: Any) -> Each:
    """The products of all entries of two vectors in each pass."""
    a, b = as_each(left), as_each(right)
    if len(a.own) != 1 or len(b.own) != 1:
        raise Unread(NOT_READ)
    return Each(a.factors + b.factors, a.own + b.own)


def renamed(value: Each, names: dict[Index, Index]) -> Each:
    """The value with other labels for its axes."""
    factors = tuple((tuple(names.get(x, x) for x in at), array) for at, array in value.factors)
    if any(len({*at}) < len(at) for at, _ in factors):
        raise Unread("entries of two samples are combined in the loop, which is not read")
    return Each(factors, tuple(names.get(x, x) for x in value.own))


def settled(value: Each) -> Each:
    """The value multiplied out, if that leaves at most two axes."""
    axes = value.loops + value.own
    return Each(((axes, value.array()),), value.own) if len(axes) <= MOST_AXES else value


def chosen(value: Each, axis: Index, rows: Each) -> Each:
    """The entries along an axis of a value that one-hot rows choose in each pass."""
    (own,) = rows.own
    own.see_that_it_runs_along(axis)
    left = tuple(x for x in value.own if x is not axis)
    return settled(Each(value.factors + renamed(rows, {own: axis}).factors, left))


def along_own(function: Callable[..., Array], value: Each) -> Each:
    """A sum, a norm, a mean, … of the entries in each pass."""
    if len(value.loops) != 1 or len(value.own) > 1:
        raise Unread(NOT_READ)
    stacked = value.array() if value.own else value.array()[:, None]
    return Each(((value.loops, function(stacked, axis=1)),))


def added_up(value: Any, over: Collection[Index]) -> Any:
    """What some loops add up to: an array, unless it differs in the passes of others."""
    each = as_each(value)
    counts = [Array(ops.size(x.count), ()) for x in over if x not in each.loops]
    left = tuple(x for x in each.loops if x not in over)
    found = reduce(operator.mul, counts, multiplied_out(each.factors, left + each.own))
    return Each(((left + each.own, found),), each.own) if left else found


def ones(axis: Index) -> Each:
    """A one in each place along an axis."""
    return Each((((axis,), Array(ops.filled(1, shape_of(axis.count)), (axis.count,))),))


def together(mask: Each | None, other: Each) -> Each:
    """Where two conditions hold, as zeros and ones."""
    return other if mask is None else combined(operator.mul, mask, other)


def entry(of: Any, keys: Sequence[Any]) -> Each:
    """The part of a value that the variables of loops choose; a part may choose one-hot rows."""
    found = as_each(of)
    if len(keys) > len(found.own):
        raise AxisError(f"an array with {len(found.own)} axes has no part with {len(keys)} indices")
    for axis, key in zip(found.own, keys, strict=False):
        match key:
            case Index():
                key.see_that_it_runs_along(axis)
                found = renamed(found, {axis: key})
            case Each():
                found = chosen(found, axis, key)
            case int() if len(found.own) == 1:
                return Each(((found.loops, found.array()[..., key]),))
            case slice(start=None, stop=None):
                pass
            case _:
                raise Unread("a part of this value is not read")
    return Each(found.factors, tuple(x for x in found.own if x not in keys))


def is_whole(over: Any) -> bool:
    """Is a loop one over all samples at once?"""
    if isinstance(over, list) and over:
        first = parts_of(cast("list[Any]", over)[0])
        return any(isinstance(x, Each | Index) for x in first)
    return isinstance(over, Index) or (
        isinstance(over, Array) and bool(over.axes) and over.axes[0].value is None
    )
