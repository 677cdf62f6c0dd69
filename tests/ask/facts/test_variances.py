"""The matrix of a quadratic form that is called a variance is a covariance."""

import pytest

from matgrad import ask

GRADIENT = r" What is the gradient of $f(w) = w^T\Sigma w$ with respect to $w$?"


@pytest.mark.parametrize(
    "text",
    [
        r"The variance of the portfolio is $w^T\Sigma w$.",
        r"The variance is $w'\Sigma w$.",
        r"The variance of a portfolio is then given by $V = w^\top\Sigma w$.",
        r"Here $w^T\Sigma w$ is the variance.",
        r"Portfolio question. I minimise the risk $w'\Sigma w$.",
    ],
)
def test_the_matrix_of_a_variance_is_symmetric(text: str) -> None:
    reply = ask(text + GRADIENT)
    assert str(reply.results["w"]) == "2*Sigma*w"
    assert any(
        note.startswith("Σ is symmetric, as the covariance") for note in reply.understood.notes
    )


def test_it_is_so_in_typed_texts() -> None:
    reply = ask(
        "Variance is w' Sigma w, return is mu' w. I maximise U(w) = mu'w - gamma/2 w' Sigma w. The "
        "first order condition should be mu - gamma Sigma w = 0, and so w = (1/gamma) Sigma^-1 mu?"
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]


@pytest.mark.parametrize(
    "text", [r"This is not a variance: $w^T\Sigma w$.", r"If the variance were $w^T\Sigma w$, ok."]
)
def test_what_is_no_variance_says_nothing(text: str) -> None:
    assert str(ask(text + GRADIENT).results["w"]) == "(Sigma + Sigma')*w"
