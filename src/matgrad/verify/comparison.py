"""Two things that must be equal at every point: expressions, or results and the differential."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from matgrad.core.expr import NO_FACTS, Axes, Expr, Facts, united
from matgrad.core.facts import close
from matgrad.core.walk import moves
from matgrad.verify.arithmetic import Matrix
from matgrad.verify.directions import independent
from matgrad.verify.evaluate import Outcome, spread
from matgrad.verify.point import Point
from matgrad.verify.reasons import Undecided


@dataclass(frozen=True)
class Comparison:
    """Two things that must be equal at every point, and what to call them."""

    label: str
    roots: tuple[Expr, ...]
    sides: Callable[[Point], tuple[Outcome, Outcome]]


def equality(label: str, left: Expr, right: Expr) -> Comparison:
    """Two expressions have the same value."""
    if left.axes == right.axes:
        return Comparison(label, (left, right), lambda at: (at.memo[left], at.memo[right]))
    axes = united(left.axes, right.axes)

    def sides(at: Point) -> tuple[Outcome, Outcome]:
        one, other = (for_axes(at, each, axes) for each in (left, right))
        return one, other

    return Comparison(label, (left, right), sides)


def for_axes(at: Point, node: Expr, axes: Axes) -> Outcome:
    """The value of a family for all members along these axes."""
    value = at.memo[node]
    return spread(at.R, node, value, axes) if isinstance(value, list) else value


def result_comparison(
    label: str, wrt: Sequence[Expr], results: Mapping[str, Expr], structure: str = "free"
) -> Comparison:
    """The results, applied to the directions of their variables, give the differential."""
    parts = [(X, results[X.name]) for X in wrt if X.name in results]
    if not parts:  # a differential has one result for all variables
        only = next(iter(results.values()))
        return Comparison(label, (only,), lambda at: (at.memo[only], at.tangent))
    roots = tuple(G for _, G in parts)
    return Comparison(label, roots, lambda at: (applied(at, parts, structure), at.tangent))


def applied(at: Point, parts: Sequence[tuple[Expr, Expr]], structure: str = "free") -> Outcome:
    """The sum over the variables of derivative times direction.

    Where the derivative is that by the independent entries, only their directions count.
    """
    terms: list[Matrix] = []
    target = at.tangent
    if not isinstance(target, list):
        return target
    for X, G in parts:
        axes = at.problem.function.axes if moves(G) else X.axes
        fits = {*G.axes} <= {*axes}
        value = for_axes(at, G, axes) if fits else at.memo[G]
        if not isinstance(value, list):
            return value
        facts = close(X.data.facts) if structure == "independent" else NO_FACTS
        term = contribution(at, G, value, at.directions[X], target, facts) if fits else None
        if term is None:
            return Undecided(f"a {G.shape} derivative by {X.name} cannot be applied to d{X.name}")
        terms.append(term)
    return at.R.add(*terms)


def contribution(  # noqa: PLR0913, PLR0917
    at: Point, G: Expr, value: Matrix, dX: Matrix, target: Matrix, facts: Facts = NO_FACTS
) -> Matrix | None:
    """One derivative times its direction: G : dX, J vec(dX), or a map that contains dX."""
    R, rows, cols = at.R, len(target), len(target[0])
    size = (len(value), len(value[0]))
    if moves(G):  # a map
        return value
    if rows * cols == 1 and size == (len(dX), len(dX[0])):
        return [[R.dot(independent(facts, value), independent(facts, dX))]]
    if len(dX) * len(dX[0]) == 1 and size == (rows, cols):
        return R.scale(dX, value)
    if size == (rows * cols, len(moved := independent(facts, dX))):
        column = R.matmul(value, [[x] for x in moved])
        return [[column[j * rows + i][0] for j in range(cols)] for i in range(rows)]
    is_zero_map = size == (rows, cols) and R.is_zero(value)  # nothing is left of dX in it
    return value if is_zero_map else None


def equal(at: Point, left: Outcome, right: Outcome) -> bool | None:
    """Are two values equal? None if one of them does not exist or cannot be told apart."""
    if not (isinstance(left, list) and isinstance(right, list)):
        return None
    if (len(left), len(left[0])) != (len(right), len(right[0])):
        return False
    return at.R.agree(left, right)


def roots_of(wanted: Iterable[Comparison]) -> list[Expr]:
    """The expressions that comparisons need the values of."""
    return [root for c in wanted for root in c.roots]
