"""Formulas that are one slip away from one whose shapes do not fit.

The slips are a transpose, an order, products of entries and a bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.expression import Named, read_tree
from matgrad.syntax.forms import infix, is_transposed, transposed
from matgrad.syntax.latex.expression import latex_tree
from matgrad.syntax.tree import Node, postorder

MISSING, EXTRA = "a transpose is missing", "a transpose is too much"
TWO, MIXED = "two transposes are missing", "two transposes are wrong"
ORDER = "the order of a product is wrong"
ENTRIES, BRACKET = "the product of entries is meant", "a bracket is missing"
FEW = 12  # factors that are tried; two at a time, their pairs


class Repair(NamedTuple):
    """What is changed, in words, and the formula that it makes."""

    words: str
    formula: Expr


def latex_repairs(
    latex: str, symbols: Mapping[str, Expr], functions: Named = ()
) -> Iterator[Repair]:
    """The formulas near this one in LaTeX that have a shape."""
    yield from repairs(latex_tree(latex, symbols, functions), latex, symbols, functions)


def repairs(
    tree: Node, source: str, symbols: Mapping[str, Expr], functions: Named
) -> Iterator[Repair]:
    """The formulas near the one that a tree stands for that have a shape."""

    def read(tree: Node) -> Expr | None:
        try:
            return read_tree(tree, source, symbols, functions)
        except MatgradError:
            return None

    for words, other in _edits(tree, symbols, read):
        if (formula := read(other)) is not None:
            yield Repair(words, formula)


def _edits(
    tree: Node, symbols: Mapping[str, Expr], read: Callable[[Node], Expr | None]
) -> Iterator[tuple[str, Node]]:
    """The tree with one factor turned, two that follow each other exchanged, or two turned."""
    products = [node for node in postorder(tree) if node.is_infix("*")]
    pairs = [node for node in postorder(tree) if node.is_infix("*", ".*") or _is_kron(node)]
    inside = [arg for node in pairs for arg in node.args if _is_factor(arg, symbols)][:FEW]
    turned = {id(node): transposed(node) for node in inside}
    for node in inside:
        words = EXTRA if is_transposed(node) else MISSING
        yield words, _replaced(tree, {id(node): turned[id(node)]})
    for node in products[:FEW]:
        yield ORDER, _replaced(tree, {id(node): _exchanged(node)})
        yield ORDER, _replaced(tree, {id(node): _last_first(node)})
    if (by_entries := _by_entries(tree, products, read)) is not None:
        yield ENTRIES, by_entries
    for node in [node for node in postorder(tree) if node.is_infix("+", "-")][:FEW]:
        for other in _bracketed(node):
            yield BRACKET, _replaced(tree, {id(node): other})
    for one, other in combinations(inside, 2):
        pair = {id(node): turned[id(node)] for node in (one, other)}
        yield MIXED if any(map(is_transposed, (one, other))) else TWO, _replaced(tree, pair)


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
    made: dict[int, Node] = {}
    for node in products:  # from the inside
        now = _replaced(node, made)
        if read(now) is None and read(other := replace(now, text=".*")) is not None:
            made[id(node)] = replace(other, grouped=True)
    return _replaced(tree, made) if made else None


def _bracketed(node: Node) -> Iterator[Node]:
    """Of a*b*c - d the products a*(b*c - d) and a*b*(c - d)."""
    left, right = node.args
    if not left.is_infix("*") or left.grouped:
        return
    factors = _factors(left)
    for at in range(1, len(factors)):
        first, *inner = factors[at:]
        for other in inner:
            first = infix("*", first, other)
        whole = infix(node.text, first, right)
        for other in reversed(factors[:at]):
            whole = infix("*", other, whole)
        yield whole


def _exchanged(node: Node) -> Node:
    """A product with its last two factors in the other order."""
    left, right = node.args
    if left.is_infix("*") and not left.grouped:
        first, second = left.args
        return replace(node, args=(replace(left, args=(first, right)), second))
    return replace(node, args=(right, left))


def _last_first(node: Node) -> Node:
    """A product with its last factor before the others, behind the number in front."""
    *rest, last = _factors(node)
    numbers = rest[:1] if rest[0].kind == "number" else []
    first, *others = [*numbers, last, *rest[len(numbers) :]]
    for other in others:
        first = replace(node, args=(first, other), grouped=False)
    return first


def _factors(node: Node) -> list[Node]:
    found = [node.args[1]]
    left = node.args[0]
    while left.is_infix("*") and not left.grouped:
        found.append(left.args[1])
        left = left.args[0]
    return [left, *reversed(found)]


def _replaced(tree: Node, new: Mapping[int, Node]) -> Node:
    """The tree with other pieces in the place of some."""
    made: dict[int, Node] = {}
    for node in postorder(tree):
        args = tuple(made[id(arg)] for arg in node.args)
        is_same = all(a is b for a, b in zip(args, node.args, strict=True))
        made[id(node)] = new.get(id(node)) or (node if is_same else replace(node, args=args))
    return made[id(tree)]
