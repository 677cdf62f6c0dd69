"""Scores of densities inside of functions, and densities whose point the left side names."""

import pytest

import matgrad as mg


@pytest.mark.parametrize("density", [r"N(x; \mu, \Sigma)", r"N(\mu, \Sigma)"])
def test_a_score_inside_of_a_function_is_worked_out(density: str) -> None:
    reply = mg.ask(
        r"Score matching: $J(\theta) = \frac12\|\nabla_x \log p(x) - s(x)\|^2$ with "
        rf"$p(x) = {density}$ and $s(x) = Wx + b$. Find the gradient with respect to b."
    )
    assert str(reply.results["b"]) == "inv(Sigma)*(x - mu) + W*x + b"
    assert "log p(x) is called h(x)" in reply.text("short")


def test_the_density_is_taken_at_the_point_on_its_left() -> None:
    text = r"For $p(x|\mu) = N(\mu, \Sigma)$, is $\nabla_\mu\log p(x|\mu) = \Sigma^{-1}(x - \mu)$?"
    assert [each.status for each in mg.ask(text).claims] == ["right"]
    text = r"$\pi_\theta(a|s) = \mathcal{N}(\theta^Ts, \sigma^2)$. Find $\nabla_\theta\log\pi$."
    assert str(mg.ask(text).results["theta"]) == "(a - s'*theta)*s/sigma^2"


def test_the_logarithm_of_sigma_at_a_negative_point_is_that_of_the_logistic_function() -> None:
    text = (
        r"$J = -\log\sigma(u^Tv) - \sum_{k=1}^K\log\sigma(-u_k^Tv)$. Find $\partial J/\partial v$."
    )
    assert "sigmoid" in str(mg.ask(text).results["v"])
