"""Sums of letters in brackets before a number: (a + b)x, in which they may be the numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matgrad.core.dims import ONE
from matgrad.errors import DoubtError
from matgrad.syntax.functions import values_first
from matgrad.syntax.inference import Inference, convention
from matgrad.syntax.tree import Node, terms

_PRODUCTS = ("*", "⋅")


def doubt_in_sums(
    found: Inference, formulas: Sequence[Node], bold: Collection[str]
) -> DoubtError | None:
    """Doubt in (a + b)x with vectors a and b: nothing but their letters speaks for these.

    A Greek letter or a number in the text behind the brackets is a factor, as in (a - b)λ.
    """
    pieces = [node for formula in formulas for node in values_first(formula)]
    spoken = {*bold, *found.scope.transposed, *found.scope.dotted, *found.scope.columns}
    for node in (node for node in pieces if node.is_infix(*_PRODUCTS)):
        bracket, *factors = _factors(node)
        names = _letters(found, bracket)
        if not names or names & spoken or not _is_open_number(found, factors):
            continue
        if names & _as_vectors(found, pieces, node):
            continue
        letters = " and ".join(sorted(names))
        return DoubtError(
            f"are {letters} vectors here, or numbers?", node.position,
            f"declare which, for example {min(names)}: scalar",
        )  # fmt: skip
    return None


def _factors(node: Node) -> list[Node]:
    """The factors of a product without brackets, but for numbers before it."""
    found: list[Node] = []
    while node.is_infix(*_PRODUCTS) and not (found and node.grouped):
        found.append(node.args[1])
        node = node.args[0]
    return found[::-1] if node.kind == "number" else [node, *found[::-1]]


def _is_open_number(found: Inference, factors: Sequence[Node]) -> bool:
    """Do these make a number, such as x or x'x, in which small letters stand that are open?"""
    if not factors or found.shape(factors[0]).rows != ONE or found.shape(factors[-1]).cols != ONE:
        return False
    names = {n.text for each in factors for n in values_first(each) if n.kind == "name"}
    return any(convention(name) == "vector" for name in names & found.scope.undeclared.keys())


def _letters(found: Inference, node: Node) -> set[str]:
    """The small letters of which nothing is declared, if this is a sum of such vectors alone."""
    parts = [term for _, term in terms(node)] if node.is_infix("+", "-") else []
    is_column = found.shape(node).cols == ONE and not found.shape(node).is_scalar
    if not parts or not node.grouped or not is_column or not all(map(_is_name, parts)):
        return set()
    names = {part.text for part in parts}
    is_open = names <= found.scope.undeclared.keys()
    return names if is_open and all(convention(name) == "vector" for name in names) else set()


def _is_name(node: Node) -> bool:
    return node.kind == "name"


def _as_vectors(found: Inference, pieces: Sequence[Node], product: Node) -> set[str]:
    """The letters that are vectors for other reasons: behind a matrix, transposed or in a norm."""
    names: set[str] = set()
    for node in pieces:
        held = node.args[1:] if node.is_infix(*_PRODUCTS) else ()
        held = held if held and found.shape(node.args[0]).cols != ONE else ()
        is_norm = node.kind == "call" and found.shape(node).is_scalar
        is_norm = is_norm and product not in values_first(node)
        held = node.args if is_norm or node.kind == "postfix" else held
        names |= {n.text for arg in held for n in values_first(arg) if n.kind == "name"}
    return names
