"""Sizes of the factors of (A ⊗ B) vec(X): as in vec(B X Aᵀ), each is that of a side of X.

From the product of two sizes alone nothing follows for either of them.
"""

from __future__ import annotations

from matgrad.core.shape import Shape
from matgrad.syntax.forms import is_transposed
from matgrad.syntax.inference import Inference
from matgrad.syntax.tree import Node


def fits_by_factors(found: Inference, node: Node) -> bool:
    """Make the sizes of a Kronecker product those of the matrix whose vec is beside it."""
    left, right = node.args
    while left.is_infix("*"):
        left = left.args[1]
    while right.is_infix("*"):
        right = right.args[0]
    if is_transposed(left) and (X := _vec(found, left.args[0])):
        sides, pair = X, _factors(found, right)
        outer = [shape.rows for shape in pair]
    elif X := _vec(found, right):
        sides, pair = X, _factors(found, left)
        outer = [shape.cols for shape in pair]
    else:
        return False
    wanted = (sides.cols, sides.rows)
    return bool(outer) and all(
        found.sizes.equate(*both) for both in zip(outer, wanted, strict=True)
    )


def _vec(found: Inference, node: Node) -> Shape | None:
    """The shape of the matrix whose columns are put below each other here."""
    is_vec = node.kind == "call" and node.text == "vec" and len(node.args) == 1
    return found.shapes[node.args[0]] if is_vec else None


def _factors(found: Inference, node: Node) -> list[Shape]:
    """The shapes of the two factors of a Kronecker product, or of its transpose."""
    is_turned = is_transposed(node)
    node = node.args[0] if is_turned else node
    is_product = node.is_infix("⊗") or (node.kind == "call" and node.text == "kron")
    shapes = [found.shapes[arg] for arg in node.args] if is_product else []
    return [shape.transposed if is_turned else shape for shape in shapes]
