"""Every operator's derivative fact agrees with forward derivatives in exact arithmetic."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import prod

import pytest

from matgrad.core.calculus import adjoint, partial
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, catalogue, make, number_value
from matgrad.core.steps import Problem
from matgrad.ops import (
    differential_symbol,
    entry,
    frobenius,
    matrix_power,
    number,
    power,
    symbol,
    transpose,
    unspecified,
)
from matgrad.render.reference import lacking
from matgrad.verify.evaluate import Outcome
from matgrad.verify.lines import (
    EXACT,
    REAL,
    WRONG,
    Comparison,
    Verdicts,
    field_verdicts,
    real_verdicts,
    report,
)
from matgrad.verify.point import Point, Setting, setting

Change = Callable[[Expr], Expr]
# Values that are not algebraic in the entries: the field has no model of them.
REAL_ONLY = frozenset(op.name for op in catalogue.values() if "field" in lacking(op))


def argument(name: str, sizes: tuple[str | int, ...] | int) -> Expr:
    return number(sizes) if isinstance(sizes, int) else symbol(name, *map(size_of, sizes))


def expressions() -> Iterator[Expr]:
    """One expression for every operator and every combination of shapes it declares."""
    for op in catalogue.values():
        for shapes in op.samples:
            yield op(*map(argument, "ABCD", shapes))
    A, x = symbol("A", "n", "n"), symbol("x", "n")
    yield from (matrix_power(A, 3), matrix_power(A, -2), entry(A, 1, 2), entry(x, 2))
    yield from (unspecified("sigma", x), unspecified("sigma", x, 2))
    yield from (power(x, k) for k in (2, 3, -1, -2, 0.5, -1.5))


def size_of(written: str | int) -> Dim:
    return (
        prod(map(dim, written.split("*")), start=ONE) if isinstance(written, str) else dim(written)
    )


def name(case: Expr) -> str:
    return f"{case.op.name} of {' and '.join(str(arg.shape) for arg in case.args)}"


def cases() -> Iterator[object]:
    for i, node in enumerate(expressions()):
        for index, arg in enumerate(node.args):
            if number_value(arg) is None and arg.op.name != "unit":
                yield pytest.param(node, index, id=f"{i} {name(node)} {index}")


CASES = list(cases())


def place_of(node: Expr, index: int) -> Setting:
    G = symbol("G", *node.shape)
    place = setting(Problem(node), (node.args[index],), others=node.args)
    return replace(place, inputs=(*place.inputs, G))


def comparison(node: Expr, index: int, change: Change) -> Comparison:
    """The derivative fact, against the derivative that arithmetic finds."""
    dX = differential_symbol(node.args[index])
    G = symbol("G", *node.shape)
    if node.op.partials is not None:
        fact = frobenius(G, change(partial(node, index, node, dX)))
    else:
        fact = frobenius(change(adjoint(node, index, G)), dX)

    def sides(at: Point) -> tuple[Outcome, Outcome]:
        moved, given = at.tangent, at.memo[G]
        if not (isinstance(moved, list) and isinstance(given, list)):
            return at.memo[fact], moved
        return at.memo[fact], [[at.R.inner(given, moved)]]

    return Comparison("fact", (fact, G), sides)


def verdict(node: Expr, index: int, change: Change) -> str:
    place, wanted = place_of(node, index), [comparison(node, index, change)]
    return report(place, wanted, field_verdicts(place, wanted, seed=3), seed=3).statuses[0]


@pytest.mark.parametrize(("node", "index"), CASES)
def test_the_derivative_fact_is_right(node: Expr, index: int) -> None:
    status = verdict(node, index, lambda e: e)
    assert status == EXACT or (status == REAL and node.op.name in REAL_ONLY)


@pytest.mark.parametrize(("node", "index"), CASES)
def test_real_series_agree_with_the_derivative_fact(node: Expr, index: int) -> None:
    wanted = [comparison(node, index, lambda e: e)]
    assert real_verdicts(place_of(node, index), wanted, Verdicts(), seed=5) == {"fact": True}


@pytest.mark.parametrize(("node", "index"), CASES)
def test_a_derivative_fact_with_the_wrong_factor_is_caught(node: Expr, index: int) -> None:
    if verdict(node, index, lambda e: e - e) == EXACT:
        return  # constant between its jumps
    assert verdict(node, index, lambda e: -e) == WRONG
    assert verdict(node, index, lambda e: e + e) == WRONG


@pytest.mark.parametrize(
    "node", [matrix_power(symbol("A", "n", "n"), k) for k in (-1, 2, 3)], ids=["-1", "2", "3"]
)
def test_a_transposed_derivative_fact_is_caught(node: Expr) -> None:
    assert verdict(node, 0, transpose) == WRONG


def test_a_missing_product_term_is_caught() -> None:
    node = matrix_power(symbol("A", "n", "n"), 3)
    assert verdict(node, 0, lambda e: make(e.op, e.args[:-1])) == WRONG
