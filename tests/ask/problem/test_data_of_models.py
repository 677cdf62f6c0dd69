"""Data of a model are data by whatever is differentiated, and estimates are where it vanishes."""

import pytest

import matgrad as mg

MODEL = r"For the model $y = Xw + \epsilon$ the loss is $f = \frac{1}{s}\|y - Xw\|^2$. "


@pytest.mark.parametrize("by", ["$s$", "$w$ and $s$"])
def test_data_are_held_fixed_by_what_the_model_has_not(by: str) -> None:
    reply = mg.ask(f"{MODEL}What is the derivative with respect to {by}?")
    assert "y is held fixed" in reply.text("short")
    assert "epsilon" not in str(reply.results["s"])


VARIANCE = (
    r"Let $f(\sigma^2) = \frac n2\log\sigma^2 + \frac{1}{2\sigma^2}\|r\|^2$. I get "
    r"$\frac{\partial f}{\partial\sigma^2} = \frac{n}{2\sigma^2} - \frac{1}{2\sigma^4}\|r\|^2$, so "
)


@pytest.mark.parametrize(
    ("estimate", "status"),
    [
        (r"\hat\sigma^2 = \frac1n\|r\|^2", "right"),
        (r"\hat{\sigma}^2 = \frac2n\|r\|^2", "wrong"),
        (r"\widehat{\sigma^2} = \frac1n\|r\|^2", "right"),
        (r"\hat{\sigma}^2_{\text{ML}} = \frac1{n-1}\|r\|^2", "wrong"),
    ],
)
def test_an_estimate_of_a_square_is_where_the_gradient_vanishes(estimate: str, status: str) -> None:
    reply = mg.ask(f"{VARIANCE}${estimate}$. Correct?")
    assert [claim.status for claim in reply.claims] == ["right", status]
