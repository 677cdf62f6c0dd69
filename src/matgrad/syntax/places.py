"""Where in a text a part of its formula stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.expression import read_tree, tree_of
from matgrad.syntax.latex_problem import ways_to_bind
from matgrad.syntax.tokens import Token, tokenise
from matgrad.syntax.tree import postorder

MOST = 100  # pieces of a formula that are read one by one


def place_of(source: str, symbols: Mapping[str, Expr], wanted: Expr) -> tuple[int, int] | None:
    """The piece of a formula, in text or LaTeX, that is read as this expression; None if unknown.

    >>> from matgrad import ops
    >>> x = ops.symbol("x")
    >>> place_of("1 + log(-x)", {"x": x}, ops.log(-x))
    (4, 11)
    """
    for tokens in _spellings(source, symbols):
        try:
            pieces = list(postorder(tree_of(tokens, (), symbols)))
        except MatgradError:
            continue
        for piece in pieces if len(pieces) <= MOST else ():
            try:
                found = read_tree(piece, source, symbols, ())
            except MatgradError:
                continue
            if found is wanted:
                return piece.position
    return None


def _spellings(source: str, symbols: Mapping[str, Expr]) -> Iterator[Sequence[Token]]:
    for cut in (lambda: [tokenise(source)[:-1]], lambda: ways_to_bind(source, symbols)):
        try:
            yield from cut()
        except MatgradError:
            continue
