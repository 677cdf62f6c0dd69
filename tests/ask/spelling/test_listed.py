"""Several functions without names: each of them is answered."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [
        "gradient of x'Ax and b'x wrt x",
        "gradients of x'Ax and b'x with respect to x",
        "Find the gradient of x'Ax; b'x wrt x.",
        "What is the gradient of $x^TAx$ or $b^Tx$ with respect to $x$?",
    ],
)
def test_each_formula_of_a_list_is_a_function(text: str) -> None:
    reply = mg.ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [str(d.result) for d in reply.further] == ["b"]


def test_a_name_behind_a_formula_is_none() -> None:
    reply = mg.ask("gradient of x'Ax, A symmetric, with respect to x")
    assert str(reply.results["x"]) == "2*A*x"
