"""The only traversals of expressions, all of them loops over distinct nodes.

A shared node is visited once, so each walk costs as much as the graph has nodes and edges,
however large the printed tree would be, and depth is limited by memory alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, MutableMapping
from typing import TypeVar

from matgrad.core.expr import DIFFERENTIAL, Expr, Symbol, make

Value = TypeVar("Value")


def postorder(
    *roots: Expr, skip: Container[Expr] = (), into: Callable[[Expr], bool] | None = None
) -> list[Expr]:
    """The distinct nodes below the roots, arguments before the nodes that use them.

    Nodes in `skip`, and what only they reach, are left out; so is what stands below a node that
    `into` refuses to enter.
    """
    seen: set[Expr] = set()
    result: list[Expr] = []
    entered: list[Expr] = []
    stack: list[Expr | None] = list(reversed(roots))
    while stack:
        node = stack.pop()
        if node is None:  # what stood above it on the stack is done: the node that used it is next
            result.append(entered.pop())
        elif node not in seen and node not in skip:
            seen.add(node)
            if node.args and (into is None or into(node)):
                entered.append(node)
                stack.append(None)
                stack.extend(node.args[::-1])
            else:
                result.append(node)
    return result


def fold(
    root: Expr,
    visit: Callable[[Expr, list[Value]], Value],
    memo: MutableMapping[Expr, Value] | None = None,
) -> Value:
    """Compute a value bottom-up: `visit(node, values of its arguments)`, once per distinct node."""
    memo = {} if memo is None else memo
    if root in memo:
        return memo[root]
    for node in postorder(root, skip=memo):
        memo[node] = visit(node, [memo[arg] for arg in node.args])
    return memo[root]


def rebuild(node: Expr, args: Iterable[Expr]) -> Expr:
    """The same operator on other arguments."""
    new = tuple(args)
    return node if new == node.args else make(node.op, new, node.data)


def substitute(root: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """Replace nodes by others, everywhere at once; replacements are not entered again."""
    memo: dict[Expr, Expr] = dict(values)
    return fold(root, rebuild, memo)


def moves(node: Expr) -> bool:
    """Does the differential of something occur in this?"""
    return bool(node.occurring & DIFFERENTIAL)


def with_differentials(root: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """Replace differentials by what they are; what holds none is not looked through."""
    memo: dict[Expr, Expr] = dict(values)
    stack = [root]
    while stack:
        node = stack[-1]
        moving = [arg for arg in node.args if arg.occurring & DIFFERENTIAL and arg not in memo]
        if moving:
            stack += moving
            continue
        if node not in memo:
            memo[node] = rebuild(node, [memo.get(arg, arg) for arg in node.args])
        stack.pop()
    return memo[root]


def symbols(*roots: Expr) -> list[Expr]:
    """The distinct symbols of the expressions, in the order of first appearance."""
    return [node for node in postorder(*roots) if isinstance(node.data, Symbol)]


def dependents(roots: Iterable[Expr], sources: Container[Expr]) -> set[Expr]:
    """The nodes below the roots that are, or contain, one of the sources."""
    return depending(postorder(*roots), sources)


def depending(nodes: Iterable[Expr], sources: Container[Expr]) -> set[Expr]:
    """The same of nodes that come after their arguments."""
    found: set[Expr] = set()
    for node in nodes:
        if node in sources or not found.isdisjoint(node.args):
            found.add(node)
    return found


def count(*roots: Expr) -> int:
    """How many distinct nodes there are."""
    return len(postorder(*roots))


def depth(root: Expr) -> int:
    """The length of the longest path from the root to a leaf."""
    return fold(root, lambda _, below: 1 + max(below, default=0))


def users(*roots: Expr) -> dict[Expr, int]:
    """How often each node is used as an argument, counting repeated use by one node."""
    counts: dict[Expr, int] = {}
    for node in postorder(*roots):
        for arg in node.args:
            counts[arg] = counts.get(arg, 0) + 1
    return counts
