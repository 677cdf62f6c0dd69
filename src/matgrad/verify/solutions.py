"""Points at which equations hold that no fact of a symbol says: P² = P, AB = BA, rows sum to one.

Small whole numbers come first, at which the equations hold exactly. Others are found by the
iteration of Levenberg and Marquardt, which asks neither that the equations are independent nor
that solutions are isolated. A solution is a ball far wider than what is left over, so values that
do not overlap there differ at the solution itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.facts import close
from matgrad.core.walk import symbols
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Scalar, Undecided
from matgrad.verify.ball import BallJets, Balls
from matgrad.verify.comparison import equal
from matgrad.verify.directions import direction
from matgrad.verify.evaluate import value_of
from matgrad.verify.point import Point, Setting
from matgrad.verify.reals import Seen, WholeSampler, fine
from matgrad.verify.sample import Holding, Sampler

BITS = 400  # of the numbers in the iteration
STEP = 2.0**-120  # of the difference quotients
SMALL, NEAR = 2.0**-240, 2.0**-80  # what is left over, and how far a triple root is then
ITERATIONS = 60
SLOW = 1 / 16  # a step leaves less of what is left over, unless a root is not simple
WHOLE, SOLVED = 150, 18  # draws of whole numbers and starts of the iteration
ENOUGH = 8  # solutions at which a claim must hold
LARGEST = 40  # numbers that are solved for
# A value that obeys these is kept as it was drawn: adding directions to it would break them.
CURVED = frozenset(
    "mask onehot simplex simplex_rows unit integer".split()
    + "orthogonal orthogonal_columns positive_definite".split()
)
SIGNED = frozenset({"positive", "nonnegative"})
AWAY = 2.0**-30  # from zero, what is positive: the iteration may only run towards zero there
STILL = 2.0**-20  # how far the last step may have moved: otherwise it runs towards infinity


class HoldingWhole(WholeSampler, Holding):
    """The same with small integers."""


class _Signs(WholeSampler):
    """Draws 0 and ±1."""

    def scalar(self) -> Scalar:
        """Zero as often as not."""
        return self.R.rational(Fraction(self.random.choice((0, 0, 1, 1, -1))))


@dataclass(frozen=True)
class Equations:
    """Expressions that are to vanish, and the symbols in them.

    They are solved for all symbols, or for some while the others are any numbers.
    """

    residuals: tuple[Expr, ...]
    unknowns: tuple[Expr, ...]
    some: tuple[Expr, ...] = ()

    def left_over(self, R: Balls, values: dict[Expr, Matrix]) -> list[Scalar]:
        """The entries of all residuals."""
        R.values.update(values)
        memo: Any = dict(values)
        return [x for root in self.residuals for row in value_of(R, root, memo) for x in row]


def equations(residuals: Sequence[Expr], some: tuple[Expr, ...] = ()) -> Equations:
    """The equations that these expressions vanish; all their symbols, or some, are unknown."""
    return Equations(tuple(residuals), tuple(symbols(*residuals)), some)


def compared_where(
    place: Setting, given: Equations, left: Expr, right: Expr, seed: int = 1
) -> Seen:
    """Compare two expressions at points at which the equations hold; a difference ends it."""
    agreed = 0
    with fine(BITS):
        for at, is_solved in _points(place, given, seed):
            if not isinstance(at.value(), list):
                continue
            memo = at.evaluate([left, right])
            same = equal(at, memo[left], memo[right])
            if same is False:
                return Seen(agreed, 0, at)
            agreed += bool(same) and is_solved
            if agreed >= SOLVED:
                break
    return Seen(agreed, 0, None)


def _points(place: Setting, given: Equations, seed: int) -> Iterator[tuple[Point, bool]]:
    for i in range(WHOLE if given.some else 0, WHOLE + SOLVED):
        is_solved = i >= WHOLE
        R, random = Balls(_sizes(place, i)), Random(seed * 6007 + i)
        try:
            values = _solved(R, given, random) if is_solved else _whole(R, given, random)
            if values is None:
                continue
            S = Holding(R, random) if is_solved else HoldingWhole(R, random, "any")
            S.known = values
            yield Point(place, R, BallJets(R), S), is_solved
        except (OutsideDomain, Undecided):
            continue


def _sizes(place: Setting, i: int) -> dict[str, int]:
    """Small sizes first; numbers for matrices say little, and come last."""
    tried = [place.sizes[n] for n in place.larger]
    small = sorted(tried, key=lambda sizes: sum(sizes.values()))
    return small[i % len(small)]


def _whole(R: Balls, given: Equations, random: Random) -> dict[Expr, Matrix] | None:
    S = _Signs(R, random, "any")
    values = {x: S.value(x) for x in given.unknowns}
    return values if all(x.is_zero() for x in given.left_over(R, values)) else None


def _solved(R: Balls, given: Equations, random: Random) -> dict[Expr, Matrix] | None:
    """A solution near a random place, within what the facts of the symbols allow."""
    S = Sampler(R, random, "small" if random.random() < 0.3 else "generic")
    values = {x: S.value(x) for x in given.unknowns}
    ways = list(_directions(R, {x: values[x] for x in given.some or given.unknowns}))
    if len(ways) > LARGEST:
        return None
    left, damping = _distance(given.left_over(R, values)), R.flint.arb(1)
    step = R.flint.arb(0)
    for _ in range(ITERATIONS):
        if left < SMALL:
            return _widened(R, values) if step < STILL and _is_signed(values) else None
        if not ways:
            return None  # every symbol is held on a curved set
        moved, new = _stepped(R, given, values, ways, damping * left)
        if new < left:
            step = _distance([x for gap in _gaps(values, moved) for x in gap])
            values, left, damping = moved, new, damping / 4
        else:
            damping = damping * 8
    return None


def _directions(R: Balls, values: dict[Expr, Matrix]) -> Iterator[tuple[Expr, Matrix]]:
    """What may be added to a value: a matrix for each of its entries, projected to its facts."""
    for symbol, value in values.items():
        facts = close(symbol.data.facts)
        if facts & CURVED:
            continue
        rows, cols = len(value), len(value[0])
        for i in range(rows):
            for j in range(cols):
                one = R.zeros(rows, cols)
                one[i][j] = R.one
                yield symbol, direction(R, facts, value, one)


def _stepped(
    R: Balls, given: Equations, values: dict[Expr, Matrix], ways: list[tuple[Expr, Matrix]],
    damping: Any,
) -> tuple[dict[Expr, Matrix], Any]:  # fmt: skip
    """One step: minus (JᵀJ + μ I)⁻¹ Jᵀ r, with a Jacobian of difference quotients.

    Towards a double or triple root twice or three times that leads there at once. With it comes
    what is left over.
    """
    mat, h = R.flint.arb_mat, R.flint.arb(STEP)
    here = given.left_over(R, values)
    columns: list[list[Any]] = []
    for way in ways:
        there = given.left_over(R, _moved(R, values, [way], [h]))
        columns.append([((a - b) / h).mid() for a, b in zip(there, here, strict=True)])
    Jt = mat(columns)
    damped = Jt * Jt.transpose() + R.native_eye(len(ways)) * damping
    right = Jt * mat([[-x.mid()] for x in here])
    steps = damped.solve(right, algorithm="approx").tolist()
    tried: list[tuple[dict[Expr, Matrix], Any]] = []
    for times in (1, 2, 3):
        moved = _moved(R, values, ways, [times * x.mid() for (x,) in steps])
        tried.append((moved, _distance(given.left_over(R, moved))))
        if tried[0][1] < _distance(here) * SLOW:
            break
    return min(tried, key=lambda each: float(each[1]))


def _moved(
    R: Balls, values: dict[Expr, Matrix], ways: list[tuple[Expr, Matrix]], steps: list[Any]
) -> dict[Expr, Matrix]:
    found = {symbol: [row[:] for row in value] for symbol, value in values.items()}
    for (symbol, way), step in zip(ways, steps, strict=True):
        for row, more in zip(found[symbol], way, strict=True):
            row[:] = [(a + step * b).mid() for a, b in zip(row, more, strict=True)]
    return found


def _distance(left_over: list[Any]) -> Any:
    squares: Any = sum(x.mid() * x.mid() for x in left_over)
    return squares.sqrt().mid()


def _gaps(before: dict[Expr, Matrix], behind: dict[Expr, Matrix]) -> Iterator[list[Any]]:
    """By how much the entries of values have changed, row by row."""
    for symbol, value in before.items():
        for row, other in zip(value, behind[symbol], strict=True):
            yield [a - b for a, b in zip(row, other, strict=True)]


def _is_signed(values: dict[Expr, Matrix]) -> bool:
    """Are those numbers positive that have to be?"""
    signed = ((close(symbol.data.facts) & SIGNED, v) for symbol, v in values.items())
    least = ((AWAY if "positive" in facts else -NEAR, v) for facts, v in signed if facts)
    return all(x > bound for bound, value in least for row in value for x in row)


def _widened(R: Balls, values: dict[Expr, Matrix]) -> dict[Expr, Matrix]:
    arb = R.flint.arb
    return {s: [[arb(x.mid(), NEAR) for x in row] for row in v] for s, v in values.items()}
