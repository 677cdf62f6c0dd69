"""One member beside a sum over all of them is not differentiated as if it were none of them."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize("text", [
    r"Policy: $\pi(a|s) = \frac{e^{\theta_a^T s}}{\sum_b e^{\theta_b^T s}}$. Find "
    r"$\nabla_{\theta_a}\log\pi(a|s)$.",
    r"$f = w_c^Tx - \log\sum_j e^{w_j^Tx}$. What is the gradient with respect to $w_c$?",
    r"$J = -\log\sigma(u_o^Tv) - \sum_{k=1}^K\log\sigma(-u_k^Tv)$. Find $\partial J/\partial u_o$.",
])  # fmt: skip
def test_a_member_is_asked_about(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert "is one of those over which a sum runs" in reply.questions[0]


def test_an_entry_that_follows_from_the_others_is_not_passed_over() -> None:
    last = r"\theta_K = 1 - \sum_{k=1}^{K-1}\theta_k"
    reply = ask(rf"$f(\theta) = \sum_{{k=1}}^K n_k\log\theta_k$ with ${last}$. $\nabla f(\theta)$?")
    assert not reply.results
    assert "θ_K depends on the others" in reply.text("short")


@pytest.mark.parametrize("text", [
    r"$f(x_k) = \|Ax_k - b\|^2$. gradient at the iterate $x_k$?",
    r"$J = -\log\sigma(u_o^Tv) - \sum_{k=1}^K\log\sigma(-u_k^Tv)$. Find $\partial J/\partial v$.",
    r"$L = \sum_i (y_i - w^Tx_i)^2$. Find $\partial L/\partial x_k$.",
])  # fmt: skip
def test_others_are_answered(text: str) -> None:
    assert ask(text).results
