"""Samples with their number above: x^{(i)}, and entries of them."""

import pytest

import matgrad as mg

LOGISTIC = (
    r"$J(w,b)=\frac1m\sum_{i=1}^m\left[-y^{(i)}\log a^{(i)}-(1-y^{(i)})\log(1-a^{(i)})\right]$, "
    r"$a^{(i)}=\sigma(w^Tx^{(i)}+b)$, sigma = sigmoid. "
)
RIDGE = (
    r"$J(\theta)=\frac1{2m}\sum_{i=1}^m\left(h_\theta(x^{(i)})-y^{(i)}\right)^2$, "
    r"$h_\theta(x)=\theta^Tx$. "
)
ANSWERS = [
    (
        r"$J=\frac{1}{m}\sum_{i=1}^m (\hat y^{(i)}-y^{(i)})^2$, $\hat{y}^{(i)}=w^Tx^{(i)}+b$. Find "
        r"$\partial J/\partial w$.",
        {"w": "2*X'*(b*ones(m) + X*w - y)/m"},
    ),
    (
        r"Let $z^{(i)} = w^Tx^{(i)}$ and $J(w)=\sum_i(z^{(i)}-y^{(i)})^2$. What is the "
        r"gradient of J?",
        {"w": "2*X'*(X*w - y)"},
    ),
    (
        r"$J(\theta)=\frac12\sum_{i=1}^m(\sum_{j=1}^n\theta_jx_j^{(i)}-y^{(i)})^2$. Find "
        r"$\nabla_\theta J$.",
        {"theta": "X'*(X*theta - y)"},
    ),
    (
        r"$J(W)=\sum_{i=1}^N y^{(i)T}W^{(2)}W^{(1)}x^{(i)}$, gradient wrt $W^{(2)}$?",
        {"W__2": "Y'*X*W__1'"},
    ),
]
CLAIMS = [
    (LOGISTIC + r"Is $\nabla_w J=\frac1m\sum_i(a^{(i)}-y^{(i)})x^{(i)}$?", "right"),
    (
        LOGISTIC + r"Is $\frac{\partial J}{\partial w_j}=\frac1m\sum_i(y^{(i)}-a^{(i)})x_j^{(i)}$?",
        "wrong",
    ),
    (
        RIDGE + r"Show $\frac{\partial J}{\partial\theta_j}=\frac1m\sum_{i=1}^m"
        r"\left(h_\theta(x^{(i)})-y^{(i)}\right)x_j^{(i)}$",
        "right",
    ),
    (
        RIDGE + r"Is $\frac{\partial J}{\partial\theta_j}=\sum_{i=1}^m"
        r"\left(h_\theta(x^{(i)})-y^{(i)}\right)x^{(i)}_j$ correct?",
        "wrong",
    ),
    (
        RIDGE
        + r"The update is $\theta_j:=\theta_j-\alpha\frac{\partial J}{\partial\theta_j}$, and "
        r"I get $\frac{\partial J}{\partial\theta_j}=\frac1m\sum_{i=1}^m "
        r"(\theta^Tx^{(i)}-y^{(i)}) x_j^{(i)}$.",
        "right",
    ),
    (
        r"$J(W)=\sum_{i=1}^N\|y^{(i)}-W x^{(i)}\|^2$, is "
        r"$\nabla_W J=-2\sum_i (y^{(i)}-Wx^{(i)})x^{(i)T}$?",
        "right",
    ),
]


@pytest.mark.parametrize(("text", "results"), ANSWERS, ids=range(len(ANSWERS)))
def test_samples_are_members_of_sums(text: str, results: dict[str, str]) -> None:
    assert {x: str(value) for x, value in mg.ask(text).results.items()} == results


@pytest.mark.parametrize(("text", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_samples_in_claims(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize(
    "listed",
    [
        r"$v_1,\dots,v_n\in\mathbb{R}^p$",
        r"Vectors $v_1, v_2, \ldots, v_n \in \mathbb{R}^p$",
        r"Let $v_1,\dots,v_n$ be vectors in $\mathbb{R}^p$",
        r"Let $\{v_i\}_{i=1}^n\subset\mathbb{R}^p$",
        "Let v_1, ..., v_n in R^p",
    ],
)
def test_vectors_that_are_listed_are_members_of_sums(listed: str) -> None:
    reply = mg.ask(rf"{listed}, $f(a) = \|\sum_i a_iv_i\|^2$. Gradient with respect to $a$?")
    assert str(reply.results["a"]) == "2*V*V'*a"


def test_numbers_that_are_listed_stay_numbers() -> None:
    reply = mg.ask(
        r"Let $v_1,\dots,v_n\in\mathbb{R}$, $f(a) = \left(\sum_i a_iv_i\right)^2$. Gradient?"
    )
    assert str(reply.results["a"]) == "2*(a'*v)*v"
