"""The slope of a function is its derivative."""

import pytest

from matgrad import ask

CASES = [
    ("Let y = x^3. The slope at x = 1 is 2 and the second derivative at x = 1 is 6.",
     ["wrong", "right"]),
    ("Let y = x^3. Is the slope at x = 1 equal to 3?", ["right"]),
    ("Take y = log(x)/x. At x = 1 the slope is 1 and at x = e it is zero. The second derivative "
     "at x = 1 is -3. All correct?", ["right", "right", "right"]),
    ("Let $y = x^2$. At $x = 1$ the slope is $2$ and at $x = 3$ it is zero.", ["right", "wrong"]),
    (r"Let $L = \sum_i (y_i - a x_i - b)^2$, where the slope is $a$ and the intercept is $b$. "
     r"What is $\partial L/\partial a$?", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_slope_is_a_derivative(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
