"""Partial derivatives, told from total ones, hold fixed what the text defines."""

import pytest

from matgrad import ask

F = r"$f(x,y)=xy$ along the curve $y=x^2$. "
G = "Let $f(x,y)=x^2+xy$ where $y=x^3$. "
CASES = [
    ("L(t, q) = t q^2 where q = t^2. Then ∂L/∂t = q^2 (explicit dependence only) but "
     "dL/dt = 5 t^4. Correct?", ["right", "right"]),
    (F + r"The partial derivative is $\partial f/\partial x=y$ and the total derivative is "
     "$df/dx=3x^2$. Are both correct?", ["right", "right"]),
    ("Let g = x y^2 with y = sin x. Partial derivative of g with respect to x: y^2. Total "
     "derivative: y^2 + 2xy cos x. Right?", ["right", "right"]),
    ("z = x^2 y with y = x^3. My textbook distinguishes ∂z/∂x = 2xy and dz/dx = 5x^4.",
     ["undecided", "right"]),
    (F + r"The partial derivative is $\partial f/\partial x=2y$ and the total derivative is "
     "$df/dx=y$.", ["wrong", "wrong"]),
    ("z = x^2 y with y = x^3. I get 2xy for the derivative by x, my friend gets 5x^4.",
     ["wrong", "right"]),
    (G + r"Is the total derivative $\frac{df}{dx}=2x+4x^3$, and the partial derivative "
     r"$\frac{\partial f}{\partial x}=2x+y$ with $y$ held fixed?", ["right", "right"]),
    (G + r"I get $\frac{\partial f}{\partial x}=2x+4x^3$ with $y$ held fixed, and "
     r"$\frac{df}{dx}=2x+y$ for the total derivative.", ["wrong", "wrong"]),
    (G + r"$y$ is held fixed. Is $\frac{df}{dx}=2x+y$?", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_partial_derivative_is_not_the_total_one(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_the_partial_derivative_is_given_beside_the_total_one() -> None:
    reply = ask(
        G + r"What are the total derivative $\frac{df}{dx}$ and the partial derivative "
        r"$\frac{\partial f}{\partial x}$ with $y$ held fixed?"
    )
    assert "If y is held fixed\n  ∂f/∂x = 2x + y" in reply.text("short")
