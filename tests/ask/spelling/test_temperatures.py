"""A T that is divided by is a number, also beside transposes."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (r"$L=\sum_j\exp(q^Tk_j/T)$. Is $\nabla_q L=\frac1T\sum_j\exp(q^Tk_j/T)k_j$?", True),
        (r"$L=\sum_j\exp(q^Tk_j/T)$. Is $\nabla_q L=\sum_j\exp(q^Tk_j/T)k_j$?", False),
        (r"$L=v^T\exp(Kq/T)$. Is $\nabla_q L=\frac1TK^T(v\odot\exp(Kq/T))$?", True),
    ],
)
def test_a_temperature_is_no_transpose(text: str, is_right: bool) -> None:
    assert [claim.is_right for claim in ask(text).claims] == [is_right]


def test_a_number_of_terms_keeps_its_letter() -> None:
    text = r"$L=\frac1T\sum_{t=1}^T(w^Tx_t-y_t)^2$. What is the gradient with respect to $w$?"
    assert str(ask(text).results["w"]) == "2*X'*(X*w - y)/T"
