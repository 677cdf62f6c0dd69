"""What is said beside a Hessian, held against the function and the matrix at sampled points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.steps import Remark
from matgrad.verify.arithmetic import Matrix, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.conditions import definite
from matgrad.verify.point import Point, real_points
from matgrad.verify.result import Answer, setting_of
from matgrad.verify.sample import Holding

TRIES = 6


def tenable(answer: Answer, remarks: Sequence[Remark], seed: int = 1) -> tuple[Remark, ...]:
    """The remarks about a Hessian that no sampled point speaks against."""
    claims = {claim for remark in remarks for claim in remark.claims}
    roots = [*answer.results.values()]
    try:
        place = setting_of(answer, roots)
    except Undecided:
        return tuple(remarks)
    false: set[str] = set()
    with precision():
        for at in real_points(place, seed, TRIES) if claims else ():
            false |= {claim for claim in claims - false if _is_false(claim, at, roots)}
    return tuple(remark for remark in remarks if false.isdisjoint(remark.claims))


def _is_false(claim: str, at: Point, roots: Sequence[Expr]) -> bool:
    """Does a point certainly speak against a claim?"""
    bend = at.curvature  # half the second derivative of the function along a random direction
    if claim in BENDS:
        return isinstance(bend, list) and bool(BENDS[claim](bend[0][0]))
    known = at.evaluate(roots)
    return any(MATRICES[claim](at, root, H) for root in roots if isinstance(H := known[root], list))


def _is_moving(at: Point, root: Expr, H: Matrix) -> bool:
    """Is the matrix another one where the variables are, and all else is as it was?"""
    R, place = at.R, at.place
    assert isinstance(R, Balls)
    again = Balls(R.sizes)
    S = Holding(again, Random(0), "positive")
    still = (each for each in place.inputs if each not in place.wrt)
    S.known = {each: R.values[each] for each in still}
    other = Point(place, again, BallJets(again, place.order), S).evaluate([root])[root]
    return isinstance(other, list) and R.agree(H, other) is False


def _beside(at: Point, root: Expr, H: Matrix) -> bool:
    """Is an entry beside the diagonal not zero?"""
    return any(i != j and at.R.is_unit(x) for i, row in enumerate(H) for j, x in enumerate(row))


def _unequal(at: Point, root: Expr, H: Matrix) -> bool:
    """Are two entries of the diagonal different?"""
    return any(at.R.is_unit(row[i] - H[0][0]) for i, row in enumerate(H))


def _several(at: Point, root: Expr, H: Matrix) -> bool:
    """Is a minor of two rows not zero?"""
    top, first = H[0], [row[0] for row in H]
    minors = (x * top[0] - first[i] * top[j] for i, row in enumerate(H) for j, x in enumerate(row))
    return any(map(at.R.is_unit, minors))


BENDS: dict[str, Callable[[Any], bool]] = {
    "convex": lambda bend: bend < 0,
    "concave": lambda bend: bend > 0,
}
MATRICES: dict[str, Callable[[Point, Expr, Matrix], bool]] = {
    "constant": _is_moving,
    "diagonal": _beside,
    "identity": _unequal,
    "rank one": _several,
    "positive": lambda at, root, H: definite(at.R, H) is not True,
    "negative": lambda at, root, H: definite(at.R, at.R.scale(at.R.number(-1), H)) is not True,
}
