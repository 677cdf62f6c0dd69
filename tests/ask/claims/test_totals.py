"""Partial derivatives, told from total ones, hold fixed what the text defines."""

import pytest

from matgrad import ask

F = r"$f(x,y)=xy$ along the curve $y=x^2$. "
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
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_partial_derivative_is_not_the_total_one(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
