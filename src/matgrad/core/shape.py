"""Shapes and the rules operators share for them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from matgrad.core.dims import ONE, Dim, dim
from matgrad.errors import ShapeError


class Shape(NamedTuple):
    """Rows and columns; a scalar is 1×1, a column vector n×1."""

    rows: Dim
    cols: Dim

    @property
    def is_scalar(self) -> bool:
        """Is this 1×1?"""
        return self.rows == ONE and self.cols == ONE

    @property
    def is_column(self) -> bool:
        """Is this n×1?"""
        return self.cols == ONE

    @property
    def is_vector(self) -> bool:
        """Is this n×1 or 1×n?"""
        return ONE in self

    @property
    def is_tall(self) -> bool:
        """Are there more rows than columns, whatever the sizes?"""
        return (self.rows - self.cols).is_positive

    @property
    def is_square(self) -> bool:
        """Are there as many rows as columns?"""
        return self.rows == self.cols

    @property
    def transposed(self) -> Shape:
        """The shape of the transpose."""
        return Shape(self.cols, self.rows)

    def __str__(self) -> str:
        return f"{self.rows}×{self.cols}"


class Span(NamedTuple):
    """The indices from `first` to `last`, counted from one, among `size` of them."""

    first: Dim
    last: Dim
    size: Dim

    @property
    def length(self) -> Dim:
        """How many indices there are."""
        return self.last - self.first + 1

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


def shape_of(*sizes: Dim | int | str) -> Shape:
    """The shape with these sizes: none for a scalar, one for a column vector, two for a matrix.

    >>> str(shape_of("m", "n"))
    'm×n'
    """
    match sizes:
        case ():
            return SCALAR
        case (rows,):
            return Shape(dim(rows), ONE)
        case (rows, cols):
            return Shape(dim(rows), dim(cols))
        case _:
            raise ShapeError(f"a shape has at most two sizes, not {len(sizes)}")


SCALAR = Shape(ONE, ONE)


def same(*shapes: Shape) -> Shape:
    """All shapes are equal (sums, Hadamard products)."""
    first = shapes[0]
    for other in shapes[1:]:
        if other != first:
            differ = next((a, b) for a, b in zip(first, other, strict=True) if a != b)
            raise ShapeError(f"shapes differ: {first} and {other}").between(*differ)
    return first


def chain(*shapes: Shape) -> Shape:
    """(m×n)(n×k) gives m×k."""
    for left, right in pairwise(shapes):
        if left.cols != right.rows:
            raise ShapeError(
                f"cannot multiply {left} by {right}: {left.cols} and {right.rows} differ"
            ).between(left.cols, right.rows)
    return Shape(shapes[0].rows, shapes[-1].cols)


def square(shape: Shape) -> Shape:
    """The shape is n×n."""
    if not shape.is_square:
        raise ShapeError(
            f"a square matrix is needed, this is {shape}: {shape.rows} and {shape.cols} differ"
        ).between(shape.rows, shape.cols)
    return shape
