"""The shapes of parts of matrices, and of matrices that are put together from blocks."""

from __future__ import annotations

from matgrad.core.dims import ONE, Dim
from matgrad.core.shape import Shape
from matgrad.syntax.inference import Inference
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, is_zero
from matgrad.syntax.unify import is_unknown


def part(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """The shape of A[i,j], A[i,:] or x[1:3]."""
    shape = args[0]
    known = found.sizes.shape(shape)
    count = len(node.args) - 1
    fits = count == 2 or known.is_vector or found.sizes.equate(shape.cols, ONE)
    if count > 2 or not fits:
        raise found.misfit(
            f"{found.quote(node.args[0])} is {{0}}, so it has two indices" if count == 1
            else "at most two indices can follow", node, [shape], "A[i,j] or x[i]",
        )  # fmt: skip
    if count == 2:
        return Shape(
            _picked(found, node.args[1], shape.rows), _picked(found, node.args[2], shape.cols)
        )
    if known.rows == ONE and not known.is_column:
        return Shape(ONE, _picked(found, node.args[1], shape.cols))
    return Shape(_picked(found, node.args[1], shape.rows), ONE)


def _picked(found: Inference, index: Node, axis: Dim) -> Dim:
    """How many rows or columns an index takes; x[2:n] says that an unknown x has n entries."""
    if index.kind == "slice":
        return axis
    if not index.is_infix(":"):
        return ONE
    first, last = map(dimension, index.args)
    if index.args[1].kind == "name" and is_unknown(found.sizes.resolve(axis)):
        found.sizes.equate(axis, last)
    return last - first + 1


def grid(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """The shape of a block matrix, or of one of its rows."""
    return _row(found, node, args) if node.text == "row" else _rows(found, node, args)


def _row(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """Blocks side by side have equally many rows; a 0 is a block of zeros."""
    height, width = found.sizes.fresh(), Dim({})
    for piece, shape in zip(node.args, args, strict=True):
        if is_zero(piece):
            found.shapes[piece] = Shape(height, found.sizes.fresh())
        elif not found.sizes.equate(height, shape.rows):
            message = f"{found.quote(piece)} is {{0}}, but the blocks beside it have {{1}}"
            raise found.misfit(message, node, [shape, Shape(height, ONE)])
        width = width + found.shapes[piece].cols
    return Shape(height, width)


def _rows(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """Rows of equally many blocks stand below each other block by block."""
    aligned = len({len(row.args) for row in node.args}) == 1
    height = Dim({})
    for row, shape in zip(node.args, args, strict=True):
        pairs = zip(row.args, node.args[0].args, strict=True) if aligned else ()
        for block, above in pairs:
            here, there = found.shapes[block], found.shapes[above]
            if not found.sizes.equate(here.cols, there.cols):
                message = f"{found.quote(block)} is {{0}}, the block above it {{1}}"
                raise found.misfit(message, node, [here, there])
        if not found.sizes.equate(shape.cols, args[0].cols):
            raise found.misfit("the rows of blocks are {0} and {1}", node, [args[0], shape])
        height = height + shape.rows
    _shrink_zeros(found, node, aligned)
    return Shape(height, args[0].cols)


def _shrink_zeros(found: Inference, node: Node, aligned: bool) -> None:
    """A row or column in which only zeros are written is one wide."""
    for row in node.args:
        if all(map(is_zero, row.args)):
            found.sizes.equate(found.shapes[row.args[0]].rows, ONE)
    for column in zip(*(row.args for row in node.args), strict=True) if aligned else ():
        if all(map(is_zero, column)):
            found.sizes.equate(found.shapes[column[0]].cols, ONE)
