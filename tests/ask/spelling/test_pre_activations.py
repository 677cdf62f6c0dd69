"""Backward passes with a letter for what an activation is applied to, which only they name."""

import pytest

from matgrad.app.ask import ask

LAYER = "a = tanh(W*x + b), L = 0.5*||a - t||^2. backward: "
TWO = "a1 = sigmoid(W1*x + b1), a2 = sigmoid(W2*a1 + b2), L = 0.5*||a2 - y||^2. backward: "
PASSES = [
    (LAYER + "da = a - t, dz = da .* (1 - a.^2), dW = dz*x', db = dz. correct?", "r r r r"),
    (LAYER + "dz = (a - t) .* (1 - a), dW = dz*x'.", "w r"),
    (LAYER + "da = a - t, dz = da .* (1 - a.^2), dW = 2*dz*x'.", "r r w"),
    (LAYER.replace("a = ", "z = W*x + b, a = ").replace("tanh(W*x + b)", "tanh(z)")
     + "da = a - t, dz = da .* (1 - a.^2), dW = dz*x'", "r r r"),
    (TWO + "dz2 = (a2 - y) .* a2 .* (1 - a2), dW2 = dz2*a1', dz1 = (W2'*dz2) .* a1 .* (1 - a1), "
     "dW1 = dz1*x'", "r r r r"),
    (TWO + "dz2 = (a2 - y) .* a2, dW2 = dz2*a1', dz1 = (W2*dz2) .* a1 .* (1 - a1), dW1 = dz1*x'",
     "w r w r"),
    ("h = max(0, W1*x + b1), yhat = W2*h + b2, L = 0.5*||yhat - y||^2. backward pass: "
     "dyhat = yhat - y, dW2 = dyhat*h', dh = W2'*dyhat, dz = dh .* (h > 0), dW1 = dz*x'",
     "r r r r r"),
    ("yhat = sigmoid(W*x + b), L = 0.5*||yhat - y||^2. backward pass: dyhat = 2*(yhat - y), "
     "dz = dyhat .* yhat .* (1 - yhat), dW = dz*x'", "w r r"),
    (r"Forward: $a=\tanh(Wx+b)$, $L=\frac12\|a-t\|^2$. Backward pass: "
     r"$dz=(a-t)\odot(1-a\odot a)$, $dW=dz\,x^T$.", "r r"),
]  # fmt: skip
WORDS = {"r": "right", "w": "wrong"}


@pytest.mark.parametrize(("text", "wanted"), PASSES, ids=range(len(PASSES)))
def test_it_is_the_inside_of_the_activation(text: str, wanted: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [WORDS[x] for x in wanted.split()]


def test_a_line_says_what_the_letter_stands_for() -> None:
    shown = ask(LAYER + "dz = (a - t) .* (1 - a.^2), dW = dz*x'.").text("short")
    assert "z is read as what is inside of the activation of a" in shown


@pytest.mark.parametrize(
    "text",
    [
        "a = tanh(W*x + b), c = tanh(V*a), L = 0.5*||c - t||^2. backward: dc = c - t, "
        "dz = dc .* (1 - c.^2), dV = dz*a'",
        LAYER + "dr = a - t, dW = dr*x'",
    ],
)
def test_a_letter_that_may_be_anything_is_not_guessed(text: str) -> None:
    assert "is read as what is inside" not in ask(text).text("short")
