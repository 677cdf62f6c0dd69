"""What a loop over samples computes for each of them, kept for all of them at once.

In `for i in range(n)` the row X[i] is kept as all of X, w @ X[i] as X @ w, and what is added up in
the loop is the sum along the first axis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from matgrad import ops
from matgrad.programs.arrays.array import Array, as_array, divided, entrywise, product, to_the_power
from matgrad.programs.arrays.functions import total
from matgrad.programs.listings.values import Index, Unread, parts_of

TWO = "entries of two samples are combined in the loop, which is not read"
NOT_READ = "this is not read inside of a loop over samples"


@dataclass(frozen=True, eq=False)
class Samples:
    """One array for each sample, stacked along the first axis."""

    stacked: Array
    index: Index  # of which loop they are

    @property
    def own(self) -> int:
        """How many axes that of one sample has."""
        return self.stacked.ndim - 1

    def __add__(self, other: Any) -> Samples:
        return paired(lambda x, y: x + y, self, other)

    def __radd__(self, other: Any) -> Samples:
        return paired(lambda x, y: x + y, other, self)

    def __sub__(self, other: Any) -> Samples:
        return paired(lambda x, y: x - y, self, other)

    def __rsub__(self, other: Any) -> Samples:
        return paired(lambda x, y: x - y, other, self)

    def __mul__(self, other: Any) -> Samples:
        return paired(lambda x, y: entrywise(ops.entrywise, x, y), self, other)

    def __rmul__(self, other: Any) -> Samples:
        return paired(lambda x, y: entrywise(ops.entrywise, x, y), other, self)

    def __truediv__(self, other: Any) -> Samples:
        return paired(lambda x, y: entrywise(divided, x, y), self, other)

    def __rtruediv__(self, other: Any) -> Samples:
        return paired(lambda x, y: entrywise(divided, x, y), other, self)

    def __pow__(self, other: Any) -> Samples:
        return paired(to_the_power, self, other)

    def __neg__(self) -> Samples:
        return Samples(-self.stacked, self.index)

    def __matmul__(self, other: Any) -> Samples:
        return multiplied(self, other)

    def __rmatmul__(self, other: Any) -> Samples:
        return multiplied(other, self)

    @property
    def T(self) -> Samples:
        """A vector stays as it is, as in NumPy."""
        return self

    def total(self) -> Array:
        """The sum over all samples."""
        return total(self.stacked, 0)


@dataclass(frozen=True)
class Outer:
    """The products of all entries of two vectors, for each sample."""

    left: Samples
    right: Samples
    factor: Samples | None = None

    def total(self) -> Array:
        """Their sum over all samples is a product of two matrices."""
        left = self.left if self.factor is None else self.left * self.factor
        return product(left.stacked.T, self.right.stacked)


def paired(op: Callable[[Any, Any], Array], left: Any, right: Any) -> Samples:
    """An operator entry by entry, sample by sample."""
    own = max(_own(left), _own(right))
    if own > 1:
        raise Unread(NOT_READ)
    return Samples(op(_spread(left, own), _spread(right, own)), index_of(left, right))


def index_of(*values: Any) -> Index:
    """The loop to which values belong; those of two loops are not combined."""
    found = {x.index for x in values if isinstance(x, Samples)}
    if len(found) > 1:
        raise Unread(TWO)
    if not found:
        raise Unread(NOT_READ)
    return found.pop()


def _own(value: Any) -> int:
    return value.own if isinstance(value, Samples) else as_array(value).ndim


def _spread(value: Any, own: int) -> Array:
    """A value with the axes for which there are more entries for each sample."""
    if not isinstance(value, Samples):
        return as_array(value)
    return value.stacked[:, None] if value.own < own else value.stacked


def multiplied(left: Any, right: Any) -> Samples:
    """The product of two vectors, or of a matrix and a vector, for each sample."""
    if isinstance(left, Samples) and isinstance(right, Samples):
        if left.own != 1 or right.own != 1:
            raise Unread(NOT_READ)
        return Samples(total(left.stacked * right.stacked, 1), index_of(left, right))
    if isinstance(left, Samples):
        if left.own != 1:
            raise Unread(NOT_READ)
        return Samples(product(left.stacked, right), left.index)
    matrix = as_array(left)
    if right.own != 1:
        raise Unread(NOT_READ)
    return Samples(product(right.stacked, matrix.T), right.index)


def outer(left: Any, right: Any) -> Outer:
    """The outer product for each sample."""
    if not (isinstance(left, Samples) and isinstance(right, Samples)):
        raise Unread(NOT_READ)
    index_of(left, right)
    return Outer(left, right)


def along_own(function: Callable[..., Array], value: Samples) -> Samples:
    """A sum, a norm, a mean, … of the entries of each sample."""
    stacked = value.stacked if value.own else value.stacked[:, None]
    return Samples(function(stacked, axis=1), value.index)


def is_whole(over: Any) -> bool:
    """Is a loop one over all samples at once?"""
    if isinstance(over, list) and over:
        first = parts_of(cast("list[Any]", over)[0])
        return any(isinstance(x, Samples | Index) for x in first)
    return isinstance(over, Index) or (
        isinstance(over, Array) and bool(over.axes) and over.axes[0].value is None
    )
