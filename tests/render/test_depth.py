"""Ten thousand levels go through every printer with the default recursion limit."""

import pytest

from matgrad.ops import symbol, tanh
from matgrad.render import latex, plain, text

DEPTH = 10_000
x, X = symbol("x", "n"), symbol("X", "n", "n")


@pytest.mark.parametrize("spelling", [text, plain, latex])
def test_deep_calls_are_spelled(spelling):
    y = x
    for _ in range(DEPTH):
        y = tanh(y)
    assert spelling(y).count("tanh") == DEPTH


@pytest.mark.parametrize("spelling", [text, plain, latex])
def test_deep_marks_are_spelled(spelling):
    y = X
    for _ in range(DEPTH):
        y = (-y).T
    assert len(spelling(y)) > 2 * DEPTH
