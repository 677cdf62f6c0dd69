"""Values that only the words around a program tell."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

SOFTMAX = "def softmax(x):\n    e = np.exp(x - np.max(x))\n    return e / e.sum()"
RIGHT = "p * (dout - p @ dout)"
WHERE = [
    ("`dx = p * (1 - p) * dout` where p = softmax(x).", "w"),
    (f"`dx = {RIGHT}` where p = softmax(x).", "r"),
    (f"`dx = {RIGHT}` with `p = softmax(x)`.", "r"),
    (f"dx = {RIGHT} where p = softmax(x).", "r"),
    (f"`dx = {RIGHT}`, where p = np.exp(x) / np.sum(np.exp(x)). Is it right?", "r"),
]


@pytest.mark.parametrize(("words", "status"), WHERE)
def test_a_value_that_words_define(words: str, status: str) -> None:
    text = code(SOFTMAX, f"x is a 1d vector and I have dout. My attempt: {words}")
    assert verdicts(ask(text)) == status


@pytest.mark.parametrize("words", ["where p is known.", "where n = 5.", "where p = s * q."])
def test_what_no_words_define_is_asked_about(words: str) -> None:
    text = code(SOFTMAX, f"x is a 1d vector. My attempt: `dx = p * (1 - p) * dout` {words}")
    assert ask(text).questions


def test_a_name_of_the_program_is_not_defined_by_words() -> None:
    program = "z = X @ w\nL = np.sum(z**2)\ndw = 2 * X.T @ z"
    assert verdicts(ask(code(program, "Is it right, also where z = np.zeros(n)?"))) == "r"


LINE = """for i in range(epochs):
    Y_pred = m*X + c
    D_m = (-2/n) * sum(X * (Y - Y_pred))
    D_c = (-2/n) * sum(Y - Y_pred)
    m = m - L * D_m
    c = c - L * D_c"""
FITTED = "y_hat = X @ w + b\ndw = 2 * X.T @ (y_hat - y) / len(y)\ndb = 2 * np.mean(y_hat - y)"
NAMED = [
    (LINE, "The loss is the mean squared error.", "rr"),
    (LINE, "The cost function is the mean squared error (MSE).", "rr"),
    (LINE, "I minimize the MSE.", "rr"),
    (LINE, "The loss is the sum of squared errors.", "ww"),
    (FITTED, "I use the MSE loss.", "rr"),
    (FITTED.replace("= 2", "= 1"), "The loss is the mean-squared error.", "ww"),
]


@pytest.mark.parametrize(("program", "words", "status"), NAMED)
def test_a_loss_that_words_name(program: str, words: str, status: str) -> None:
    assert verdicts(ask(code(program, f"{words} Are these the right derivatives?"))) == status


def test_a_line_says_how_the_name_is_read() -> None:
    text = ask(code(FITTED, "The loss is the mean squared error. Right?")).text("short")
    assert "read as np.mean((y_hat - y)**2)" in text


NOT_PLAIN = [
    (FITTED, "The loss is half the mean squared error."),
    (FITTED, "The loss is the mean squared error plus a penalty on w."),
    (FITTED, "The loss is the usual one."),
    (f"y_pred = 2 * X @ w\n{FITTED}", "The loss is the mean squared error."),
]


@pytest.mark.parametrize(("program", "words"), NOT_PLAIN)
def test_a_loss_that_is_not_plain_is_asked_about(program: str, words: str) -> None:
    reply = ask(code(program, f"{words} Is it right?"))
    assert not reply.claims
    assert reply.questions[0].startswith("What is the loss?")
