r"""Marks of typed names: w* = …, s_+, \dot q, theta_dot, beta hat."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.accents import with_accents


@pytest.mark.parametrize("typed", ["2*x = b", "*w* = 3", "y = a*b", "x_-1", "a dot product"])
def test_products_and_emphasis_stay(typed: str) -> None:
    assert with_accents(typed) == typed


@pytest.mark.parametrize(
    "text",
    [
        r"L = 1/2 m l^2 \dot\theta^2 + m g l cos\theta. Find ∂L/∂\dot\theta.",
        "L = 1/2 m l^2 theta_dot^2 + m g l cos(theta). Find dL/dtheta_dot.",
        "L = ½ m l² θ̇² + m g l cos θ. What is ∂L/∂θ̇?",
    ],
)
def test_typed_velocities_are_variables(text: str) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == {"thetadot": "l^2*m*thetadot"}


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("f(w) = w'Aw/2 - b'w, A spd. Then ∇f = Aw - b = 0 and w* = A^{-1}b.", ["right"] * 2),
        ("f(w) = w'Aw/2 - b'w, A spd. Then ∇f = Aw - b = 0 and w* = A b.", ["right", "wrong"]),
        (r"$f(w) = \frac12w^TAw - b^Tw$, $A$ spd. Then $\nabla f = Aw - b = 0$ and $w^* = Ab$.",
         ["right", "wrong"]),
        (r"For ridge, J$(w)=\|Xw-y\|^2+\lambda\|w\|^2$, so $w^*=(X^TX+\lambda I)^{-1}X^Ty$.",
         ["right"]),
        (r"The OLS estimator minimises $\|y-X\beta\|^2$. Setting the derivative to zero I get "
         "beta hat = (X'X)^{-1}X'y.", ["right"]),
        ("L = max(0, s_- - s_+ + m). Is dL/ds_+ = -1 and dL/ds_- = 1 when the loss is active?",
         ["right"] * 2),
        ("L = log(1 + exp(s_- - s_+)). I get ∂L/∂s_+ = sigmoid(s_- - s_+).", ["wrong"]),
        (r"L = 1/2 m \dot q^2 - 1/2 k q^2. Is ∂L/∂\dot q = m \dot q and ∂L/∂q = -kq?",
         ["right"] * 2),
    ],
)  # fmt: skip
def test_claims_with_marked_names_are_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
