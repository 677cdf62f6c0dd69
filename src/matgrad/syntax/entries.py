"""Formulas for entries, 2*x_i, and sums over an index, where every name is given."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.shape import Shape
from matgrad.errors import UnsupportedError
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.parse import by_entries
from matgrad.syntax.ranges import bound
from matgrad.syntax.readings import kind_of
from matgrad.syntax.scope import Scope
from matgrad.syntax.sums import Sums
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node, postorder


def free_indices(tree: Node, scope: Scope) -> list[Node]:
    """The letters that stand as indices and mean nothing: no sum around them binds them."""
    around = bound(tree)
    places = [(node, place) for node in postorder(tree) if node.kind == "index"
              for place in node.args[1:]]  # fmt: skip
    names = [(node, n) for node, place in places for n in postorder(place) if n.kind == "name"]
    open_ones = [n for node, n in names if n.text not in around[node]]
    return [n for n in open_ones if scope.meaning(n.text) not in ("size", "variable")]


def only_index(tree: Node, scope: Scope, shape: Shape | None) -> list[str]:
    """The one free index of a formula that gives the entries of a vector of this shape."""
    found = {node.text for node in free_indices(tree, scope)}
    is_vector = shape is not None and shape.is_vector and not shape.is_scalar
    return [*found] if is_vector and len(found) == 1 else []


def check_places(tree: Node, scope: Scope) -> None:
    """Refuse A_ij where no sum or entry gives i and j a meaning."""
    for node in free_indices(tree, scope):
        message = f"the index {node.text} is bound by no sum, so this has many values"
        raise UnsupportedError(message, node.position, "give the whole, as in A*x")


def with_entries(tree: Node, free: Sequence[str]) -> Node:
    """The vector or matrix whose entries with these indices a formula gives."""
    return by_entries(tree, [Token(Kind.NAME, name, *tree.position) for name in free])


def without_sums(tree: Node, scope: Scope, source: str, choices: Choices) -> Node:
    """The tree with products and traces for its sums over an index."""

    def rows_or_columns(base: Node) -> str:
        options = Option("rows"), Option("columns")
        question = f"are members of {base.text} its rows or its columns?"
        return choices.choose(Choice(f"members of {base.text}", options, question))

    def shape_of(name: str) -> Shape | None:
        return scope.declared[name].shape if name in scope.declared else None

    named = [name for name, function in scope.functions.items() if not function.params]
    sums = Sums(lambda node: kind_of(node, scope, (), source), rows_or_columns, named, shape_of)
    return sums.rewritten(tree)
