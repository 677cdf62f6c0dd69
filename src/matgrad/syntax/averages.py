"""Means whose sums have no limits: n of 1/n Σᵢ xᵢ and of 1/n 𝟏𝟏ᵀx is the number of terms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

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
    shaped = {name: d.shape for name, d in declared.items() if d.shape is not None}
    sizes = {name for shape in shaped.values() for size in shape for name in size.names}
    counts: dict[Node, Node] = {}
    for tree in given:
        products = [node for node in postorder(tree) if node.is_infix(*_SIGNS)]
        inside = {arg for node in products for arg in node.args}
        for above, below in (_factors(node) for node in products if node not in inside):
            bases = [each.args[0] if each.is_infix("^") else each for each in below]  # n of n²
            letters = [n for n in bases if n.text in COUNTS and n.text not in {*taken, *sizes}]
            for part, around in _averaged(above) if letters else ():
                if shaped.keys().isdisjoint(n.text for each in around for n in postorder(each)):
                    counts[part] = letters[0]
    names = sorted({count.text for count in counts.values()})
    said = [f"{name} is read as the number of terms that it divides the sum of" for name in names]

    def changed(old: Node, node: Node) -> Node:
        """A sum up to its limit, or ones of their length."""
        if old not in counts:
            return node
        if node.text != OPEN_SUM:
            return call(node, "ones", counts[old])
        return call(node, "sum", node.args[0], number(node, 1), counts[old], node.args[1])

    return [rebuilt(tree, changed) if counts else tree for tree in given], [*notes, *said]


def _factors(node: Node) -> tuple[list[Node], list[Node]]:
    """The factors of a product of products and quotients, above and below its lines."""
    sides: tuple[list[Node], list[Node]] = [], []
    waiting = [(node, 0)]
    while waiting:
        piece, side = waiting.pop()
        if piece.is_infix(*_SIGNS):
            other = 1 - side if piece.text == "/" else side
            waiting += [(piece.args[0], side), (piece.args[1], other)]
        elif piece.kind == "prefix":
            waiting.append((piece.args[0], side))
        else:
            sides[side].append(piece)
    return sides


def _averaged(above: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
    """The sums without limits and the ones among the factors, and what has their lengths."""
    for factor in above:
        inside = factor
        while inside.kind == "call" and inside.text == OPEN_SUM:
            yield inside, [inside]
            inside = inside.args[1]
        ones = factor.args[0] if factor.kind == "postfix" else factor
        if ones.kind == "call" and ones.text == "vector" and number_of_literal(ones.args[0]) == 1:
            yield ones, above
