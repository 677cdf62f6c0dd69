"""Quantities of one sample that are written without its number below a sum."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(("text", "answer"), [
    (r"Let $L = \sum_i (y_i - p)^2$, $p = w^T x_i$. Find the gradient with respect to $w$.",
     "-2*X'*(y - X*w)"),
    (r"Let $\hat y = w^Tx_i + b$ and $L = \frac1n\sum_{i=1}^n (\hat y - y_i)^2$. Gradient with "
     r"respect to $w$?", "2*X'*(b*ones(n) + X*w - y)/n"),
    (r"Let $L = \sum_i \|r\|^2$, $r = Wx_i - y_i$. Find the gradient with respect to $W$.",
     "2*(W*X' - Y')*X"),
    (r"Let $L = \sum_i \|r_i\|^2$, $r_i = Wx_i - y_i$. Find the gradient with respect to $W$.",
     "2*(W*X' - Y')*X"),
    (r"Let $L = \sum_i (y_i - p)^2$, $z = w^T x_i$, $p = \tanh(z)$. Find the gradient with "
     r"respect to $w$.", "-2*X'*((y - tanh(X*w)) .* (1 - tanh(X*w).^2))"),
    (r"Let $h = \tanh(Wx_i + b)$ and $L = \sum_i (y_i - v^Th)^2$. Gradient with respect to $v$?",
     "-2*tanh(W*X' + b*ones(1,n))*(y - tanh(W*X' + b*ones(1,n))'*v)"),
    (r"Let $p = w^Tx_i$ and $L = \sum_i (\frac{p}{2} + e^{-p})$. Gradient with respect to $w$?",
     "X'*(1/2 - exp(-X*w))"),
])  # fmt: skip
def test_there_is_one_for_each_sample(text: str, answer: str) -> None:
    (found,) = ask(text).results.values()
    assert str(found) == answer


@pytest.mark.parametrize("claim", [r"-2\sum_i (y_i - p)x_i", r"-2X^T(y - p)"])
def test_in_claims_too(claim: str) -> None:
    text = rf"Let $L = \sum_i (y_i - p)^2$, $p = w^T x_i$. Is the gradient by $w$ ${claim}$?"
    assert [each.status for each in ask(text).claims] == ["right"]


@pytest.mark.parametrize("labels", ["with one-hot vectors $y_i$", "and let $y_i$ be one-hot"])
def test_a_softmax_of_each_sample_is_a_vector(labels: str) -> None:
    reply = ask(
        rf"Let $p_i = \mathrm{{softmax}}(Wx_i)$ {labels}. The loss is "
        r"$L(W) = -\sum_{i=1}^n y_i^T\log p_i$. Is the gradient $\sum_i (p_i-y_i)x_i^T$?"
    )
    assert str(reply.results["W"]) == "(softmax_rows(X*W') - Y)'*X"
    assert [each.status for each in reply.claims] == ["right"]


def test_what_is_in_no_sum_stays() -> None:
    reply = ask(r"Let $f(x) = \sum_i c_i x_i^2$ and $g = x_i$. Gradient of $f$?")
    assert str(reply.results["x"]) == "2*(c .* x)"
    assert "for each i" not in reply.text("short")


def test_what_is_summed_over_two_indices_is_one_number() -> None:
    reply = ask(
        r"$E = \frac12 \sum_{ij} w_{ij} (x_i - x_j)^2$ with $w_{ij}=w_{ji}$. "
        r"$\partial E/\partial x_k = 2\sum_j w_{kj} (x_k - x_j)$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("total", [r"\sum_i x_i", r"\sum_ix_i", r"\sum_{i}x_i"])
def test_a_mean_over_the_same_index_is_one_number(total: str) -> None:
    text = rf"Let $x\in\mathbb{{R}}^d$, $\mu = \frac1d{total}$ and $v = \sum_i(x_i-\mu)^2$."
    reply = ask(f"{text} What is the gradient of $v$ with respect to $x$?")
    assert str(reply.results["x"]) == "2*(x - mean(x)*ones(d))"
