r"""The gradient of V(r) with r = \|x\| is that by x."""

import pytest

import matgrad as mg

GRADIENTS = [
    (
        r"Let $V(r) = 1/r$ with $r = \|\mathbf{x}\|$. What is the force $\mathbf F = -\nabla V$?",
        "x",
    ),
    (r"Let $V(r) = 1/r$ with $r = \|x\|$ and $x\in\mathbb{R}^3$. What is $\nabla V$?", "x"),
    (r"Let $\phi(r) = 1/r$ where $r = |\vec x|$. What is the gradient of $\phi$?", "x"),
    ("V(r) = 1/r with r = ||x||, x in R^3. What is grad V?", "x"),
]
CLAIMS = [
    (r"Let $V(r) = k/r$ with $r = \|x\|$. Then $\nabla V = -kx/r^3$. Right?", "right"),
    (r"Let $V(r) = k/r$ with $r = \|x\|$. Then $F = -\nabla V = kx/r^2$. Right?", "wrong"),
    (r"Let $\phi(r) = \log r$, $r = \|\vec{x}\|$. Is $\nabla\phi = \phi'(r)\vec x/r$?", "right"),
    (r"Let $\phi(r) = \log r$, $r = \|\vec{x}\|$. Is $\nabla\phi = \phi'(r)\vec x$?", "wrong"),
    (
        r"Let $u(r) = 1/r$, $r = \|x\|$, $x\in\mathbb{R}^3$. Is $\nabla^2u = u''+\frac2ru'$?",
        "right",
    ),
    (r"Let $u(r) = \log r$ and $r = \sqrt{x^2 + y^2}$. Show that $\Delta u = 0$.", "right"),
]
NUMBERS = [
    r"Let $V(r) = 1/r$ with $r = \|x\|$. What is the derivative of $V$ with respect to $r$?",
    r"Let $V(r) = 1/r$ with $r = \|x\|$. What is $V'(r)$?",
    r"Let $V(r) = 1/r$ with $r = \|x\|$. What is the force $F = -\frac{dV}{dr}$?",
]


@pytest.mark.parametrize(("text", "by"), GRADIENTS, ids=range(len(GRADIENTS)))
def test_a_gradient_is_by_the_place(text: str, by: str) -> None:
    assert mg.ask(text).results[by].shape.is_column


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims_are_compared_by_the_place(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize("text", NUMBERS, ids=range(len(NUMBERS)))
def test_a_derivative_by_the_length_is_a_number(text: str) -> None:
    assert str(mg.ask(text).results["r"]) == "-1/r^2"


def test_both_may_be_asked_for() -> None:
    shown = mg.ask(r"Let $V(r) = 1/r$, $r = \|x\|$. Find $V'(r)$ and $\nabla V$.").text("short")
    assert "∂V/∂x = −x/r³" in shown
    assert "∂V/∂r = −1/r²" in shown


def test_the_entries_of_the_place_may_have_letters() -> None:
    reply = mg.ask(r"Let $V(r) = r^2$ where $r = \sqrt{x^2+y^2}$. Find $\nabla V$.")
    assert {*reply.results} == {"x", "y"}
