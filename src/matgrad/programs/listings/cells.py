"""A loop inside of a loop over samples: a number for each sample and each pass of the inner loop.

In `for j in range(k)` the entry scores[j] of each sample is kept as the whole matrix, a condition
as one of zeros and ones, and what is added up is the sum of all entries where the condition holds.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from matgrad import ops
from matgrad.core.shape import shape_of
from matgrad.programs.arrays.array import Array, as_array, entrywise, product
from matgrad.programs.arrays.functions import total
from matgrad.programs.arrays.tables import UFUNCS
from matgrad.programs.listings.samples import Samples
from matgrad.programs.listings.values import Index, Unread

NOT_READ = "this is not read in a loop inside of another one"
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Cells:
    """A number for each sample and each pass of the inner loop: a matrix."""

    stacked: Array
    index: Index
    inner: Index

    def of(self, found: Array) -> Cells:
        """Other numbers of the same loops."""
        return Cells(found, self.index, self.inner)

    def __neg__(self) -> Cells:
        return self.of(-self.stacked)


@dataclass(frozen=True, eq=False)
class Columns:
    """A vector for each sample, times a number for each pass of the inner loop."""

    vectors: Samples
    factors: Cells

    def __neg__(self) -> Columns:
        return Columns(self.vectors, -self.factors)


def ones(index: Index, inner: Index) -> Cells:
    """What holds in each pass."""
    axes = (index.count, inner.count)
    return Cells(Array(ops.filled(1, shape_of(*axes)), axes), index, inner)


def lifted(value: Any, like: Cells) -> Array:
    """A number of each sample, or one for all, as a matrix beside that of all passes."""
    match value:
        case Cells(index=index, inner=inner) if index is like.index and inner is like.inner:
            return value.stacked
        case Samples(stacked=stacked, index=index) if value.own == 0 and index is like.index:
            return stacked[:, None]
        case Samples(stacked=stacked, index=index) if value.own == 0 and index is like.inner:
            return stacked[None, :]
        case int() | float():
            return as_array(value)
        case Array(axes=()):
            return value
        case _:
            raise Unread(NOT_READ)


def combined_cells(op: ast.operator, left: Any, right: Any) -> Any:
    """Two values of which one is that of all passes, combined by an operator."""
    if type(op) not in _OPERATORS:
        raise Unread(NOT_READ)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Columns):
            if not isinstance(op, ast.Mult) and not (one is left and isinstance(op, ast.Div)):
                raise Unread(NOT_READ)
            return Columns(one.vectors, combined_cells(op, one.factors, other))
        is_vector = isinstance(other, Samples) and other.own == 1
        if isinstance(one, Cells) and is_vector and isinstance(op, ast.Mult):
            return Columns(other, one)
    like = left if isinstance(left, Cells) else right
    assert isinstance(like, Cells)
    compute = getattr(operator, _OPERATORS[type(op)])
    found = compute(lifted(left, like), lifted(right, like))
    return like.of(found)


def compared_cells(compare: Callable[[Any, Any], Any], left: Any, right: Any) -> Cells:
    """Where a comparison holds, for each pass."""
    like = left if isinstance(left, Cells) else right
    return like.of(compare(lifted(left, like), lifted(right, like)))


def of_cells(name: str, given: list[Any]) -> Cells:
    """A function of each of the numbers."""
    like = next(x for x in given if isinstance(x, Cells))
    if name in ("maximum", "minimum") and len(given) == 2:
        sides = [lifted(x, like) for x in given]
        return like.of(entrywise(getattr(ops, name), *sides))
    if name in UFUNCS and name != "matmul" and len(given) == 1:
        return like.of(UFUNCS[name](like.stacked))
    raise Unread(f"{name} is not read in a loop inside of another one")


def crossed(left: Any, right: Any) -> Cells | None:
    """The products of a vector of each sample with one of each pass: X[i] @ W[:, j]."""
    if not (isinstance(left, Samples) and isinstance(right, Samples)):
        return None
    if left.index.is_inner == right.index.is_inner or left.own != 1 or right.own != 1:
        return None
    one, other = (right, left) if left.index.is_inner else (left, right)
    return Cells(product(one.stacked, other.stacked.T), one.index, other.index)


def weight(mask: Any, index: Index, inner: Index) -> Cells:
    """What counts in each pass: ones, where a condition holds."""
    if isinstance(mask, Cells):
        return mask
    every = ones(index, inner)
    return every if mask is None else every.of(every.stacked * lifted(mask, every))


def both(mask: Any, other: Any) -> Any:
    """Where two conditions hold."""
    if mask is None:
        return other
    if isinstance(mask, Cells) or isinstance(other, Cells):
        return combined_cells(ast.Mult(), numbers(mask), numbers(other))
    return numbers(mask) * numbers(other)


def numbers(condition: Any) -> Any:
    """A condition as zeros and ones."""
    stacked = condition.stacked
    plain = Array(stacked.expr, stacked.axes)
    return condition.of(plain) if isinstance(condition, Cells) else Samples(plain, condition.index)


def otherwise(condition: Any) -> Any:
    """Where a condition does not hold."""
    found = numbers(condition)
    stacked = 1 - found.stacked
    return found.of(stacked) if isinstance(found, Cells) else Samples(stacked, found.index)


def weighted(value: Any, weight: Cells) -> Any:
    """A value with what counts in each pass: Cells, Columns, or an array that is one for all."""
    if isinstance(value, Samples) and value.own == 1:
        return Columns(value, weight)
    if isinstance(value, Array) and value.axes:
        return value * total(weight.stacked)
    return combined_cells(ast.Mult(), value, weight)


def summed_cells(value: Any, weight: Cells) -> Array:
    """What all passes of both loops add up to."""
    match weighted(value, weight):
        case Cells(stacked=stacked):
            return total(stacked)
        case Columns(vectors=vectors, factors=factors):
            return product(vectors.stacked.T, total(factors.stacked, 1))
        case found:
            return found
