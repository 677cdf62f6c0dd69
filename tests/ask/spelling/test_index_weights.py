"""Powers of a fixed number with the index of a sum above are weights."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.formulas.quote import quoted

SQUARES = r"Let $f(\theta) = \sum_{k=1}^N \lambda^{N-k}(y_k - \phi_k^T\theta)^2$. "
UTILITY = r"Let $U = \sum_{t=0}^{T}\beta^t\log(c_t)$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (SQUARES + r"Is the gradient with respect to $\theta$ equal to "
         r"$-2\sum_{k=1}^N\lambda^{N-k}(y_k-\phi_k^T\theta)\phi_k$?", "right"),
        (SQUARES + r"Is the gradient with respect to $\theta$ equal to "
         r"$\sum_{k=1}^N\lambda^{N-k}(y_k-\phi_k^T\theta)\phi_k$?", "wrong"),
        (UTILITY + r"Is $\partial U/\partial c_t = \beta^t/c_t$?", "right"),
        (UTILITY + r"Is $\partial U/\partial c_t = 1/c_t$?", "wrong"),
    ],
)  # fmt: skip
def test_claims_with_weights(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_the_weights_have_a_name() -> None:
    reply = ask(UTILITY + r"What is $\partial U/\partial c$?")
    assert str(reply.results["c"]) == "w ./ c"
    assert any("β^t is called w_t" in note for note in reply.understood.notes)


@pytest.mark.parametrize(
    "text",
    [
        UTILITY + r"What is $\partial U/\partial \beta$?",
        r"Let $\beta = 1/(1+r)$. " + UTILITY + r"What is $\partial U/\partial r$?",
    ],
)
def test_what_moves_is_no_weight(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert not any("is called w_t" in note for note in reply.understood.notes)


def test_the_upper_limit_of_a_sum_is_no_transpose() -> None:
    assert quoted(r"\sum_{t=0}^{T} x_t^T").plain == "∑_(t=0)^T x_tᵀ"
