"""The conditions of an answer, tested from outside: where they hold, there is a value.

The operators say what they need; here nothing is asked of them. Points are drawn, one variable
after the other is zero, and where the function has no value some condition has to fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import prod
from random import Random
from typing import Any

from matgrad.core.expr import Condition
from matgrad.core.facts import close
from matgrad.core.walk import postorder
from matgrad.render.plain import plain
from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.point import Point, Setting, drawn
from matgrad.verify.reasons import Tie
from matgrad.verify.sample import Holding

OUTSIDE, ZEROS, INSIDE = 3, 3, 3  # how many points of each sort
# What zero has too.
LINEAR = frozenset("symmetric skew diagonal lower_triangular upper_triangular toeplitz".split())


def tested(place: Setting, conditions: Sequence[Condition], seed: int = 1) -> tuple[str, ...]:
    """What the tests say: at how many points the conditions suffice, or where they do not."""
    with precision():
        inside = [at for at in place.drawn.values() if isinstance(at, Point)][:INSIDE]
        never = [c for c in conditions if inside and all(holds(c, at) is False for at in inside)]
        if never:
            words = (c.words.format(plain(c.subject)) for c in never)
            return tuple(f"the condition that {each} holds at no point tried" for each in words)
        count = len(inside)
        for where, at in chain(_outside(place, seed), _zeros(place, seed)):
            found = [holds(c, at) for c in conditions]
            if False in found:
                count += 1
            elif None not in found:
                value = at.value()
                if isinstance(value, OutsideDomain) and not isinstance(value, Tie):
                    return (f"the conditions do not suffice: {where} there is no value",)
                count += 1
    return (f"the conditions: tested at {count} points",) if conditions else ()


def holds(condition: Condition, at: Point) -> bool | None:
    """Does a condition hold at a point? None if that cannot be told."""
    test, R = TESTS.get(condition.predicate), at.R
    if test is None or not isinstance(R, Balls) or condition.subject.axes:
        return None  # of the members of a family nothing is told one by one
    at.fill(postorder(condition.subject))
    value = at.memo[condition.subject]
    return test(R, value) if isinstance(value, list) else None


def _outside(place: Setting, seed: int) -> Iterator[tuple[str, Point]]:
    """Drawn points at which the function certainly has no value."""
    failed = [
        i for (s, i), found in place.drawn.items()
        if s == seed and isinstance(found, OutsideDomain) and found.always
    ]  # fmt: skip
    for i in failed[:OUTSIDE]:
        at = drawn(place, seed, i)
        if isinstance(at, Point):
            yield "at a point that was drawn", at


def _zeros(place: Setting, seed: int) -> Iterator[tuple[str, Point]]:
    """Points at which one variable is zero, and the others are positive."""
    linear = (X for X in (*place.wrt, *place.inputs) if close(X.data.facts) <= LINEAR)
    for X in islice(dict.fromkeys(linear), ZEROS):
        R = Balls(place.sizes[place.larger[0]])
        S = Holding(R, Random(seed), "positive")
        rows, cols = (R.size(d) for d in X.shape)
        S.known = {X: R.zeros(rows * prod(S.lengths(X)), cols)}
        try:
            yield f"where {plain(X)} = 0", Point(place, R, BallJets(R, place.order), S)
        except OutsideDomain:
            continue


# ---------------------------------------------------------------- what the words mean


def _all(sign: Callable[[Any], bool | None]) -> Callable[[Arithmetic, Matrix], bool | None]:
    """The test of each entry."""

    def test(R: Arithmetic, A: Matrix) -> bool | None:
        found = [sign(x) for x in chain(*A)]
        return False if False in found else None if None in found else True

    return test


def _positive(x: Any) -> bool | None:
    return True if x > 0 else False if x <= 0 else None


def _nonzero(x: Any) -> bool | None:
    return False if x.is_zero() else None if x.contains(0) else True


def _some_nonzero(R: Arithmetic, A: Matrix) -> bool | None:
    found = [_nonzero(x) for x in chain(*A)]
    return True if True in found else None if None in found else False


def _determinant(R: Arithmetic, A: Matrix) -> Any:
    return R.determinant(A)[0][0]


def definite(R: Arithmetic, A: Matrix) -> bool | None:
    """Are all leading minors positive?"""
    minors = [[_determinant(R, [row[:k] for row in A[:k]])] for k in range(1, len(A) + 1)]
    return _all(_positive)(R, minors)


TESTS: dict[str, Callable[[Arithmetic, Matrix], bool | None]] = {
    "nonzero": _all(_nonzero),
    "positive": _all(_positive),
    "nonzero_norm": _some_nonzero,
    "invertible": lambda R, A: _nonzero(_determinant(R, A)),
    "positive_det": lambda R, A: _positive(_determinant(R, A)),
    "positive_definite": definite,
}
