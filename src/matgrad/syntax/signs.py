"""Signs with several meanings, where every name is given: what shapes leave open is a choice."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from matgrad.errors import MatgradError
from matgrad.syntax.bars import EXPONENTIAL
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.forms import call, infix
from matgrad.syntax.readings import kind_of
from matgrad.syntax.scope import EULER, Scope
from matgrad.syntax.tree import Node, mapped, number_of_literal, postorder, rebuilt, terms

WRITTEN, NEEDED, ALL = "as written", "where nothing else fits", "everywhere"
TIMES_I, ONES = "times I", "ones"
MOST = 200  # pieces of a formula whose signs are looked at


@dataclass(frozen=True)
class Signs:
    """What the signs of a formula mean, where shapes leave it open."""

    source: str
    scope: Scope
    choices: Choices

    def settled(self, tree: Node) -> Node:
        """The tree with one meaning for each sign."""
        if len(postorder(tree)) > MOST:
            return tree
        for meant in (self._diagonals, self._ones, self._stars, self._powers, self._sums):
            tree = meant(tree)
        return tree

    def _choose(self, key: str, question: str, *options: Option) -> str:
        return self.choices.choose(Choice(key, options, question))

    def _kind(self, node: Node) -> str:
        """Is this a scalar, a column, a row, a matrix, or nothing whose shapes fit?"""
        try:
            return kind_of(node, self.scope, (), self.source)
        except MatgradError:
            return ""

    def _diagonals(self, tree: Node) -> Node:
        if not any(map(_is_diagonal, postorder(tree))):
            return tree
        part = "diagonal_part"
        options = Option("diag"), Option(part, 1, "diag is read as a matrix")
        name = self._choose("diag", "is diag(X) a vector or a matrix?", *options)
        is_part = name == part
        return _with(tree, _is_diagonal, lambda n: replace(n, text=part)) if is_part else tree

    def _ones(self, tree: Node) -> Node:
        """The 1 of A'1 and 1x' is a vector of ones: nobody would write the number."""

        def place(node: Node) -> int | None:
            if not node.is_infix("*"):
                return None
            is_column = number_of_literal(node.args[0]) == 1 and _last(node.args[1]).text == "'"
            return 0 if is_column else 1 if number_of_literal(node.args[1]) == 1 else None

        if all(place(node) is None for node in postorder(tree)):
            return tree
        options = Option(ONES, 0, "1 is read as a vector of ones"), Option(WRITTEN, 1)
        if self._choose("ones", "is 1 a number or a vector of ones?", *options) == WRITTEN:
            return tree

        def changed(node: Node) -> Node:
            args = [*node.args]
            at = place(node) or 0
            args[at] = call(args[at], "vector", args[at])
            return replace(node, args=tuple(args))

        return _with(tree, lambda node: place(node) is not None, changed)

    def _stars(self, tree: Node) -> Node:
        """`*` between two that are no numbers may stand for a product of entries, all over."""
        stars = [node for node in postorder(tree) if self._is_star(node)]
        if not any(all(self._kind(a) not in ("scalar", "") for a in n.args) for n in stars):
            return tree
        is_python = "@" in self.source
        ways = Option(ALL, 2 * (not is_python), "* is read entry by entry"), Option(WRITTEN)
        options = ways if is_python else ways[::-1]
        if self._choose("*", "is * the product of matrices or of entries?", *options) == WRITTEN:
            return tree
        return _with(tree, self._is_star, lambda n: replace(n, text=".*"))

    def _is_star(self, node: Node) -> bool:
        return node.is_infix("*") and self.source[slice(*node.at)] == "*"

    def _powers(self, tree: Node) -> Node:
        """x^2 and 1/x of a vector are meant entry by entry; of a square matrix they may be."""
        tree = self._exponentials(tree)
        if not any(map(_is_power, postorder(tree))):
            return tree
        note = "powers and quotients are read entry by entry"
        how = self._choose(
            "powers", "are powers and quotients those of the entries?",
            Option(WRITTEN), Option(NEEDED, 1, note), Option(ALL, 2, note),
        )  # fmt: skip
        if how == WRITTEN:
            return tree

        def changed(node: Node) -> Node:
            is_fit = how == NEEDED and self._kind(node)
            return node if is_fit else replace(node, text=f".{node.text}")

        return _with(tree, _is_power, changed)

    def _exponentials(self, tree: Node) -> Node:
        """e^A of a square matrix is a function of the matrix, or of each entry."""

        def is_open(node: Node) -> bool:
            is_call = node.kind == "call" and node.text == EXPONENTIAL
            is_power = node.is_infix("^") and node.args[0].text == EULER
            return (is_call or is_power) and self._kind(node.args[-1]) == "matrix"

        if not any(map(is_open, postorder(tree))):
            return tree
        options = (Option("expm", 1, "e^ is the exponential of a matrix"),
                   Option("exp", 1, "e^ is taken of every entry"))  # fmt: skip
        name = self._choose("e^", "is e^A a matrix function, or one of the entries?", *options)
        return _with(tree, is_open, lambda n: call(n, name, n.args[-1]))

    def _sums(self, tree: Node) -> Node:
        """A number beside a matrix is a multiple of I, or is added to every entry."""
        whole = [n for n in postorder(tree) if n.is_infix("+", "-")]
        inside = {node.args[0] for node in whole}
        added: set[Node] = set()
        for node in whole:
            kinds = {} if node in inside else {t: self._kind(t) for _, t in terms(node)}
            if {*kinds.values()} - {"scalar", ""}:
                added |= {t for t, kind in kinds.items() if kind == "scalar"}
        if not added:
            return tree
        how = self._choose(
            "numbers", "is a number beside a matrix a multiple of I, or added to each entry?",
            Option(WRITTEN), Option(TIMES_I, 1, "a number beside a matrix is read as times I"),
            Option(ALL, 1, "a number is added to every entry"),
        )  # fmt: skip
        if how == WRITTEN:
            return tree

        def wide(node: Node) -> Node:
            one = Node("name", "I", (), *node.position, node.at)
            return infix("*", node, one) if how == TIMES_I else call(node, "matrix", node)

        return with_changed(tree, added, wide)


def with_changed(tree: Node, pieces: Collection[Node], change: Callable[[Node], Node]) -> Node:
    """The tree in which some pieces are changed."""
    return rebuilt(tree, lambda old, node: change(node) if old in pieces else node)


def _with(tree: Node, is_meant: Callable[[Node], bool], change: Callable[[Node], Node]) -> Node:
    return mapped(tree, lambda node: change(node) if is_meant(node) else node)


def _last(node: Node) -> Node:
    """The last factor."""
    return node.args[1] if node.is_infix("*") else node


def _is_power(node: Node) -> bool:
    return node.is_infix("^", "/")


def _is_diagonal(node: Node) -> bool:
    return node.kind == "call" and node.text in ("diag", "Diag")
