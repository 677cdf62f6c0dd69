"""The slope of a leaky ReLU is an argument of it."""

import pytest

from matgrad.app.ask.text.slopes import with_slopes
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gradient of LeakyReLU(w'x) with slope 0.1 wrt w", "0.1*w'*x + relu(w'*x)*(1 - 0.1)"),
        (r"gradient of $\mathrm{LeakyReLU}(w^Tx)$ wrt $w$, with slope $\alpha$",
         "alpha*w'*x + relu(w'*x)*(1 - alpha)"),
    ],
)  # fmt: skip
def test_the_slope_that_words_tell_is_used(text: str, meant: str) -> None:
    assert function_of(text) == meant


@pytest.mark.parametrize("text", ["LeakyReLU(x)", "leaky relu(x) with slope 0.1 or with slope 0.2"])
def test_without_one_slope_nothing_is_made_up(text: str) -> None:
    assert with_slopes(text) == text
