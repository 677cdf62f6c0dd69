"""Small numbers at which a claim fails, for people to redo by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

from matgrad.core.expr import Expr, is_differential
from matgrad.core.facts import close, facts_of
from matgrad.core.walk import postorder, symbols
from matgrad.ops import Derivative, unspecified_op
from matgrad.render import plain
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.comparison import equal
from matgrad.verify.evaluate import Memo, Outcome
from matgrad.verify.found import Counterexample
from matgrad.verify.jumps import sits_at_kink
from matgrad.verify.point import Point, Setting, real_points
from matgrad.verify.reals import FINEST, Seen, WholeSampler, compared, fine
from matgrad.verify.sizes import dimensions_in

DIGITS, DOUBLE = (10, 16, 40, 100, 300), 16  # shown of a number; those of a double
PARTS = (1, 2, 4)  # of integers, halves and quarters
READABLE = 36  # entries of a matrix, at most
DEFINITE = ("positive_det", "invertible")  # conditions that a covariance has
# What leaves a single number no choice, or two at most.
BOUND = frozenset({"unit", "simplex", "simplex_rows", "onehot", "orthogonal", "skew"})
BOUND |= {"mask", "orthogonal_columns"}
# How large the numbers are that are drawn for each assignment of sizes: positive ones, then any.
POSITIVE, ANY = (2, 2, 2, 2, 3, 3), (2, 2, 2, 3, 4, 4)


def counterexample(
    place: Setting, claim: Expr, result: Expr, seed: int, seen: Seen | None = None
) -> Counterexample | None:
    """A point at which two expressions differ, the smallest numbers first."""
    with precision():
        at = _differing(all_small(place, seed), claim, result)
        if at is not None and (smaller := _of_twos(place, at, claim)):
            at = _differing(all_small(smaller, seed), claim, result) or at
        if at is not None:
            return shown(place, at, claim, result)
    far = (seen or compared(place, claim, result, seed)).differ
    if far is None:
        with precision():
            near = _differing(real_points(place, seed), claim, result)
            return None if near is None else shown(place, near, claim, result)
    with fine(FINEST):
        return shown(place, far, claim, result)


def _differing(points: Iterator[Point], claim: Expr, result: Expr) -> Point | None:
    """The first point at which the function has a value and the two sides have different ones."""
    for at in points:
        if isinstance(at.value(), OutsideDomain):
            continue  # at log(−3) there is nothing to differ from
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
        for at in all_small(place, seed):
            try:
                if isinstance(at.value(), OutsideDomain):
                    continue
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
    inputs = {s.name: written(at.R.values[s]) for s in place.inputs}
    if any(map(is_differential, symbols(claim, result))):
        inputs |= {f"d{X.name}": written(at.directions[X]) for X in place.wrt}
    memo = at.evaluate([claim, result])
    inputs |= _called(memo, claim, result)
    claimed, true = memo[claim], memo[result]
    assert isinstance(claimed, list)
    assert isinstance(true, list)
    each = ((written(claimed, digits), written(true, digits)) for digits in DIGITS)
    shown = next((pair for pair in each if pair[0] != pair[1]), None)
    if shown is None:
        apart = written(at.R.subtract(true, claimed))
        pairs = (zip(*rows, strict=True) for rows in zip(written(claimed), apart, strict=True))
        shown = (
            written(claimed),
            [[f"{a} + {b}".replace("+ -", "- ") for a, b in row] for row in pairs],
        )
    return Counterexample(dict(at.R.sizes), inputs, *shown)


def _called(memo: Memo, *roots: Expr) -> dict[str, list[list[str]]]:
    """The values of functions that are only named, as A(t) or σ(Wx) and its derivative."""
    nodes = postorder(*roots)
    named = [x for x in nodes if isinstance(x.data, Derivative) or x.op is unspecified_op]
    found = {node: memo[node] for node in named}
    return {plain(node): written(x) for node, x in found.items() if isinstance(x, list)}


def all_small(place: Setting, seed: int) -> Iterator[Point]:
    """Points with small integers, then with halves and quarters."""
    return (point for parts in PARTS for point in _small_points(place, seed, parts))


def _small_points(place: Setting, seed: int, parts: int) -> Iterator[Point]:
    """Points with such parts of 1, the smallest sizes first."""
    definite = frozenset(_definite(place))
    proper = [sizes for sizes in place.sizes if _is_proper(place, sizes)] or place.sizes
    for sizes in sorted(proper, key=lambda sizes: sorted(sizes.values(), reverse=True)):
        for i, reach in enumerate((*POSITIVE, *ANY)):
            R = Balls(sizes)
            style = "positive" if i < len(POSITIVE) else "any"
            S = WholeSampler(R, Random(seed * 7919 + i), style)
            S.reach, S.parts, S.definite = reach, parts, definite
            try:
                yield Point(place, R, BallJets(R), S)
            except OutsideDomain:
                continue


def _is_proper(place: Setting, sizes: dict[str, int]) -> bool:
    """Has every symbol room for what is assumed of it? A unit vector of one entry is ±1."""
    bound = (x for x in place.inputs if close(x.data.facts) & BOUND)
    return all(max(d.evaluate(sizes) for d in x.shape) > 1 for x in bound)


def _definite(place: Setting) -> Iterator[Expr]:
    """Symmetric matrices with an inverse or a log det in the function: covariances, to people."""
    for node in (each for plan in place.plans for each in plan.nodes):
        for condition in node.op.conditions(node) if node.op.conditions else ():
            X = condition.subject
            if condition.predicate in DEFINITE and X in place.inputs and "symmetric" in facts_of(X):
                yield X


def written(A: Matrix, digits: int = 10) -> list[list[str]]:
    """The numbers of a matrix as people write them."""
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
