"""A mixture of normals, derived by the mean or the matrix of one component."""

import pytest

from matgrad.app.ask import ask

MIXTURE = r"\sum_{n=1}^N\log\sum_{j=1}^K\pi_j\mathcal{N}(x_n|\mu_j,\Sigma_j)"
SHARE = (
    r"$\gamma_{nk} = \frac{\pi_k\mathcal{N}(x_n|\mu_k,\Sigma_k)}"
    r"{\sum_j\pi_j\mathcal{N}(x_n|\mu_j,\Sigma_j)}$"
)
BY_MEAN = rf"Let $\ell = {MIXTURE}$ and {SHARE}. Is $\frac{{\partial\ell}}{{\partial\mu_k}} = "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (BY_MEAN + r"\sum_n\gamma_{nk}\Sigma_k^{-1}(x_n-\mu_k)$?", "right"),
        (BY_MEAN + r"\sum_n\gamma_{nk}\Sigma_k(x_n-\mu_k)$?", "wrong"),
        (BY_MEAN + r"-\sum_n\gamma_{nk}\Sigma_k^{-1}(x_n-\mu_k)$?", "wrong"),
        (rf"The log-likelihood is $$\log p(X|\pi,\mu,\Sigma) = {MIXTURE}$$ Setting the derivative "
         r"with respect to $\mu_k$ to zero, Bishop obtains $$0 = \sum_{n=1}^N\gamma(z_{nk})"
         r"\Sigma_k^{-1}(x_n-\mu_k)$$", "right"),
    ],
)  # fmt: skip
def test_responsibilities_in_claims(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize("variable", ["mu", "Sigma"])
def test_the_other_components_are_held_fixed(variable: str) -> None:
    reply = ask(rf"What is the derivative of ${MIXTURE}$ with respect to $\{variable}_k$?")
    assert list(reply.results) == [variable]
    assert any("c_n for what all others add" in note for note in reply.understood.notes)


def test_with_one_matrix_for_all_it_is_the_matrix_of_all_means() -> None:
    shared = MIXTURE.replace(r"\Sigma_j", r"\Sigma")
    assert list(ask(rf"Derivative of ${shared}$ with respect to $\mu_k$?").results) == ["M"]
