"""Capitals that stand for words are no products, also where the letters are names."""

import pytest

from matgrad.app.ask import ask

BODY = r"The KL divergence is $D_{KL} = \frac12\sum_{j=1}^d(\mu_j^2 - \log\sigma_j^2)$. "


@pytest.mark.parametrize(
    "text",
    [
        BODY + r"What is its derivative w.r.t. $\mu$?",
        f"Gradient of the KL divergence\n\n{BODY}" + r"What is its derivative w.r.t. $\mu$?",
        f"VAE KL term gradient\n\n{BODY}" + r"What is the derivative w.r.t. $\mu$?",
        BODY + r"Here $K = LL^T$. What is the gradient of the KL term w.r.t. $\mu$?",
    ],
)
def test_kl_is_no_product(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["mu"]) == "mu"
    assert not reply.questions


def test_names_side_by_side_are_a_product() -> None:
    reply = ask("Let K and L be n x n matrices. What is the gradient of tr(KL) with respect to K?")
    assert str(reply.results["K"]) == "L'"


def test_a_divergence_between_two_is_no_divergence_of_a_field() -> None:
    reply = ask(
        r"The divergence between them is $D = \frac12\|\mu-\nu\|^2$. What is $\nabla_\mu D$?"
    )
    assert not reply.questions
