"""Small numbers at which a claim fails, for people to redo by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from matgrad.core.expr import Expr, is_differential
from matgrad.core.walk import symbols
from matgrad.verify.arithmetic import Matrix, OutsideDomain
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.comparison import equal
from matgrad.verify.found import Counterexample
from matgrad.verify.point import Point, Setting
from matgrad.verify.reals import WholeSampler, compared, fine

DIGITS, DOUBLE = (10, 16, 40, 100, 300), 16  # shown of a number; those of a double
DRAWS = 12  # counterexamples tried for each assignment of sizes


def counterexample(place: Setting, claim: Expr, result: Expr, seed: int) -> Counterexample | None:
    """A point at which two expressions differ, the smallest numbers first."""
    with precision():
        for at in _small_points(place, seed):
            memo = at.evaluate([claim, result])
            if equal(at, memo[claim], memo[result]) is False:
                return shown(place, at, claim, result)
    far = compared(place, claim, result, seed).differ
    with fine():
        return None if far is None else shown(place, far, claim, result)


def shown(place: Setting, at: Point, claim: Expr, result: Expr) -> Counterexample:
    """The numbers at a point, with as many digits as it takes to tell the two sides apart."""
    inputs = {s.name: _written(at.R.values[s]) for s in place.inputs}
    if any(map(is_differential, symbols(claim, result))):
        inputs |= {f"d{X.name}": _written(at.directions[X]) for X in place.wrt}
    memo = at.evaluate([claim, result])
    claimed, true = memo[claim], memo[result]
    assert isinstance(claimed, list)
    assert isinstance(true, list)
    pairs = ((_written(claimed, digits), _written(true, digits)) for digits in DIGITS)
    shown = next((pair for pair in pairs if pair[0] != pair[1]), None)
    return Counterexample(dict(at.R.sizes), inputs, *(shown or (_written(claimed), _written(true))))


def _small_points(place: Setting, seed: int) -> Iterator[Point]:
    """Points with small integers, the smallest sizes first."""
    for sizes in sorted(place.sizes, key=lambda sizes: sorted(sizes.values(), reverse=True)):
        for i in range(DRAWS):
            R = Balls(sizes)
            S = WholeSampler(R, Random(seed * 7919 + i), "positive" if i < DRAWS // 2 else "any")
            S.reach = 2 + i // 4
            try:
                yield Point(place, R, BallJets(R), S)
            except OutsideDomain:
                continue


def _written(A: Matrix, digits: int = 10) -> list[list[str]]:
    return [[_number(x, digits) for x in row] for row in A]


def _number(x: Any, digits: int) -> str:
    """A fraction if the ball holds one with a small denominator, else so many digits."""
    middle = float(x.mid())
    near = Fraction(middle).limit_denominator(1000)
    exact = x * near.denominator - near.numerator
    if exact.contains(0) and exact.rad() < 10.0 ** -max(25, digits):
        return str(near)
    if digits <= DOUBLE:
        return f"{middle:.{digits}g}"
    written = x.mid().str(digits, radius=False)
    return written if "e" in written else written.rstrip("0").rstrip(".")
