"""Small letters that are vectors on paper, though what stands around them speaks for numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from matgrad.core.dims import ONE
from matgrad.errors import AmbiguousError, Option
from matgrad.syntax.functions import operands, values_first
from matgrad.syntax.inference import Inference, convention
from matgrad.syntax.plausible import VECTORS_ONLY
from matgrad.syntax.tree import Node, terms

_OF_NUMBERS = ("+", "-", "*", "⋅", "/", "^")


def rather_numbers(found: Inference, formulas: Sequence[Node]) -> set[str]:
    """The letters before numbers in a formula of plain letters: a and b in ax² + bx + c.

    A vector stands behind its factors, as in c²x.
    """
    scope = found.scope
    if found.shape(formulas[0]).is_scalar or scope.declared or scope.functions:
        return set()
    wide = {name for name, shape in found.symbols.items() if not found.sizes.is_scalar(shape)}
    if any(convention(name) != "vector" for name in wide) or wide & scope.columns:
        return set()
    pieces = [node for formula in formulas for node in values_first(formula)]
    tables = [node for node in pieces if node.kind == "grid"]
    if not all(node in tables or _is_of_numbers(found, node) for node in pieces):
        return set()
    if tables:
        return _beside_numbers(found, tables) & wide
    products = [node.args for node in pieces if node.is_infix("*", "⋅")]
    before = {_last(left).text for left, right in products if _is_named_number(found, right)}
    return before & wide


def _beside_numbers(found: Inference, tables: Sequence[Node]) -> set[str]:
    """The letters of columns in which a number stands as well: x and y in [x²; xy]."""
    columns = [t for t in tables if t.text == "rows" and all(len(r.args) == 1 for r in t.args)]
    columns = [t for t in columns if any(_is_named_number(found, r.args[0]) for r in t.args)]
    return {n.text for t in columns for n in values_first(t) if n.kind == "name"}


def _is_named_number(found: Inference, node: Node) -> bool:
    """Is this a number with a small letter in it, as x², and no Greek one?"""
    is_open = node not in found.soft and node not in found.constants
    return is_open and found.shape(node).is_scalar


def _last(node: Node) -> Node:
    """The last factor of a product."""
    while node.is_infix("*", "⋅"):
        node = node.args[1]
    return node


def _is_of_numbers(found: Inference, node: Node) -> bool:
    """May this piece be one of a formula about numbers?"""
    if node.kind == "call":
        args = operands(node)
        is_entrywise = len(args) == 1 and found.shape(node) == found.shape(args[0])
        return is_entrywise and node.text not in VECTORS_ONLY
    is_plain = node.kind in ("number", "name", "prefix") and node not in found.identities
    return is_plain or node.is_infix(*_OF_NUMBERS)


def check_labels(found: Inference, formulas: Sequence[Node]) -> None:
    """Ask about y of log(1 + exp(-y wᵀx)): a vector yields one value for each of its entries."""
    if found.shape(formulas[0]).is_scalar:
        return
    pieces = [node for formula in formulas for node in values_first(formula)]
    names = [node.text for node in pieces if node.kind == "name"]
    for total in (node for node in pieces if node.is_infix("+", "-")):
        parts = [term for _, term in terms(total)]
        if any(part in found.constants for part in parts):
            for node in _labels(found, parts, names):
                raise AmbiguousError(
                    f"is {node.text} a number here, or a vector?", node.position,
                    ways=[Option(f"{node.text}: scalar", "a number")],
                )  # fmt: skip


def _labels(found: Inference, parts: Sequence[Node], names: Collection[str]) -> Iterator[Node]:
    """The letters before inner products wᵀx, each of which stands only there."""
    scope = found.scope
    for node in (node for part in parts for node in values_first(part) if node.is_infix("*")):
        outer = node.args[0]
        if not outer.is_infix("*") or found.shape(node.args[1]).cols != ONE:
            continue
        first, row = outer.args
        while first.kind == "prefix":
            first = first.args[0]
        is_row = found.shape(row).rows == ONE and not found.shape(row).is_scalar
        is_open = first.kind == "name" and first.text in scope.undeclared.keys() - scope.transposed
        if is_row and is_open and list(names).count(first.text) == 1:
            yield first
