"""Comparisons as factors of claims: (Wx > 0) ⊙ g."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"$L=\frac12\|\max(0,Wx)-t\|^2$. Find $\partial L/\partial W$. I get "
         r"$((Wx>0)\odot(\max(0,Wx)-t))x^T$.", "right"),
        ("Loss L = sum(relu(W*x)). dL/dW = (W*x > 0)*x'. Correct?", "right"),
        ("f(x) = sum(relu(x).^2). gradient = 2*x.*(x>0)", "right"),
        ("f(x) = sum(relu(x).^2). gradient = (x > 0).*x", "wrong"),
        ("Consider y = x + W2*relu(W1*x) and L = 0.5*||y - t||^2. Find dL/dx. I have "
         "dL/dx = W1'*((W1*x>0).*(W2'*(y-t))).", "wrong"),
        ("Consider y = x + W2*relu(W1*x) and L = 0.5*||y - t||^2. Find dL/dx. I have "
         "dL/dx = W1'*((W1*x>0).*(W2'*(y-t))) + y - t.", "right"),
    ],
)  # fmt: skip
def test_a_comparison_is_a_factor_of_ones_and_zeros(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=\log x$ for scalar $x$. Then $f'(x)=\frac1x \quad (x>0)$.",
        "f(x) = sum(max(x,0)). The gradient is (x>=0). Right?",
    ],
)
def test_a_comparison_beside_no_sign_of_a_product_is_left_alone(text: str) -> None:
    assert all(claim.status != "wrong" for claim in ask(text).claims)
