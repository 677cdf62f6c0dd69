"""Factorials and binomials of the data, and what is asked of likelihoods."""

import pytest

import matgrad as mg

POISSON = r"$\ell(\beta)=\sum_{i=1}^n\left(y_i x_i'\beta-e^{x_i'\beta}-%s\right)$. "
ANSWERS = [
    (POISSON % r"\log y_i!" + "Find the score.", {"beta": "X'*(y - exp(X*beta))"}),
    (POISSON % r"\ln(y_i!)" + "What is the gradient?", {"beta": "X'*(y - exp(X*beta))"}),
    (
        r"$p(y|\lambda)=\frac{\lambda^y e^{-\lambda}}{y!}$. Find the score.",
        {"lambda": "y/lambda - 1"},
    ),
    (
        r"$\ell(\theta) = \log\binom{n}{k}+k\log\theta+(n-k)\log(1-\theta)$. score?",
        {"theta": "k/theta - (n - k)/(1 - theta)"},
    ),
]
REFUSED = [
    "$f(n) = n!$, derivative wrt n?",
    r"$\ell(y)=y\log\lambda-\log y!$. Derivative?",
    r"$f(t) = \sum_{k=1}^{n} \frac{t^k}{k!}$. Derivative?",
    r"$f = \log y! + y$ with $y = x^2$. Derivative wrt $x$?",
]


@pytest.mark.parametrize(("text", "results"), ANSWERS, ids=range(len(ANSWERS)))
def test_factorials_of_the_data_stay_fixed(text: str, results: dict[str, str]) -> None:
    reply = mg.ask(text)
    assert {x: str(value) for x, value in reply.results.items()} == results
    assert "is held fixed" in reply.text()


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_factorials_of_variables_are_refused(text: str) -> None:
    assert not mg.ask(text).results


def test_the_information_matrix() -> None:
    matrix = r"$I(\beta)=-\partial^2\ell/\partial\beta\partial\beta'$"
    task = f"Find the score and the information matrix {matrix}."
    reply = mg.ask(POISSON % r"\log y_i!" + task)
    (made,) = reply.made
    assert (made.title, str(made.value)) == ("Observed information", "X'*Diag(exp(X*beta))*X")
    assert not reply.questions


def test_the_fisher_information_is_a_mean() -> None:
    reply = mg.ask(r"Find the Fisher information for $\ell(\mu)=-\frac12\sum_i(x_i-\mu)^2$.")
    assert not reply.made
    assert reply.questions
