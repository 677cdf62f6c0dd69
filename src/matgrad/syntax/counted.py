"""An index that stands as a number: i*x[i] is k[i]*x[i], with k the vector of 1, 2, …"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from matgrad.core.dims import Dim, dim
from matgrad.core.shape import shape_of
from matgrad.errors import MatgradError
from matgrad.syntax.forms import infix, number
from matgrad.syntax.ranges import bound
from matgrad.syntax.scope import Declaration
from matgrad.syntax.sizes import polynomial
from matgrad.syntax.tree import Node, postorder

NAMES = ("k", "idx", "numbers", "counts")


def with_counts(
    trees: Sequence[Node],
    declared: dict[str, Declaration],
    is_sum: Callable[[Node], bool],
) -> tuple[list[Node], list[str]]:
    """The trees with entries of declared vectors for indices that are numbers, and notes."""
    pieces = [node for tree in trees for node in postorder(tree)]
    if not any(map(is_sum, pieces)):
        return [*trees], []
    counts: dict[Dim, str] = {}
    used = {*declared, *(node.text for node in pieces)}
    found = [_counted(tree, is_sum, counts, used) for tree in trees]
    for size, name in counts.items():
        declared[name] = Declaration(name, shape_of(size), None, frozenset({"positive"}))
    notes = [f"{name} holds the numbers 1, …, {size}" for size, name in counts.items()]
    return found, notes


def _counted(
    tree: Node, is_sum: Callable[[Node], bool], counts: dict[Dim, str], used: set[str]
) -> Node:
    around = bound(tree, is_sum)
    standing = set(_as_numbers(tree, is_sum))
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        args = tuple(made[arg] for arg in node.args)
        new = node if args == node.args else replace(node, args=args)
        if node in standing and node.text in around[node]:
            new = _entry(node, around[node], counts, used) or new
        made[node] = new
    return made[tree]


def _as_numbers(tree: Node, is_sum: Callable[[Node], bool]) -> Iterator[Node]:
    """The names that are no part of a subscript, of the head of a sum or of e(i,n)."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.kind == "name":
            yield node
        elif node.kind == "index":
            stack.append(node.args[0])
        elif is_sum(node):
            stack.append(node.args[-1])
        elif not (node.kind == "call" and node.text == "e"):
            stack.extend(node.args)


def _entry(
    node: Node, around: dict[str, Node], counts: dict[Dim, str], used: set[str]
) -> Node | None:
    """k[i], or k[i+1] − 1 where the sum begins with 0; nothing if its limits do not tell."""
    limits = around[node.text].args[1:-1]
    if len(limits) != 2:
        return None
    try:
        first, last = map(polynomial, limits)
    except MatgradError:
        return None
    after = bool(first.names & around.keys())  # the sum begins after another index
    if (first.value is None and not after) or last.names & around.keys():
        return None
    shift = 0 if first.value is None else max(0, 1 - int(first.value))
    size = last + dim(shift)
    if size not in counts:
        free = next((name for name in NAMES if name not in used), None)
        if free is None:
            return None
        counts[size] = free
        used.add(free)
    at = infix("+", node, number(node, shift)) if shift else node
    entry = Node("index", "[]", (replace(node, text=counts[size]), at), *node.position, node.at)
    return infix("-", entry, number(node, shift)) if shift else entry
