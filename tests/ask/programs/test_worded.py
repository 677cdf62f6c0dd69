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
