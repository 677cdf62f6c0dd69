"""Points at which equations hold."""

from collections.abc import Sequence

import pytest

from matgrad.api import pipeline as api
from matgrad.core.expr import Expr
from matgrad.syntax import parse_expression
from matgrad.verify.claim import RIGHT, UNDECIDED, Case, check_where
from matgrad.verify.lines import WRONG

SQUARE = {"P": ("n", "n"), "A": ("n", "n"), "B": ("n", "n"), "U": ("m", "r"), "M": ("m", "n")}


def case(function: str, wrt: str, claim: str, zero: Sequence[str]) -> Case:
    shapes = {name: shape for name, shape in SQUARE.items() if name in function}
    d = api.gradient(function, wrt, shapes=shapes)
    problem = d.trace.origin.problem
    known: dict[str, Expr] = dict(problem.symbols)
    made = [parse_expression(text, known) for text in (claim, *zero)]
    return Case(problem, problem.symbols[wrt], made[0], d.result, tuple(made[1:]))


@pytest.mark.parametrize(
    ("function", "wrt", "claim", "zero"),
    [
        ("norm2(P*x)^2", "x", "2*P*x", ["P*P - P", "P - P'"]),
        ("norm2(U*x)^2", "x", "2*x", ["U'*U - I(r)"]),
        ("tr(A*B*X)", "X", "A'*B'", ["A*B - B*A"]),
        ("norm(M.*X)^2", "X", "2*M.*X", ["M.*M - M"]),
        ("x'*x*det(A)", "x", "0*x", ["det(A)"]),
    ],
)
def test_a_claim_that_holds_with_the_equations_is_right(
    function: str, wrt: str, claim: str, zero: list[str]
) -> None:
    assert check_where(case(function, wrt, claim, zero)).status == RIGHT


@pytest.mark.parametrize(
    ("function", "wrt", "claim", "zero"),
    [
        ("norm2(P*x)^2", "x", "3*P*x", ["P*P - P", "P - P'"]),
        ("norm2(P*x)^2", "x", "2*P*x", ["P*P - P"]),
        ("norm2(U'*x)^2", "x", "2*x", ["U'*U - I(r)"]),
        ("tr(A*B*X)", "X", "A*B", ["A*B - B*A"]),
        ("x'*A*x", "x", "2*A*x", ["A*A' - A'*A", "tr(A)"]),
    ],
)
def test_a_claim_that_fails_in_spite_of_the_equations_is_wrong(
    function: str, wrt: str, claim: str, zero: list[str]
) -> None:
    found = check_where(case(function, wrt, claim, zero))
    assert found.status == WRONG
    assert found.counterexample is not None


def test_equations_that_nothing_solves_decide_nothing() -> None:
    given = case("norm2(A*x)^2", "x", "2*x", ["A*A' + I(n)"])
    assert check_where(given).status == UNDECIDED


def test_a_counterexample_obeys_the_equations() -> None:
    found = check_where(case("norm2(P*x)^2", "x", "P*x", ["P*P - P"]))
    assert found.counterexample is not None
    P = [[int(x) for x in row] for row in found.counterexample.inputs["P"]]
    size = range(len(P))
    assert [[sum(P[i][k] * P[k][j] for k in size) for j in size] for i in size] == P
