"""u = f(x) = … defines both u and f."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"Let $u = f(x) = x \odot x$ and $L = \|u\|^2$. What is $\partial L/\partial x$?", "4x³"),
        (r"Let $y = g(x) = Ax + b$ and $L(y) = \|y\|^2$. Find $\partial L/\partial x$.", "2Aᵀy"),
        (r"Let $y = g(x) = Ax + b$ and $L = \|g(x)\|^2$. Find $\nabla_x L$.", "2Aᵀ(Ax + b)"),
        (r"$u = f(x) = x ⊙ x$. Find the Jacobian of f.", "2 Diag(x)"),
        (r"Let $z = h(x) = Wx$. What is the Jacobian $\partial z/\partial x$?", "= W"),
    ],
)
def test_a_chain_defines_a_name_and_a_function(text: str, answer: str) -> None:
    shown = str(ask(text))
    assert answer in shown
    assert "Not used" not in shown
