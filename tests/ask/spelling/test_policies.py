"""Densities and policies given by a formula, features, names with signs, sums from 0."""

import pytest

import matgrad as mg
from tests.ask.reading import function_of

POLICY = (
    r"Gaussian policy $\pi_\theta(a|s)=\frac1{\sqrt{2\pi}\sigma}"
    r"\exp\left(-\frac{(a-%s)^2}{2\sigma^2}\right)$. "
)
ANSWERS = [
    (
        POLICY % r"\theta^Ts" + r"Find $\nabla_\theta\log\pi_\theta(a|s)$.",
        {"theta": "(a - s'*theta)*s/sigma^2"},
    ),
    (
        r"Density $p(x|\mu)=\frac{1}{\sqrt{2\pi}\sigma}\exp(-\frac{(x-\mu)^2}{2\sigma^2})$. Find "
        r"$\frac{\partial}{\partial\mu}\log p(x|\mu)$.",
        {"mu": "(x - mu)/sigma^2"},
    ),
    (
        POLICY.replace("_\\theta", "") % r"\mu"
        + r"Find $\partial \log\pi/\partial\mu$ and $\partial\log\pi/\partial\sigma$.",
        {"mu": "(a - mu)/sigma^2", "sigma": "((a - mu)^2/sigma - sigma)/sigma^2"},
    ),
    (
        r"Let $\pi_\theta(a|s) = N(a; \theta^T s, \sigma^2)$. Find $\nabla_\theta \log\pi_\theta"
        r"(a|s)$ and $\frac{\partial \log \pi}{\partial\sigma}$.",
        {"theta": "(a - s'*theta)*s/sigma^2", "sigma": "((a - s'*theta)^2/sigma^2 - 1)/sigma"},
    ),
    (r"$f(w)=(y-w^T\phi(x))^2$. gradient wrt w?", {"w": "-2*(y - phi'*w)*phi"}),
    (
        r"InfoNCE: $L=-\log\frac{e^{q^Tk_+/\tau}}{\sum_{i=0}^Ke^{q^Tk_i/\tau}}$. grad w.r.t. q?",
        {"q": "(K'*softmax(K*q/tau) - k_plus)/tau"},
    ),
    (
        r"Triplet loss $L=\|x-x^+\|^2-\|x-x^-\|^2$. gradient wrt x?",
        {"x": "2*(x_minus - x_plus)"},
    ),
    (
        "The unit moves by\n\\begin{align*}\nz &= \\tanh(Uh), \\\\\nh^{+} &= h + z\n\\end{align*}\n"
        r"Find $\frac{\partial h^+}{\partial h}$.",
        {"h": "Diag(1 - tanh(U*h).^2)*U + I(n)"},
    ),
    (
        r"One step is $r = Ax - b,\quad x^+ = x - tA^\top r$. What is "
        r"$\frac{\partial x^+}{\partial x}$?",
        {"x": "I(n) - t*A'*A"},
    ),
    (
        r"Let $\hat x^{+} = \hat x + K(y - H\hat x)$ and $f = \|\hat x^+\|^2$. gradient wrt $K$?",
        {"K": "2*(K*(y - H*xhat) + xhat)*(y - H*xhat)'"},
    ),
    (
        r"With $\mathbf{x}^{+} = W\mathbf{x} + b$, $y = C\mathbf{x}^{+}$, find the Jacobian of $y$ "
        r"with respect to $\mathbf{x}$.",
        {"x": "C*W"},
    ),
    (
        r"Put $x_i^{+} = Ax_i + b$ and $f = \sum_i\|x_i^{+} - y_i\|^2$. gradient wrt $A$?",
        {"A": "2*(A*X' + b*ones(1,n) - Y')*X"},
    ),
    (r"$f(x) = \|A^+x\|^2$. gradient?", {"x": "2*pinv(A)'*pinv(A)*x"}),
    (r"$f(x)=\sum_{k=0}^{N-1}\log(1+e^{a_k^Tx})$. gradient wrt x?", {"x": "A'*sigmoid(A*x)"}),
]
CLAIMS = [
    (
        POLICY % r"\theta^T\phi(s)" + r"Show that $\nabla_\theta\log\pi_\theta(a|s)="
        r"\frac{(a-\theta^T\phi(s))\phi(s)}{\sigma^2}$.",
        "right",
    ),
    (
        POLICY % r"\theta^T\phi(s)" + r"Show that $\nabla_\theta\log\pi_\theta(a|s)="
        r"\frac{(a-\theta^T\phi(s))\phi(s)}{\sigma}$.",
        "wrong",
    ),
    (
        r"$f(q)=\log\sum_{i=1}^{K}e^{q^Tk_i}$. gradient wrt q? I get "
        r"$\frac{\sum_{i=1}^K e^{q^Tk_i}k_i}{\sum_{i=1}^Ke^{q^Tk_i}}$",
        "right",
    ),
]
REFUSED = [
    r"$f(x)=\|\phi(x)\|^2$, gradient wrt x?",  # φ moves with x
    r"$f(x) = \|x_+\|^2 + \|x\|^2$. gradient?",  # a name, or the positive part
    r"$f(x)=\sum_{i=0}^{n}c_i x^i$. derivative?",  # i is a number as well
]


@pytest.mark.parametrize(("text", "results"), ANSWERS, ids=range(len(ANSWERS)))
def test_answers(text: str, results: dict[str, str]) -> None:
    assert {x: str(value) for x, value in mg.ask(text).results.items()} == results


@pytest.mark.parametrize(("text", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_what_may_mean_something_else_is_refused(text: str) -> None:
    assert not mg.ask(text).results


def test_an_index_from_zero_that_a_name_has_stays() -> None:
    assert function_of(r"$f(x)=\sum_{i=0}^{n}(a_i^Tx)^2 + a_0^Tx$. gradient in x?") is None
