"""Products of powers with an index above, as likelihoods of coins have them."""

import pytest

from matgrad.app.ask import ask

COINS = r"Let $L(p) = \prod_{i=1}^n p^{y_i}(1-p)^{1-y_i}$."
REGRESSION = (
    r"Let $L(w) = \prod_i p_i^{y_i}(1-p_i)^{1-y_i}$, $p_i = \sigma(w^Tx_i)$, $\sigma$ the sigmoid."
)


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (rf"{COINS} Is $\frac{{d}}{{dp}}\log L(p) = \frac{{\sum_i y_i}}{{p}} - "
         r"\frac{n - \sum_i y_i}{1-p}$?", True),
        (rf"{REGRESSION} Is $\nabla_w\log L(w) = \sum_i (y_i-p_i)x_i$?", True),
        (rf"{REGRESSION} Is $\nabla_w\log L(w) = \sum_i (p_i-y_i)x_i$?", False),
        (r"Let $L(\lambda) = \prod_{i=1}^n \frac{\lambda^{x_i} e^{-\lambda}}{x_i!}$. Is "
         r"$\frac{d}{d\lambda}\log L(\lambda) = \frac1\lambda\sum_i x_i - n$?", True),
    ],
)  # fmt: skip
def test_products_of_powers_are_read(text: str, is_right: bool) -> None:
    reply = ask(text)
    assert [each.is_right for each in reply.claims] == [is_right]


def test_it_is_said_that_the_base_is_positive() -> None:
    reply = ask(rf"{COINS} What is $\frac{{d}}{{dp}}\log L(p)$?")
    assert "p to the power y_i is read for what is positive" in reply.text()
    assert str(reply.results["p"]) == "sum(y)/p - (n - sum(y))/(1 - p)"
