r"""What belongs together in a \odot B c^T: products without a sign bind more or less than a sign.

People write both, and mix them in one term: of the factors between two signs some belong to the
one, some to the other, and those in the middle to neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from matgrad.syntax.latex_tables import BESIDE
from matgrad.syntax.parse import INFIX, TIGHT
from matgrad.syntax.tokens import Token

MOST = 24  # readings of one formula
_OPEN, _CLOSE = "([", ")]"
_FACTORS = {*BESIDE, TIGHT, "*", "×", "^", ".^"}  # signs inside of a term
_ENDS = {*INFIX, ",", ";"} - _FACTORS
Run = list[int]  # places of products without a sign, with signs or ends of the term around them


def bindings(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens as loosely as can be, as tightly as can be, and in between."""
    terms = [term for term in _terms(tokens) if len(term) > 1]
    mixed = ({i for some in way for i in some} for way in product(*map(_choices, terms)))
    every = {i for term in terms for run in term for i in run}
    ways: list[set[int]] = [set(), every, *islice(mixed, MOST)]
    found: dict[tuple[Token, ...], None] = {}
    for tight in ways:
        found.setdefault(tuple(_bound(token, i in tight) for i, token in enumerate(tokens)))
    return [list(way) for way in found]


def _bound(token: Token, is_tight: bool) -> Token:
    return token if is_tight or token.text != TIGHT else token._replace(text="*")


def _terms(tokens: Sequence[Token]) -> Iterator[list[Run]]:
    """The runs of each term: two or more, with a sign between one and the next."""
    stack: list[list[Run]] = [[[]]]
    for i, token in enumerate(tokens):
        if token.text in _OPEN:
            stack.append([[]])
        elif token.text in _CLOSE and len(stack) > 1:
            yield stack.pop()
        elif token.text in _ENDS:
            yield stack[-1]
            stack[-1] = [[]]
        elif token.text in BESIDE:
            stack[-1].append([])
        elif token.text == TIGHT:
            stack[-1][-1].append(i)
    yield from stack


def _choices(term: Sequence[Run]) -> list[set[int]]:
    """Which products of a term bind tightly: those next to a sign, up to some place."""
    runs: list[list[set[int]]] = []
    for at, run in enumerate(term):
        first = range(len(run) + 1) if at > 0 else (0,)
        last = range(len(run) + 1) if at < len(term) - 1 else (0,)
        kept = [(i, j) for i in first for j in last if i + j <= len(run)]
        runs.append([{*run[:i], *run[len(run) - j :]} for i, j in kept])
    return [{i for some in way for i in some} for way in islice(product(*runs), MOST)]
