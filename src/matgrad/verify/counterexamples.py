"""Small numbers at which a claim fails, for people to redo by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

from matgrad.core.expr import Expr, is_differential
from matgrad.core.walk import postorder, symbols
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.comparison import equal
from matgrad.verify.evaluate import Outcome
from matgrad.verify.found import Counterexample
from matgrad.verify.jumps import sits_at_kink
from matgrad.verify.point import Point, Setting
from matgrad.verify.reals import FINEST, Seen, WholeSampler, compared, fine
from matgrad.verify.sizes import dimensions_in

DIGITS, DOUBLE = (10, 16, 40, 100, 300), 16  # shown of a number; those of a double
PARTS = (1, 2, 4)  # of integers, halves and quarters
READABLE = 36  # entries of a matrix, at most
DRAWS = 12  # counterexamples tried for each assignment of sizes


def counterexample(
    place: Setting, claim: Expr, result: Expr, seed: int, seen: Seen | None = None
) -> Counterexample | None:
    """A point at which two expressions differ, the smallest numbers first."""
    with precision():
        at = _differing(_small_points(place, seed), claim, result)
        if at is not None and (smaller := _of_twos(place, at, claim)):
            at = _differing(_small_points(smaller, seed), claim, result) or at
        if at is not None:
            return shown(place, at, claim, result)
    far = (seen or compared(place, claim, result, seed)).differ
    with fine(FINEST):
        return None if far is None else shown(place, far, claim, result)


def _differing(points: Iterator[Point], claim: Expr, result: Expr) -> Point | None:
    for at in points:
        memo = at.evaluate([claim, result])
        if equal(at, memo[claim], memo[result]) is False and not sits_at_kink(at.R):
            return at
    return None


def _of_twos(place: Setting, at: Point, claim: Expr) -> Setting | None:
    """The same with all sizes two, where people cannot read a matrix as large as this one."""
    sizes = at.R.sizes
    rows, cols = (d.evaluate(sizes) for d in claim.shape)
    nodes = postorder(claim, *(plan.value for plan in place.plans), *place.inputs)
    dims, indices = dimensions_in(nodes)
    twos = dict.fromkeys(sizes, 2)
    fits = all(d.evaluate(twos) > 0 for d in dims)
    fits = fits and all(i <= n.evaluate(twos) for i, n in indices)
    is_large = rows * cols > READABLE and min(sizes.values(), default=0) > 2
    return replace(place, sizes=(twos,)) if is_large and fits else None


def within(
    place: Setting, claim: Expr, result: Expr, inside: Sequence[Expr], seed: int
) -> Counterexample | None:
    """A point at which two expressions differ and others are positive: integers, then halves."""
    with precision():
        for at in (point for parts in PARTS for point in _small_points(place, seed, parts)):
            try:
                memo = at.evaluate([claim, result, *inside])
            except Undecided:
                continue
            allowed = all(_is_positive(memo[each]) for each in inside)
            differ = allowed and equal(at, memo[claim], memo[result]) is False
            if differ and not sits_at_kink(at.R):
                return shown(place, at, claim, result)
    return None


def _is_positive(value: Outcome) -> bool:
    return isinstance(value, list) and all(x > 0 for row in value for x in row)


def shown(place: Setting, at: Point, claim: Expr, result: Expr) -> Counterexample:
    """The numbers at a point, with as many digits as it takes to tell the two sides apart."""
    inputs = {s.name: _written(at.R.values[s]) for s in place.inputs}
    if any(map(is_differential, symbols(claim, result))):
        inputs |= {f"d{X.name}": _written(at.directions[X]) for X in place.wrt}
    memo = at.evaluate([claim, result])
    claimed, true = memo[claim], memo[result]
    assert isinstance(claimed, list)
    assert isinstance(true, list)
    each = ((_written(claimed, digits), _written(true, digits)) for digits in DIGITS)
    shown = next((pair for pair in each if pair[0] != pair[1]), None)
    if shown is None:
        apart = _written(at.R.subtract(true, claimed))
        pairs = (zip(*rows, strict=True) for rows in zip(_written(claimed), apart, strict=True))
        shown = (
            _written(claimed),
            [[f"{a} + {b}".replace("+ -", "- ") for a, b in row] for row in pairs],
        )
    return Counterexample(dict(at.R.sizes), inputs, *shown)


def _small_points(place: Setting, seed: int, parts: int = 1) -> Iterator[Point]:
    """Points with small integers, or with such parts of 1, the smallest sizes first."""
    for sizes in sorted(place.sizes, key=lambda sizes: sorted(sizes.values(), reverse=True)):
        for i in range(DRAWS):
            R = Balls(sizes)
            S = WholeSampler(R, Random(seed * 7919 + i), "positive" if i < DRAWS // 2 else "any")
            S.reach, S.parts = 2 + i // 4, parts
            try:
                yield Point(place, R, BallJets(R), S)
            except OutsideDomain:
                continue


def _written(A: Matrix, digits: int = 10) -> list[list[str]]:
    return [[_number(x, digits) for x in row] for row in A]


def _number(x: Any, digits: int) -> str:
    """A fraction if the ball holds one with a small denominator, else so many digits."""
    middle = float(x.mid())
    if not isfinite(middle) or (middle == 0 and not x.contains(0)):  # beyond the doubles
        return x.mid().str(digits, radius=False)
    near = Fraction(middle).limit_denominator(1000)
    exact = x * near.denominator - near.numerator
    if exact.contains(0) and exact.rad() < 10.0 ** -max(25, digits):
        return str(near)
    if digits < DOUBLE and float(f"{middle:.{digits}g}").is_integer():  # 10.99999999999 is not 11
        digits = DOUBLE
    if digits <= DOUBLE:
        return f"{middle:.{digits}g}"
    written = x.mid().str(digits, radius=False)
    return written if "e" in written else written.rstrip("0").rstrip(".")
