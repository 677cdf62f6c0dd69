"""Distributions and log densities that people type."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        ("gradient of log N(x; mu, Sigma) with respect to mu", "mu", "inv(Sigma)*(x - mu)"),
        ("What is the derivative of log N(x | mu, sigma^2) wrt mu?", "mu", "(x - mu)/sigma^2"),
        ("x ~ N(mu, Sigma). What is the gradient of the log density wrt mu?", "mu",
         "inv(Sigma)*(x - mu)"),
        ("Let x_1, ..., x_n ~ N(mu, 1) iid. Derivative of the log-likelihood with respect to mu?",
         "mu", "sum(x) - n*mu"),
        ("Suppose x ~ N(mu, sigma^2 I). gradient of log p(x) wrt x?", "x", "-(x - mu)/sigma^2"),
        ("log-likelihood: ℓ(μ) = Σ_i log N(x_i | μ, 1). What is dℓ/dμ?", "mu", "sum(x) - n*mu"),
    ],
)  # fmt: skip
def test_typed_distributions_are_read(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("x ~ Poisson(lambda). derivative of log-likelihood wrt lambda? I get x/lambda - 1.", True),
        ("Let p(x) = N(x; mu, Sigma). Is grad_x log p(x) = -Sigma^-1 (x - mu)?", True),
        ("Let p(x) = N(x; mu, Sigma). Is grad_x log p(x) = Sigma^-1 (x - mu)?", False),
        ("s(x) = grad log p(x) with p(x) = exp(-x'Ax/2), A symmetric. Is s(x) = -Ax?", True),
        ("Let f(x) = N(x | 0, 1). What is f'(x)? I get -x f(x).", True),
        ("y_i ~ Bernoulli(sigmoid(w'x_i)). Is the gradient of the log-likelihood wrt w equal to "
         "sum_i (y_i - sigmoid(w'x_i)) x_i?", True),
    ],
)  # fmt: skip
def test_typed_claims_about_densities_are_judged(text: str, is_right: bool) -> None:
    reply = ask(text)
    assert [each.is_right for each in reply.claims] == [is_right]
