"""The logarithm of a function that a text defines, and names that it gives to derivatives."""

import pytest

from matgrad.app.ask import ask

ENERGY = r"Let $p(x) = \frac{1}{Z} e^{-E(x)}$ with $E(x) = \frac12 x^TAx$, $A$ symmetric."


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"Let $p(x) = e^{-x^TAx}$. What is $\nabla_x\log p(x)$?", "x", "-(A + A')*x"),
        (r"Let $q(x) = e^{-x^TAx}$. What is $\nabla_x\ln q(x)$?", "x", "-(A + A')*x"),
        (r"Let $f(x) = e^{-x^TAx}$. What is $\nabla\log f$?", "x", "-(A + A')*x"),
        (r"Let $p_\theta(x) = e^{-\theta^T x}$. What is $\nabla_\theta \log p_\theta(x)$?",
         "theta", "-x"),
        (r"Let $p(x|w) = e^{w^Tx}$. What is $\frac{\partial}{\partial w}\log p(x|w)$?", "w", "x"),
        ("p(x) = exp(-x'Ax). gradient of log p(x)?", "x", "-(A + A')*x"),
        (rf"{ENERGY} What is $\nabla\log p$?", "x", "-A*x"),
    ],
)  # fmt: skip
def test_the_logarithm_of_what_is_defined_is_known(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}
    assert not reply.questions
    assert not reply.unused


@pytest.mark.parametrize(("claim", "is_right"), [("-Ax", True), ("Ax", False)])
@pytest.mark.parametrize(
    "asked",
    [
        r"The score function is $s(x) = \nabla_x \log p(x)$. Is it ${}$?",
        r"Let $s(x) = \nabla_x \log p(x)$. Is $s(x) = {}$?",
        r"Let $s = \nabla_x \log p(x)$. Is $s = {}$?",
        r"Show that $\nabla\log p(x) = {}$.",
    ],
)
def test_a_score_is_a_derivative_under_another_name(asked: str, claim: str, is_right: bool) -> None:
    reply = ask(f"{ENERGY} {asked.format(claim)}")
    assert [each.is_right for each in reply.claims] == [is_right]
    assert "Z is a constant: it does not depend on x" in reply.text()


@pytest.mark.parametrize(("sign", "claim"), [("", "2Ax"), ("-", "-2Ax")])
def test_a_function_may_be_called_what_a_derivative_is(sign: str, claim: str) -> None:
    reply = ask(
        rf"Let $f(x) = x^TAx$, $A$ symmetric, and $g(x) = {sign}\nabla f(x)$. Is $g(x) = {claim}$?"
    )
    assert [each.is_right for each in reply.claims] == [True]


def test_what_makes_a_density_one_may_depend_on_its_parameters() -> None:
    reply = ask(r"Let $p(x) = \frac{1}{Z}e^{\theta^T x}$. What is $\nabla_\theta\log p(x)$?")
    assert not reply.results
    assert "Does Z depend on θ?" in reply.questions[0]


def test_the_determinant_of_a_density_is_one_in_its_logarithm() -> None:
    reply = ask(
        r"Let $p(x;\mu,\Sigma) = \frac{1}{\sqrt{(2\pi)^d|\Sigma|}}\exp(-\frac12(x-\mu)^T\Sigma^{-1}"
        r"(x-\mu))$ be a Gaussian density. What is the gradient of $\log p(x;\mu,\Sigma)$ with "
        r"respect to $\mu$?"
    )
    assert str(reply.results["mu"]) == "inv(Sigma)*(x - mu)"
    assert not reply.unused


def test_the_covariance_of_a_density_stays_one_beside_its_logarithm() -> None:
    reply = ask(
        r"For the multivariate Gaussian density $p(x|\mu,\Sigma)=\frac{1}{(2\pi)^{d/2}"
        r"|\Sigma|^{1/2}}\exp\left(-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)\right)$, is "
        r"$\nabla_\Sigma\log p(x|\mu,\Sigma) = "
        r"-\frac12\Sigma^{-1}+\frac12\Sigma^{-1}(x-\mu)(x-\mu)^T\Sigma^{-1}$?"
    )
    assert [each.is_right for each in reply.claims] == [True]


def test_a_logarithm_alone_is_the_function() -> None:
    reply = ask(r"Given $p(x;s) = e^{-x^2s}$ find $d/ds$ of $\log p(x;s)$. Is it $-x^2$?")
    assert [each.is_right for each in reply.claims] == [True]


def test_what_a_normaliser_depends_on_is_not_the_variable() -> None:
    reply = ask(
        r"Let $p(x) = \frac{1}{Z(\theta)}e^{-\theta x^2}$. What is $\frac{d}{dx}\log p(x)$?"
    )
    assert str(reply.results["x"]) == "-2*theta*x"
    assert "Z(θ) is called Z" in reply.text()


def test_a_normaliser_that_depends_on_the_variable_is_asked_for() -> None:
    reply = ask(
        r"Let $p(x) = \frac{1}{Z(\theta)}e^{-\theta x^2}$. What is $\frac{d}{d\theta}\log p(x)$?"
    )
    assert not reply.results
    assert "Does Z depend on θ?" in reply.questions[0]


def test_an_expectation_is_not_passed_over() -> None:
    reply = ask(
        r"The ELBO has the term $\mathbb{E}_q[\log p(x|z)]$. With $q(z) = e^{-z^2}$, what is its "
        r"gradient with respect to $z$?"
    )
    assert not reply.results
    assert "which function is meant?" in reply.questions[0]
