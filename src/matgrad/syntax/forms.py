"""Pieces of matrix notation that stand where other pieces stood, and demands on their shapes."""

from __future__ import annotations

from fractions import Fraction

from matgrad.syntax.parse import infix, parse
from matgrad.syntax.tokens import tokenise
from matgrad.syntax.tree import Node, mapped

COLUMN = "a term of a sum"  # a function that demands a column, and is what it is taken of


def call(at: Node, name: str, *args: Node) -> Node:
    """A call that stands where `at` stood."""
    return Node("call", name, args, *at.position, at.at, grouped=True)


def is_transposed(node: Node) -> bool:
    """Is this something with a transpose behind it?"""
    return node.kind == "postfix" and node.text == "'"


def transposed(node: Node) -> Node:
    """The transpose; that of a transpose is what it was made of, that of A'B' is BA."""
    if is_transposed(node):
        return node.args[0]
    if node.is_infix("*", ".*") and all(map(is_transposed, node.args)):
        a, b = map(transposed, node.args)
        return infix(node.text, *((b, a) if node.text == "*" else (a, b)))
    return Node("postfix", "'", (node,), *node.position, node.at, grouped=True)


def number(at: Node, value: int) -> Node:
    """An integer that stands where `at` stood."""
    return Node("number", str(value), (), *at.position, at.at, Fraction(value))


def name(at: Node, text: str) -> Node:
    """A name that stands where `at` stood."""
    return Node("name", text, (), *at.position, at.at)


def everything(at: Node) -> Node:
    """The slice : of all rows or columns."""
    return Node("slice", ":", (), *at.position, at.at)


def part(base: Node, *places: Node) -> Node:
    """The entry, row, column or block at these places."""
    return Node("index", "[]", (base, *places), *base.position, base.at)


def written(at: Node, text: str) -> Node:
    """What the text says, where `at` stood."""
    tree = parse(tokenise(text))
    return mapped(tree, lambda node: Node(
        node.kind, node.text, node.args, *at.position, at.at, node.value, grouped=True
    ))  # fmt: skip


def ones(at: Node) -> Node:
    """A column of ones whose length follows from its place."""
    return call(at, "vector", number(at, 1))


def column(node: Node) -> Node:
    """The piece itself, if it is a column."""
    return call(node, COLUMN, node)
