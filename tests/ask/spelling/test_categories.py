"""Probabilities of categories, and derivatives by all rows of a matrix."""

import pytest

from matgrad.app.ask import ask

SOFTMAX = r"\frac{e^{w_k^Tx}}{\sum_j e^{w_j^Tx}}"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"$p(y=k|x)={SOFTMAX}$. What is the gradient of $-\log p(y=k|x)$ with respect to $W$? "
         r"I get $(p-e_k)x^T$.", "right"),
        (r"$P(y=c\mid x)=\frac{\exp(w_c^Tx+b_c)}{\sum_{c'}\exp(w_{c'}^Tx+b_{c'})}$ and "
         r"$L=-\log P(y=c\mid x)$. Find $\partial L/\partial W$. I get $(e_c-p)x^T$.", "wrong"),
        (r"Policy $\pi_\theta(a|s)=\frac{e^{\theta_a^Ts}}{\sum_b e^{\theta_b^Ts}}$. What is "
         r"$\nabla_\theta\log\pi_\theta(a|s)$? I get $(e_a-\pi)s^T$.", "right"),
        (r"$P(y=k|x)=\frac{\exp(\theta_k^\top x)}{\sum_{l=1}^K\exp(\theta_l^\top x)}$. What is the "
         r"gradient of $-\log P(y=k|x)$ with respect to $\Theta$? I get $(p-e_k)x^T$.", "right"),
        (rf"$p_k={SOFTMAX}$. What is the gradient of $\log p_c$ with respect to $w$? I get "
         "$(e_c-p)x^T$.", "right"),
        (rf"Let $p_k={SOFTMAX}$, $L = -\log p_y$. Is $\nabla_x L = \sum_k p_kw_k - w_y$?", "right"),
        (rf"Let $p_k={SOFTMAX}$, $L = -\log p_y$. Is $\nabla_x L = \sum_k p_kw_k + w_y$?", "wrong"),
        (r"Let $p_i=\frac{e^{\theta^Tx_i}}{\sum_j e^{\theta^Tx_j}}$. Is $\nabla_\theta\log p_i = "
         r"x_i - \sum_j p_jx_j$?", "right"),
        (r"Let $\pi(a|s)=\frac{e^{\theta^Tx_a}}{\sum_b e^{\theta^Tx_b}}$. Is "
         r"$\nabla_\theta\log\pi(a|s) = x_a - \sum_b\pi(b|s)x_b$?", "right"),
    ],
)  # fmt: skip
def test_one_of_the_probabilities(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        rf"$p(y=k|x)={SOFTMAX}$. What is the gradient of $-\log p(y=k|x)$ with respect to $w_k$?",
        rf"$p(y=k|x)={SOFTMAX}$. What is $\nabla_{{w_k}}\log p(y=k|x)$?",
    ],
)
def test_by_the_row_of_that_category_it_is_asked(text: str) -> None:
    assert ask(text).results == {}


def test_a_density_of_a_number_stays_one() -> None:
    reply = ask(r"Let $p(x|\mu)=e^{-\|x-\mu\|^2}$. What is the gradient of $\log p(x|\mu)$ with "
                r"respect to $\mu$?")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"mu": "2*(x - mu)"}


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        (r"$\ln L = -\frac{1}{2}\|y-X\beta\|^2$. Derivative with respect to $\beta$?", "beta"),
        (r"$\log\mathcal{L} = a^Tx-e^{a^Tx}$. What is "
         r"$\frac{\partial\log\mathcal{L}}{\partial x}$?", "x"),
        (r"Fisher information: $I(\theta) = -E[\nabla^2 \log p(x|\theta)]$. For $\log p = "
         r"-\frac12(x-\theta)^T\Sigma^{-1}(x-\theta)$, compute the Hessian wrt $\theta$.", "theta"),
    ],
)  # fmt: skip
def test_a_logarithm_is_defined_without_arguments(text: str, variable: str) -> None:
    assert list(ask(text).results) == [variable]


def test_a_logarithm_of_what_is_defined_is_a_formula() -> None:
    reply = ask(r"With $p=\operatorname{softmax}(z)$, is $\frac{\partial \log p}{\partial z} = "
                r"I - \mathbf{1}p^T$?")  # fmt: skip
    assert [claim.status for claim in reply.claims] == ["right"]


def test_entries_that_are_defined_say_what_they_are() -> None:
    reply = ask(r"Let $a_k=w_k^Tx$, $y_k=\frac{e^{a_k}}{\sum_je^{a_j}}$, $E=-\sum_kt_k\log y_k$. "
                r"Find $\partial E/\partial W$. I get $(y-t)x^T$ for one-hot $t$.")  # fmt: skip
    assert list(reply.results) == ["W"]
    assert all(claim.status != "wrong" for claim in reply.claims)


def test_a_policy_without_a_claim() -> None:
    reply = ask(r"Reward gradient: policy $\pi_\theta(a|s)=\frac{e^{\theta_a^Ts}}{\sum_b "
                r"e^{\theta_b^Ts}}$. What is $\nabla_{\theta}\log\pi_\theta(a|s)$?")  # fmt: skip
    assert list(reply.results) == ["Theta"]
