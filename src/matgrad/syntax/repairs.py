"""Formulas that are one slip away: a transpose, an order, products of entries, a bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations
from typing import NamedTuple

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.forms import infix, is_transposed, transposed
from matgrad.syntax.tree import Node, postorder, rebuilt

MISSING, EXTRA = "a transpose is missing", "a transpose is too much"
TWO, MIXED = "two transposes are missing", "two transposes are wrong"
ORDER = "the order of a product is wrong"
ENTRIES, BRACKET = "the product of entries is meant", "a bracket is missing"
FEW = 12  # factors that are tried; two at a time, their pairs


class Repair(NamedTuple):
    """What is changed, in words, and the formula that it makes."""

    words: str
    formula: Expr


def repairs(
    tree: Node, symbols: Mapping[str, Expr], expression: Callable[[Node], Expr]
) -> Iterator[Repair]:
    """The formulas near the one that a tree stands for that have a shape."""

    def read(tree: Node) -> Expr | None:
        try:
            return expression(tree)
        except MatgradError:
            return None

    for words, other in _edits(tree, symbols, read):
        if (formula := read(other)) is not None:
            yield Repair(words, formula)


def _edits(
    tree: Node, symbols: Mapping[str, Expr], read: Callable[[Node], Expr | None]
) -> Iterator[tuple[str, Node]]:
    """The tree with one factor turned, two that follow each other exchanged, or two turned."""
    pieces = postorder(tree)
    products = [node for node in pieces if node.is_infix("*")]
    pairs = [node for node in pieces if node.is_infix("*", ".*") or _is_kron(node)]
    inside = [arg for node in pairs for arg in node.args if _is_factor(arg, symbols)][:FEW]
    turned = {node: transposed(node) for node in inside}
    for node in inside:
        yield EXTRA if is_transposed(node) else MISSING, _replaced(tree, {node: turned[node]})
    for node in products[:FEW]:
        *rest, last = _factors(node)
        behind = int(rest[0].kind == "number")  # the number in front stays there
        yield ORDER, _replaced(tree, {node: _product([*rest[:-1], last, rest[-1]])})
        yield ORDER, _replaced(tree, {node: _product([*rest[:behind], last, *rest[behind:]])})
    if (by_entries := _by_entries(tree, products, read)) is not None:
        yield ENTRIES, by_entries
    for node in [node for node in pieces if node.is_infix("+", "-")][:FEW]:
        for other in _bracketed(node):
            yield BRACKET, _replaced(tree, {node: other})
    for one, other in combinations(inside, 2):
        words = MIXED if any(map(is_transposed, (one, other))) else TWO
        yield words, _replaced(tree, {node: turned[node] for node in (one, other)})


def _is_factor(node: Node, symbols: Mapping[str, Expr]) -> bool:
    """Is this a factor that has a transpose? A number has none, a product is taken apart."""
    if node.kind == "name":
        return node.text in symbols and not symbols[node.text].is_scalar
    return node.grouped or is_transposed(node) or node.kind == "call"


def _is_kron(node: Node) -> bool:
    return node.kind == "call" and node.text == "kron"


def _by_entries(
    tree: Node, products: Sequence[Node], read: Callable[[Node], Expr | None]
) -> Node | None:
    """The tree with products of entries in the place of those that have no shape."""
    made: dict[Node, Node] = {}
    for node in products:  # from the inside
        now = _replaced(node, made)
        if read(now) is None and read(other := replace(now, text=".*")) is not None:
            made[node] = replace(other, grouped=True)
    return _replaced(tree, made) if made else None


def _bracketed(node: Node) -> Iterator[Node]:
    """Of a*b*c - d the products a*(b*c - d) and a*b*(c - d)."""
    left, right = node.args
    if not left.is_infix("*") or left.grouped:
        return
    factors = _factors(left)
    for at in range(1, len(factors)):
        whole = infix(node.text, _product(factors[at:]), right)
        for other in reversed(factors[:at]):
            whole = infix("*", other, whole)
        yield whole


def _factors(node: Node) -> list[Node]:
    """The factors of a product, from the left."""
    found = [node.args[1]]
    left = node.args[0]
    while left.is_infix("*") and not left.grouped:
        found.append(left.args[1])
        left = left.args[0]
    return [left, *reversed(found)]


def _product(factors: Sequence[Node]) -> Node:
    return reduce(lambda left, right: infix("*", left, right), factors)


def _replaced(tree: Node, new: Mapping[Node, Node]) -> Node:
    """The tree with other pieces in the place of some."""
    return rebuilt(tree, new.get)
