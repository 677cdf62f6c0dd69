"""Greek letters that are numbers on paper, though what stands around them speaks for vectors.

Nobody writes a number behind a matrix, as in Aθ, or takes the length of one, as in ‖θ‖.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad.core.dims import ONE
from matgrad.errors import AmbiguousError
from matgrad.syntax.functions import operands, values_first
from matgrad.syntax.inference import Inference
from matgrad.syntax.tree import Node, postorder, terms

# What nobody takes of a number, in text and as LaTeX writes it with bars.
_OF_VECTORS = frozenset("norm1 norm2 norminf ‖·‖ ‖·‖1 ‖·‖2 ‖·‖infty diag Diag dot".split())
_NORMS_OF_MATRICES = frozenset(
    "normF normnuc normspec ‖·‖F ‖·‖mathrmF ‖·‖* ‖·‖ast ‖·‖star ‖·‖nuc ‖·‖op".split()
)
_NORMS = _NORMS_OF_MATRICES | _OF_VECTORS - {"diag", "Diag", "dot"}
_PRODUCTS = ("*", "⋅")


def spoken_for(found: Inference, formulas: Sequence[Node]) -> set[str]:
    """The letters that are numbers in this reading only by convention, and should be vectors."""
    names: set[str] = set()
    for node in _pieces(found, formulas):
        if (node.kind == "call" and node.text in _OF_VECTORS) or node.is_infix(":"):
            for arg in node.args:
                names |= _letters(found, arg)
        if node.kind == "call" and node.text in _NORMS_OF_MATRICES:
            continue
        for arg in () if node.is_infix(*_PRODUCTS) else operands(node):
            names |= _behind_matrix(found, arg)
    for formula in formulas:
        names |= _behind_matrix(found, formula)
    return names


def check_numbers(found: Inference, formulas: Sequence[Node]) -> None:
    """Ask about ‖Aλ‖ where λ is a number elsewhere, ‖Aλ‖_F, in which it may be one, and ‖λθ‖."""
    for node in _pieces(found, formulas):
        if node.kind == "call" and node.text in _NORMS:
            (inside,) = node.args
            letters = _behind_matrix(found, inside)
            if inside in found.soft:
                letters = {n.text for n in postorder(inside) if n.kind == "name"}
            for name in sorted(letters & found.scope.undeclared.keys()):
                raise AmbiguousError(
                    f"is {name} a number here, or a vector?", node.position,
                    f"declare which, for example {name}: vector",
                )  # fmt: skip


def _pieces(found: Inference, formulas: Sequence[Node]) -> Iterator[Node]:
    for formula in formulas if found.soft else ():
        yield from values_first(formula)


def _behind_matrix(found: Inference, node: Node) -> set[str]:
    """The letters that stand behind a matrix or a row, with nothing but numbers behind them."""
    while node.is_infix(*_PRODUCTS) and _is_number(found, node.args[1]):
        left, right = node.args
        is_first = not _is_number(found, left)
        if is_first and not (left.is_infix(*_PRODUCTS) and _is_number(found, left.args[1])):
            is_matrix = found.shape(left).cols != ONE and not _is_outer(found, left)
            is_matrix = is_matrix or _is_shrunk_row(found, left)
            return _letters(found, right) if is_matrix else set()
        node = left
    return set()


def _is_shrunk_row(found: Inference, node: Node) -> bool:
    """Is this wᵀ of a letter that only became a number so that all fits, as in wᵀμ + wᵀw?"""
    while node.is_infix(*_PRODUCTS):
        node = node.args[1]
    held = node.args[0] if node.kind == "postfix" else node
    is_open = held.kind == "name" and held.text in found.scope.undeclared
    return held is not node and is_open and found.shape(held).is_scalar


def _is_number(found: Inference, node: Node) -> bool:
    """Is this a number by convention, or because no name stands in it?"""
    return node in found.soft or node in found.constants


def _is_outer(found: Inference, node: Node) -> bool:
    """Is this a product xyᵀ, behind which a number may stand?"""
    is_product = node.is_infix(*_PRODUCTS) and found.shape(node).rows != ONE
    return is_product and found.shape(node.args[1]).rows == ONE


def _letters(found: Inference, node: Node) -> set[str]:
    """The names of a sum of letters, with numbers before them, each a number by convention."""
    names: set[str] = set()
    for _, term in terms(node):
        held = term
        while held.kind == "prefix":
            held = held.args[0]
        while held.is_infix("/") or (held.is_infix("*") and held.args[0] in found.constants):
            held = held.args[held.is_infix("*")]
        if held.kind != "name" or held not in found.soft:
            return set()
        names.add(held.text)
    return names
