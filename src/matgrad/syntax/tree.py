"""What the grammar makes of tokens: untyped nodes that remember where they stand in the input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

# Functions whose names no text can spell, as the grammar calls them.
EXPONENTIAL = "e^"
BARS, LENGTH_BARS, DETERMINANT_BARS = "|·|", "|·| of a vector", "|·| of a matrix"
PLUS, POSITIVE_PART = "·^+", "·^+ of a vector"  # the pseudo-inverse or the positive part
SUM_OF_POWERS = "‖·‖ to the power of its exponent"
BY_ENTRIES, INSIDE = "⟦⟧", "⟦…"  # a vector or matrix given by its entries: S_ij = x_i y_j
REDUCTIONS = ("prod", "mean", "max", "min")  # over an index as well
COLUMNS = "columns"  # the members of a family beside each other
SUMS = {("sum", 4), ("Σ", 2), *((name, 4) for name in REDUCTIONS)}  # with limits, and without
BLOCK, DELTA = "block", "delta"
COUNTED = {(BLOCK, 3), (DELTA, 2)}  # block(h, X, d), the columns of X that belong to h, and δ_ij
SUMS |= {(BY_ENTRIES, 2), (INSIDE, 2), (COLUMNS, 2)}


@dataclass(eq=False, slots=True)  # not frozen: so many are made that it would be felt
class Node:
    """A piece of syntax: a number, name, call, prefix, infix, postfix, index, slice or grid.

    `text` is the name or the canonical sign, `at` where that sign stands; `primes` counts the
    marks in sigma''(x); `grouped` says that the piece stands in parentheses.
    """

    kind: str
    text: str
    args: tuple[Node, ...]
    start: int
    end: int
    at: tuple[int, int]
    value: Fraction = Fraction(0)
    primes: int = 0
    grouped: bool = False
    # What `operands`, `values_first` and `postorder` found, since each is asked for often.
    operands: tuple[Node, ...] | None = field(default=None, init=False, repr=False)
    below: tuple[Node, ...] | None = field(default=None, init=False, repr=False)
    pieces: tuple[Node, ...] | None = field(default=None, init=False, repr=False)

    @property
    def position(self) -> tuple[int, int]:
        """The half-open range of characters in the input."""
        return self.start, self.end

    def is_infix(self, *signs: str) -> bool:
        """Is this one of these signs between two pieces?"""
        return self.kind == "infix" and self.text in signs


Children = Callable[[Node], tuple[Node, ...]]


def all_args(node: Node) -> tuple[Node, ...]:
    """The pieces of a node as the grammar has them."""
    return node.args


def postorder(root: Node, children: Children = all_args) -> list[Node]:
    """The nodes below the root, pieces before the nodes that hold them."""
    if children is all_args and root.pieces is not None:
        return [*root.pieces, root]
    result: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        result.append(node)
        if pieces := node.args if children is all_args else children(node):
            stack.extend(pieces)
    result.reverse()
    if children is all_args:
        root.pieces = tuple(result[:-1])  # without itself, to hold no cycle
    return result


def rebuilt(tree: Node, change: Callable[[Node, Node], Node]) -> Node:
    """The tree made anew: `change` sees a piece as it was, and with its own pieces changed."""
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        args = tuple(made[arg] for arg in node.args)
        made[node] = change(node, node if args == node.args else replace(node, args=args))
    return made[tree]


def mapped(tree: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with every piece changed, pieces before the nodes that hold them."""
    return rebuilt(tree, lambda _, node: change(node))


def depth(root: Node, children: Children = all_args) -> int:
    """The length of the longest path from the root to a leaf."""
    deepest, stack = 0, [(root, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in children(node))
    return deepest


def terms(node: Node) -> tuple[tuple[str, Node], ...]:
    """The signed terms of a sum: a long sum is a left-deep tree, and is read as one sum."""
    found: list[tuple[str, Node]] = []
    while node.is_infix("+", "-"):
        left, right = node.args
        found.append((node.text, right))
        node = left
    found.append(("+", node))
    return tuple(reversed(found))


def number_of_literal(node: Node) -> Fraction | None:
    """The number this node is, signs included, or None."""
    sign = 1
    while node.kind == "prefix":
        sign = -sign if node.text == "-" else sign
        node = node.args[0]
    return sign * node.value if node.kind == "number" else None


def is_sum(node: Node) -> bool:
    """Is this a sum, or anything else that goes over an index?"""
    return node.kind == "call" and (node.text, len(node.args)) in SUMS


def has_index(node: Node) -> bool:
    """Does an index stand here that is no value: in sums, members, blocks of columns and δ_ij?"""
    is_counted = node.kind == "call" and (node.text, len(node.args)) in COUNTED
    return node.kind in ("member", "index") or is_sum(node) or is_counted


def places_of(node: Node) -> tuple[Node, ...]:
    """The pieces of a node that say where, or how far, and are no values."""
    if node.kind == "index":
        return node.args[1:]
    if is_sum(node):
        return node.args[:-1]
    if node.kind == "call" and node.text == "e" and len(node.args) == 2:
        return node.args
    if not has_index(node):
        return ()
    return node.args[:1] + node.args[2:] if node.text == BLOCK else node.args


def has_sums(tree: Node) -> bool:
    """Does a sum over an index stand somewhere below?"""
    return any(map(is_sum, postorder(tree)))


def bound(*trees: Node) -> dict[Node, dict[str, Node]]:
    """The sums around each piece, by their indices."""
    found: dict[Node, dict[str, Node]] = {tree: {} for tree in trees}
    stack = [*trees]
    while stack:
        node = stack.pop()
        own = {node.args[0].text: node} if is_sum(node) else {}
        for position, arg in enumerate(node.args):
            inside = own and position in (0, len(node.args) - 1)
            found[arg] = found[node] | own if inside else found[node]
        stack.extend(node.args)
    return found


def is_zero(node: Node) -> bool:
    """Is this the number 0, written out?"""
    return node.kind == "number" and node.value == 0
