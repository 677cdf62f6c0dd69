"""Means whose sums have no limits: n of 1/n Σᵢ xᵢ and of 1/n 𝟏𝟏ᵀx is the number of terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from matgrad.syntax.forms import call, number
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tree import Node, number_of_literal, postorder, rebuilt

COUNTS = frozenset("n N m M T".split())  # letters for numbers of terms
OPEN_SUM = "Σ"
_SIGNS = ("*", "⋅", "/")


def with_averages(
    trees: Iterable[Node],
    notes: Sequence[str],
    declared: Mapping[str, Declaration],
    taken: Collection[str],
) -> tuple[list[Node], list[str]]:
    """The trees with these counts as the limits of sums and the sizes of ones, and a note."""
    given = list(trees)
    sizes = {name for d in declared.values() if d.shape for s in d.shape for name in s.names}
    known = {*taken, *sizes}
    shaped = {name for name, d in declared.items() if d.shape is not None}
    counts: dict[Node, Node] = {}
    for node in (node for tree in given for node in _products(tree)):
        above, below = _factors(node)
        count = next((n for n in map(_count, below) if n is not None and n.text not in known), None)
        for part, around in _averaged(above) if count is not None else ():
            names = {n.text for piece in around for n in postorder(piece) if n.kind == "name"}
            if count is not None and not names & shaped:
                counts[part] = count
    if not counts:
        return given, [*notes]
    found = sorted({count.text for count in counts.values()})
    said = [f"{name} is read as the number of terms that it divides the sum of" for name in found]

    def changed(old: Node, node: Node) -> Node:
        return _with_limits(node, counts[old]) if old in counts else node

    return [rebuilt(tree, changed) for tree in given], [*notes, *said]


def _products(tree: Node) -> list[Node]:
    """The products and quotients that are no factors of others."""
    found = postorder(tree)
    inside = {arg for node in found if node.is_infix(*_SIGNS) for arg in node.args}
    return [node for node in found if node.is_infix(*_SIGNS) and node not in inside]


def _factors(node: Node) -> tuple[list[Node], list[Node]]:
    """The factors of a product of products and quotients, above and below its lines."""
    sides: tuple[list[Node], list[Node]] = [], []
    waiting = [(node, 0)]
    while waiting:
        piece, side = waiting.pop()
        if piece.is_infix(*_SIGNS[:2]):
            waiting += [(arg, side) for arg in piece.args]
        elif piece.is_infix("/"):
            waiting += [(piece.args[0], side), (piece.args[1], 1 - side)]
        elif piece.kind == "prefix":
            waiting.append((piece.args[0], side))
        else:
            sides[side].append(piece)
    return sides


def _count(divisor: Node) -> Node | None:
    """The letter of a divisor n or n²."""
    base = divisor.args[0] if divisor.is_infix("^") else divisor
    return base if base.kind == "name" and base.text in COUNTS else None


def _averaged(above: Sequence[Node]) -> list[tuple[Node, Sequence[Node]]]:
    """The sums without limits and the ones among the factors, and what has their lengths."""
    found: list[tuple[Node, Sequence[Node]]] = []
    for factor in above:
        inside = factor
        while inside.kind == "call" and inside.text == OPEN_SUM:
            found.append((inside, [inside]))
            inside = inside.args[1]
        ones = factor.args[0] if factor.kind == "postfix" else factor
        if ones.kind == "call" and ones.text == "vector" and number_of_literal(ones.args[0]) == 1:
            found.append((ones, above))
    return found


def _with_limits(node: Node, count: Node) -> Node:
    """A sum up to its limit, or ones of their length."""
    if node.text != OPEN_SUM:
        return call(node, "ones", count)
    return call(node, "sum", node.args[0], number(node, 1), count, node.args[1])
