"""Sizes and spaces as they are typed."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.sizes import with_sizes


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("f is …, y and z in R^N.", "f is …, y in R^N, z in R^N."),
        ("y and z and c are vectors in R^N", "y in R^N, z in R^N, c in R^N"),
        ("where x, y in R^n", "where x in R^n, y in R^n"),
        ("with A, B in R^(m×n)", "with A in R^(m×n), B in R^(m×n)"),
    ],
)
def test_each_name_of_a_list_is_in_the_space(typed: str, meant: str) -> None:
    assert with_sizes(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["f = Ax - b, x in R^n", "for scalar a and x in R^n", "with A and x in R^n", "f = a b, x in R"],
)
def test_what_only_stands_before_is_no_name_of_the_list(typed: str) -> None:
    assert with_sizes(typed) == typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("X is (n, d), b is (k,), y: (n,)", "X in R^(n×d), b in R^k, y in R^n"),
        ("W of shape (3, 4) and X with shape (n,d)", "W in R^(3×4) and X in R^(n×d)"),
        ("at x is (1, 2).", "at x is (1, 2)."),
        ("f (n, d) = 3", "f (n, d) = 3"),
    ],
)
def test_shapes_of_programs_are_sizes(typed: str, meant: str) -> None:
    assert with_sizes(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D is (n-1) x n and c a number", "D is (n-1)×n and c a number"),
        ("D is an (n - 1)-by-n matrix", "D is an (n - 1)×n matrix"),
        ("where D is n x (n+1).", "where D is n×(n+1)."),
        ("D is n-1 x n.", "D is (n-1)×n."),
        ("D is 2n x n.", "D is 2n×n."),
        ("Let f(x) = (n-1) x n.", "Let f(x) = (n-1) x n."),
    ],
)
def test_a_side_may_be_a_sum(typed: str, meant: str) -> None:
    assert with_sizes(typed) == meant


@pytest.mark.parametrize(
    "said",
    ["D is (n-1) x n", "D has size (n-1) x n", r"$D$ is $(n-1)\times n$", "D: (n-1) x n"],
)
def test_a_size_with_a_sum_is_no_definition(said: str) -> None:
    reply = ask(f"f(x) = ||D x||^2, {said}. Gradient wrt x?")
    assert str(reply.results["x"]) == "2*D'*D*x"
    assert "(n − 1)×n" in str(reply)
