"""A small letter with a prime before brackets: w'(Ax - b) is a product, u'(t - s) may be none."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "name", "result"),
    [
        ("f = w'(Ax - b). What is df/dx?", "x", "A'*w"),
        ("Let $f(x) = w'(Ax - b)$. What is $\\nabla f$?", "x", "A'*w"),
        ("H = 1/2 x'Qx + p'(Ax + Bu), Q symmetric. compute dH/dx", "x", "A'*p + Q*x"),
        ("the optimal control hamiltonian is H = 1/2 x'Qx + 1/2 u'Ru + p'(Ax + Bu), Q and R are "
         "symmetric. compute dH/dx, dH/du and dH/dp", "u", "B'*p + R*u"),
        ("The optimal control Hamiltonian is $H = x^TQx + p^T(Ax+Bu)$. What is the gradient with "
         "respect to $u$?", "u", "B'*p"),
        (r"The optimal cost is $V = x^TPx$ with $P$ symmetric. What is $\partial V/\partial x$?",
         "x", "2*P*x"),
    ],
)  # fmt: skip
def test_a_transposed_letter_before_brackets_is_a_factor(text: str, name: str, result: str) -> None:
    assert str(mg.ask(text).results[name]) == result


def test_the_prime_of_a_function_is_its_derivative() -> None:
    reply = mg.ask("Let $w(t) = t^3$ and $f(t) = w'(t^2)$. What is $df/dt$?")
    assert str(reply.results["t"]) == "12*t^3"


@pytest.mark.parametrize("formula", ["u'(t - s)", r"\sigma'(Ax - b)"])
def test_what_may_be_a_derivative_is_asked_about(formula: str) -> None:
    reply = mg.ask(f"Let $f = {formula}$. What is the derivative with respect to $b$ or $t$?")
    assert not reply.results
