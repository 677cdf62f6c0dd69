"""The shapes of parts of matrices, and of matrices that are put together from blocks or factors."""

from __future__ import annotations

from matgrad.core.dims import ONE, Dim
from matgrad.core.shape import Shape
from matgrad.syntax.forms import is_transposed
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
            else "at most two indices can follow", node, [shape],
            "an entry is A[1,2], a row A[1,:]",
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
    if not index.is_infix(":"):
        return axis if index.kind == "slice" else ONE
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
    _keep_zeros(found, node, aligned)
    return Shape(height, args[0].cols)


def _keep_zeros(found: Inference, node: Node, aligned: bool) -> None:
    """Keep the sizes of rows and columns in which only zeros are written: one, if nothing tells."""
    for row in node.args:
        if all(map(is_zero, row.args)):
            found.zeros.append(found.shapes[row.args[0]].rows)
    for column in zip(*(row.args for row in node.args), strict=True) if aligned else ():
        if all(map(is_zero, column)):
            found.zeros.append(found.shapes[column[0]].cols)


def shrink_zeros(found: Inference) -> None:
    """Make rows and columns of zeros one wide, unless they are as wide as a variable."""
    sides = {found.sizes.resolve(side) for shape in found.symbols.values() for side in shape}
    for size in found.zeros:
        known = found.sizes.resolve(size)
        if is_unknown(known) and known not in sides:
            found.sizes.equate(size, ONE)


def align_blocks(found: Inference, left: Node, right: Node) -> None:
    """Blocks below each other in two terms of a sum are equally high: [A; B]x − [b; 0]."""
    heights = _heights(found, left), _heights(found, right)
    pairs = [*zip(*heights, strict=False)]
    is_equal = len(heights[0]) == len(heights[1]) > 1
    if is_equal and all(a == b or is_unknown(a) or is_unknown(b) for a, b in pairs):
        for a, b in pairs:
            found.sizes.equate(a, b)


def _heights(found: Inference, node: Node) -> list[Dim]:
    """How high the blocks of a term are, one below the other; nothing if it has none."""
    while not (node.kind == "grid" and node.text == "rows"):
        if node.kind == "prefix":
            node = node.args[0]
        elif node.is_infix("*"):
            left, right = node.args
            node = right if found.sizes.is_scalar(found.shapes[left]) else left
        else:
            return []
    return [found.sizes.resolve(found.shapes[row].rows) for row in node.args]


def fits_by_factors(found: Inference, node: Node) -> bool:
    """Make the sizes of A and B in (A ⊗ B) vec(X), which is vec(B X Aᵀ), those of the sides of X.

    From the product of two sizes alone nothing follows for either of them.
    """
    left, right = node.args
    while left.is_infix("*"):
        left = left.args[1]
    while right.is_infix("*"):
        right = right.args[0]
    before = left.args[0] if is_transposed(left) else left
    is_before = before is not left and before.kind == "call" and before.text == "vec"
    vec, product = (before, right) if is_before else (right, left)
    pair = product.args[0] if is_transposed(product) else product
    is_pair = pair.is_infix("⊗") or (pair.kind == "call" and pair.text == "kron")
    if vec.kind != "call" or vec.text != "vec" or not is_pair:
        return False
    X, factors = found.shapes[vec.args[0]], [found.shapes[arg] for arg in pair.args]
    if is_before == (pair is product):
        factors = [shape.transposed for shape in factors]
    wanted = zip(factors, (X.cols, X.rows), strict=True)
    return all(found.sizes.equate(factor.cols, size) for factor, size in wanted)
