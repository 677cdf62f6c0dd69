"""Facts inferred bottom-up."""

import pytest

from matgrad.core.expr import Expr
from matgrad.core.facts import close, facts_of
from matgrad.errors import UnsupportedError
from matgrad.ops import diag_matrix, exp, eye, inv, matrix_power, ones, power, symbol

A = symbol("A", "m", "n")
M = symbol("M", "n", "n")
S = symbol("S", "n", "n", facts=("symmetric",))
P = symbol("P", "n", "n", facts=("positive_definite",))
Q = symbol("Q", "n", "n", facts=("orthogonal",))
x, c = symbol("x", "n"), symbol("c")


@pytest.mark.parametrize(
    ("expr", "fact"),
    [
        (A.T @ A, "symmetric"),
        (A.T @ A @ S @ A.T @ A, "symmetric"),
        (M + M.T, "symmetric"),
        (M + M.T + S, "symmetric"),
        (M - c * (x @ x.T) + M.T, "symmetric"),
        (inv(S), "symmetric"),
        (inv(P), "positive_definite"),
        (2 * P, "positive_definite"),
        (P + P, "positive_definite"),
        (Q @ Q, "orthogonal"),
        (Q.T, "orthogonal"),
        (eye("n"), "orthogonal"),
        (diag_matrix(x), "diagonal"),
        (diag_matrix(exp(x)), "positive_definite"),
        (exp(S), "symmetric"),
        (matrix_power(S, 3), "symmetric"),
        (power(exp(x), -1), "positive"),
        (ones("n", "n"), "symmetric"),
    ],
)
def test_a_fact_follows(expr: Expr, fact: str) -> None:
    assert fact in facts_of(expr)


@pytest.mark.parametrize(
    ("expr", "fact"),
    [
        (M, "symmetric"),
        (S @ P, "symmetric"),
        (M - M.T, "symmetric"),
        (-1 * P, "positive_definite"),
        (c * P, "positive_definite"),
        (A @ A.T, "invertible"),
        (S, "invertible"),
        (P - S, "positive_definite"),
    ],
)
def test_a_fact_does_not_follow(expr: Expr, fact: str) -> None:
    assert fact not in facts_of(expr)


def test_facts_imply_others() -> None:
    assert {"symmetric", "invertible"} <= close(frozenset({"positive_definite"}))


def test_an_unknown_assumption_is_named() -> None:
    with pytest.raises(UnsupportedError, match="shiny"):
        close(frozenset({"shiny"}))
