"""Densities of named distributions as values: N(x | μ, Σ) is written out."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"What is the gradient of $\log\mathcal N(x|\mu,\Sigma)$ with respect to $\mu$?", "mu",
         "inv(Sigma)*(x - mu)"),
        (r"Let $p(x) = \mathcal{N}(x;\mu,\Sigma)$. What is $\nabla_x\log p(x)$?", "x",
         "inv(Sigma)*(mu - x)"),
        (r"What is the derivative of $\log N(x \mid \mu, \sigma^2)$ with respect to $\mu$?", "mu",
         "(x - mu)/sigma^2"),
        (r"What is the derivative of $\ln N(x|\mu, v)$ with respect to $v$, the variance?", "v",
         "((x - mu)^2/v - 1)/(2*v)"),
        (r"Let $p(x)=\mathcal N(x|\mu,\sigma^2I)$. Compute $\nabla_x\log p(x)$.", "x",
         "-(x - mu)/sigma^2"),
        (r"Let $q(z) = \mathcal N(z;\mu,\operatorname{diag}(\sigma^2))$. Find "
         r"$\nabla_\mu\log q(z)$.", "mu", "sigma.^(-2) .* (z - mu)"),
        (r"What is the gradient of $\log\mathcal N(x|\mu,\Lambda^{-1})$ with respect to $\mu$?",
         "mu", "Lambda*(x - mu)"),
        (r"Find the gradient of $\sum_{i=1}^n \log\mathcal N(x_i|\mu,1)$ with respect to $\mu$.",
         "mu", "sum(x) - n*mu"),
        (r"Find the gradient of $\log\prod_{i=1}^n \mathcal N(x_i|\mu,1)$ with respect to $\mu$.",
         "mu", "sum(x) - n*mu"),
    ],
)  # fmt: skip
def test_a_normal_density_is_written_out(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}


def test_a_covariance_is_said_to_be_one() -> None:
    reply = ask(r"What is the gradient of $\log\mathcal N(x;\mu,\Sigma)$ with respect to $\Sigma$?")
    assert (
        str(reply.results["Sigma"]) == "(inv(Sigma)*(x - mu)*(x - mu)'*inv(Sigma) - inv(Sigma))/2"
    )
    assert "Σ is symmetric and positive definite, as the covariance of a normal" in reply.text()


@pytest.mark.parametrize(
    ("claim", "is_right"), [(r"(\mu-x)/\sigma^2", True), (r"(x-\mu)/\sigma^2", False)]
)
def test_scores_are_checked(claim: str, is_right: bool) -> None:
    reply = ask(
        rf"Let $p(x)=\mathcal N(x|\mu,\sigma^2I)$. Compute $\nabla_x\log p(x)$. Is it ${claim}$?"
    )
    assert [each.is_right for each in reply.claims] == [is_right]


def test_the_dimension_counts() -> None:
    reply = ask(
        r"Let $x\in\mathbb{R}^n$ and $p(x)=\mathcal N(x|0,tI)$. Is "
        r"$\frac{\partial}{\partial t}\log p(x) = \frac{\|x\|^2}{2t^2} - \frac{n}{2t}$?"
    )
    assert [each.is_right for each in reply.claims] == [True]


def test_a_network_is_no_density() -> None:
    reply = ask(r"What is the gradient of $N(x;W,b)$ with respect to $x$?")
    assert not reply.results


def test_a_density_that_the_text_defines_is_its_own() -> None:
    reply = ask(
        r"Let $\mathcal N(x|\mu,\Sigma) = \frac{1}{(2\pi)^{d/2}|\Sigma|^{1/2}}\exp\left(-\frac12"
        r"(x-\mu)^T\Sigma^{-1}(x-\mu)\right)$. What is the gradient of "
        r"$\log\mathcal N(x|\mu,\Sigma)$ with respect to $\mu$?"
    )
    assert str(reply.results["mu"]) == "inv(Sigma)*(x - mu)"


def test_the_weight_of_a_mixture_is_not_the_number_pi() -> None:
    reply = ask(
        r"Let $p(x) = \pi\mathcal N(x|a,1) + (1-\pi)\mathcal N(x|b,1)$. What is "
        r"$\frac{\partial p}{\partial\pi}$? I get $\mathcal N(x|a,1) - \mathcal N(x|b,1)$."
    )
    assert [*reply.results] == ["omega"]
    assert [each.is_right for each in reply.claims] == [True]
    assert "π is a weight here, called ω" in reply.text()


def test_weights_with_an_index_are_not_the_number_pi() -> None:
    reply = ask(
        r"Let $p(x) = \sum_{k=1}^K \pi_k \mathcal N(x|\mu_k,1)$. Is "
        r"$\frac{\partial p}{\partial\mu_k} = \pi_k (x-\mu_k)\mathcal N(x|\mu_k,1)$?"
    )
    assert [each.is_right for each in reply.claims] == [True]
