"""Partial derivatives that are typed with their arguments below: f_xy of f(x, y)."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.partials import has_partial, with_partials


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("Let f(x,y) = x^2 y. Find f_xy.", ["2*x"]),
        ("Let g(s,t) = s*t^3. What is g_tt?", ["6*s*t"]),
    ],
)
def test_two_arguments_below_a_function_are_a_second_derivative(
    text: str, results: list[str]
) -> None:
    reply = mg.ask(text)
    assert reply.derivations[0].kind == "hessian"
    assert [str(each) for each in reply.results.values()] == results


@pytest.mark.parametrize("typed", ["x_ij", "f_ij", "a f_xyz", "f_xy(1, 2)"])
def test_other_indices_are_left(typed: str) -> None:
    assert with_partials(typed, f"f(x,y) = x^2 y. {typed}") == typed


@pytest.mark.parametrize(
    ("text", "is_one"), [("f_x", True), ("f_{xy}", True), ("f_t", False), ("g_x", False)]
)
def test_an_index_is_a_derivative_only_by_an_argument(text: str, is_one: bool) -> None:
    assert has_partial(text, {"f": {"x", "y"}}) is is_one
