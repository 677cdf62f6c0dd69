"""What words make of a noun is made of the formula that the text gives for it."""

import pytest

from matgrad.app.ask import ask

RESIDUAL = "The residual is $r = y - w^Tx$"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{RESIDUAL} and the loss is the square of the residual. What is the gradient by $w$?",
         "∂f/∂w = −2rx"),
        (f"{RESIDUAL}. The loss is the squared residual. What is the gradient by $w$?",
         "∂f/∂w = −2rx"),
        ("Let $r = y - Xw$ be the residual. The loss is the squared norm of the residual. "
         "What is the gradient with respect to $w$?", "∂f/∂w = −2Xᵀr"),
        ("The density is $p(x) = e^{-x^TAx}$. What is the gradient of the logarithm of the "
         "density?", "∂f/∂x = −(A + Aᵀ)x"),
        ("Let $e = t - y$ denote the error. The loss is half the square of the error. "
         "Derivative by $y$?", "∂f/∂y = y − t"),
        ("The score is $s = w^Tx$ and the probability is the sigmoid of the score. What's the "
         "gradient wrt $w$?", "the function: f = sigmoid(s)"),
        (r"The residual is $r = y - Xw$, the loss the squared norm of the residual, $L = \|r\|^2$. "
         "What is the gradient of $L$ with respect to $w$?", "∂L/∂w = −2Xᵀr"),
        (r"The kernel is $k(x) = e^{-\|x\|^2}$. What is the gradient of the kernel?",
         "the function: k = exp(−‖x‖²)"),
        (r"Take the squared error. The error is $f(w) = \|Xw - y\|_2^2$. Derivative by $w$?",
         "the function: f = ‖Xw − y‖²"),
        ("What is the derivative of the squared error by $w$? The error is $e = t - w^2$.",
         "the function: f = e²"),
    ],
)  # fmt: skip
def test_words_make_something_of_a_noun_with_a_formula(text: str, shown: str) -> None:
    assert shown in ask(text).text("short")
