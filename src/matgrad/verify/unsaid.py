"""What people take for granted without saying so: A is symmetric, the rows of Y sum to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from matgrad.core.expr import Expr, make
from matgrad.core.facts import close
from matgrad.core.walk import postorder
from matgrad.ops import symbol, transpose
from matgrad.render.plain import plain
from matgrad.verify.regions import has_pieces

_SQUARE = (
    ("symmetric", "{} is symmetric"),
    ("orthogonal", "{} is orthogonal"),
    ("diagonal", "{} is diagonal"),
)
POSITIVE, POSITIVE_ENTRIES = "{} is positive", "the entries of {} are positive"
ALL_POSITIVE = "{} are positive"
UNIT = "{} is a unit vector"
_SHARES = frozenset("softmax softmax_rows logsumexp logsumexp_rows exp".split())
ENTRIES, ROWS, COLUMNS = (
    "the entries of {} sum to one",
    "the rows of {} sum to one",
    "the columns of {} sum to one",
)


@dataclass(frozen=True)
class Unsaid:
    """An assumption that was not made: symbols with more facts, and words for it."""

    values: dict[Expr, Expr]
    words: str


def unsaid(fixed: Iterable[Expr], roots: Sequence[Expr]) -> Iterator[Unsaid]:
    """What may be assumed of each of these symbols, in expressions about them.

    >>> A = symbol("A", "n", "n")
    >>> [each.words for each in unsaid([A], [A])]
    ['A is symmetric', 'A is orthogonal', 'A is diagonal']
    """
    every = list(fixed)
    found = [x for x in every if not x.is_scalar]
    is_piecewise = has_pieces(*roots)  # where signs matter, that entries sum to one says little
    has_shares = any(node.op.name in _SHARES for node in postorder(*roots))
    for x in found:
        known = close(x.data.facts)
        if x.shape.is_square:
            new = ((fact, words) for fact, words in _SQUARE if fact not in known)
            yield from (_one(x, fact, words) for fact, words in new)
        elif (x.shape.is_column and not is_piecewise) or has_shares:
            yield from sums(x)
    square = [x for x in found if x.shape.is_square]
    if len(square) > 1:
        names = " and ".join(map(plain, square))
        yield Unsaid({x: with_fact(x, "symmetric") for x in square}, f"{names} are symmetric")
    yield from (_one(x, "unit", UNIT) for x in found if x.shape.is_column)
    if is_piecewise:
        yield from signs(every)


def signs(every: Iterable[Expr]) -> Iterator[Unsaid]:
    """What may be positive: each of these, and all of them."""
    free = [x for x in every if "positive" not in close(x.data.facts)]
    for x in free:
        yield _one(x, "positive", POSITIVE if x.is_scalar else POSITIVE_ENTRIES)
    if len(free) > 1:
        names = " and ".join(plain(x) for x in free)
        words = ALL_POSITIVE if all(x.is_scalar for x in free) else POSITIVE_ENTRIES
        yield Unsaid({x: with_fact(x, "positive") for x in free}, words.format(names))


def sums(x: Expr) -> Iterator[Unsaid]:
    """What labels of a softmax do: the entries, or those of each row or column, sum to one."""
    known = close(x.data.facts)
    if x.shape.is_column and "simplex" not in known:
        yield _one(x, "simplex", ENTRIES)
    if x.shape.is_vector:
        return
    if "simplex_rows" not in known:
        yield _one(x, "simplex_rows", ROWS)
    yield columns_sum(x)


def columns_sum(x: Expr) -> Unsaid:
    """The columns of a matrix sum to one: it is the transpose of one whose rows do."""
    facts = x.data.facts & {"positive", "nonnegative"}
    rows = symbol(x.name, *x.shape.transposed, facts=(*facts, "simplex_rows"))
    return Unsaid({x: transpose(rows)}, COLUMNS.format(plain(x)))


def _one(x: Expr, fact: str, words: str) -> Unsaid:
    return Unsaid({x: with_fact(x, fact)}, words.format(plain(x)))


def with_fact(x: Expr, fact: str) -> Expr:
    """The same symbol, with one fact more."""
    return make(x.op, (), x.data._replace(facts=x.data.facts | {fact}))
