"""Where in a text a part of its formula stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.expression import read_tree, tree_of
from matgrad.syntax.latex.expression import latex_tree
from matgrad.syntax.tokens import tokenise
from matgrad.syntax.tree import Node, postorder

MOST = 100  # pieces of a formula that are read one by one


def place_of(source: str, symbols: Mapping[str, Expr], wanted: Expr) -> tuple[int, int] | None:
    """The piece of a formula, in text or LaTeX, that is read as this expression; None if unknown.

    >>> from matgrad import ops
    >>> x = ops.symbol("x")
    >>> place_of("1 + log(-x)", {"x": x}, ops.log(-x))
    (4, 11)
    """
    for tree in _trees(source, symbols):
        pieces = list(postorder(tree))
        for piece in pieces if len(pieces) <= MOST else ():
            try:
                found = read_tree(piece, source, symbols, ())
            except MatgradError:
                continue
            if found is wanted:
                return piece.position
    return None


def _trees(source: str, symbols: Mapping[str, Expr]) -> Iterator[Node]:
    cut = (lambda: tree_of(tokenise(source)[:-1], (), symbols), lambda: latex_tree(source, symbols))
    for read in cut:
        try:
            yield read()
        except MatgradError:
            continue
