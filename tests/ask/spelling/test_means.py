"""Means with a bar, which are taken from what they are means of."""

import pytest

from matgrad.app.ask import ask
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


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (r"Let $\Sigma = \frac1n\sum_i (x_i-\mu)(x_i-\mu)^T$. Show that $\nabla_\mu \log|\Sigma| = "
         r"-2\Sigma^{-1}(\bar x-\mu)$.", True),
        (r"Let $\ell(\mu) = -\frac12\sum_{i=1}^n (x_i-\mu)^2$. Is $\ell'(\mu) = n(\bar x - \mu)$?",
         True),
        (r"Let $\ell(\mu) = -\frac12\sum_{i=1}^n (x_i-\mu)^2$. Is $\ell'(\mu) = \bar x - \mu$?",
         False),
    ],
)  # fmt: skip
def test_a_bar_in_a_claim_is_the_mean_of_what_is_added(text: str, is_right: bool) -> None:
    reply = ask(text)
    assert [each.is_right for each in reply.claims] == [is_right]
    assert MEAN in reply.text()


def test_a_bar_of_which_words_speak_is_theirs() -> None:
    text = r"Let $f(w) = \sum_i (w^Tx_i - y_i)^2$ and let $\bar x$ be a new point."
    assert MEAN not in ask(rf"{text} Is $\nabla f = \bar x$?").text()


def test_a_fixed_bar_is_asked_about() -> None:
    text = r"Let $f(x) = \sum_i (x_i - \bar x)^2$ with $\bar x$ fixed. Gradient wrt x?"
    assert function_of(text) is None


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        (r"Let $f(x)=\|Ax-\bar b\|^2$. Gradient wrt x?", True),
        (r"Let $f(x)=\|Ax-\bar b\|^2$ and $g(x)=b^Tx$. Gradient of $f$ wrt x?", False),
    ],
)
def test_a_bar_over_a_letter_that_never_stands_without_is_a_name(text: str, is_read: bool) -> None:
    assert (function_of(text) is not None) == is_read


TYPED = [
    "v = 1/n sum_i (x_i - mu)^2 and mu = 1/n sum_i x_i. Is dv/dx = 2/n (x - mu)?",
    "Let v = 1/n sum_i (x_i - mu)^2, where mu = 1/n sum_i x_i. Is dv/dx_i = 2/n (x_i - mu)?",
    "The variance is v = mean((x - mu)^2) with mu = mean(x). Is dv/dx = 2/n (x - mu)?",
    "v = 1/n ||x - mu 1||^2 with mu = 1/n 1^T x. Is the gradient of v wrt x equal to 2/n (x - mu)?",
    "Batch norm: v = (1/n) sum (x_i - mu)^2, mu = (1/n) sum x_i. I claim that the gradient of v "
    "wrt x is 2/n (x - mu).",
    "Let f = 1/n ||x - mu||^2 with x in R^n. Is the gradient wrt x 2/n (x - mu)?",
]


@pytest.mark.parametrize("text", TYPED, ids=range(len(TYPED)))
def test_typed_claims_about_variances_are_right(text: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    (wrong,) = ask(text.replace("2/n (x", "1/n (x")).claims
    assert wrong.status == "wrong"


@pytest.mark.parametrize("centred", ["x - μ1", "x - μ"])
def test_the_letter_below_a_typed_product_with_ones_is_a_size(centred: str) -> None:
    text = f"μ = (1/d) 1^T x, σ = sqrt((1/d)||x - μ1||²), y = ({centred})/σ. "
    (right,) = ask(f"{text} Is dy/dx = (1/σ)(I - (1/d) 1 1^T - (1/d) y y^T)?").claims
    (wrong,) = ask(f"{text} Is dy/dx = (1/σ)(I - (1/d) 1 1^T)?").claims
    assert (right.status, wrong.status) == ("right", "wrong")
