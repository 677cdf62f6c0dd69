"""Means with a bar, which are taken from what they are means of."""

import pytest

from tests.ask.reading import function_of

MEAN = "x with a bar is the mean of the x_i"


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"Let $f(x) = \sum_{i=1}^n (x_i - \bar x)^2$. Gradient wrt x?",
         "sum((x - xbar*ones(n)).^2)"),
        (r"Let $f(x) = \sum_i (x_i - \bar{x})^2$ where $\bar x$ is the mean of the $x_i$. "
         "Gradient wrt x?", "sum((x - xbar*ones(n)).^2)"),
        (r"$C = \frac{1}{n-1}\sum_{i=1}^n (x_i-\bar{x})(y_i-\bar{y})$. derivative w.r.t. x",
         "sum((x - xbar*ones(n)) .* (y - ybar*ones(n)))/(n - 1)"),
        ("Let x be a vector with mean m = mean(x). Gradient of ||x - m||^2 wrt x?",
         "norm2(x - m*ones(n))^2"),
        (r"Let $S = \frac1n\sum_i (x_i-\bar x)(x_i-\bar x)^T$ be the sample covariance. Gradient "
         r"of $\operatorname{tr}(AS)$ with respect to X?", "tr(A*S)"),
    ],
)  # fmt: skip
def test_a_bar_below_a_sum_is_the_mean(text: str, function: str) -> None:
    assert function_of(text) == function


def test_a_fixed_bar_is_asked_about() -> None:
    text = r"Let $f(x) = \sum_i (x_i - \bar x)^2$ with $\bar x$ fixed. Gradient wrt x?"
    assert function_of(text) is None
