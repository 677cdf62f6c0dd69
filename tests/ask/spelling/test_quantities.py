"""A derivative by σ² is one by σ² itself, not by σ."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.understand import understand

LIKELIHOOD = (
    r"$\ell(\mu,\sigma^2)=-\frac n2\log(2\pi\sigma^2)-\frac{1}{2\sigma^2}\sum_{i=1}^n(x_i-\mu)^2$. "
)
TRACE = "tr(inv(sigma_sq*I(n) + K))"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"$\frac{\partial}{\partial \sigma^2}$ of $\log|K+\sigma^2I|$?", "sigma_sq", TRACE),
        (r"Derivative of $\log\det(K+\sigma^2I)$ with respect to $\sigma^2$", "sigma_sq", TRACE),
        (r"$f = \log\det(K+\sigma^2I)$. What is $\partial f/\partial\sigma^2$?", "sigma_sq", TRACE),
        (r"$f(x)=\exp(-x^2)$. Compute $\frac{d f}{d(x^2)}$.", "x_sq", "-exp(-x_sq)"),
        (r"$f = a\tau^{-1}$. What is $\nabla_{\tau^{-1}}f$?", "tau_inv", "a"),
        (r"$f = a\sigma + b\sigma^2$. What is $\frac{\partial f}{\partial\sigma^2}$?", "sigma_sq",
         "a/(2*sqrt(sigma_sq)) + b"),
        (r"Derivative of $-\log|\Sigma| - \operatorname{tr}(\Sigma^{-1}S)$ w.r.t. $\Sigma^{-1}$?",
         "Sigma_inv", "(inv(Sigma_inv) - S)'"),
    ],
)  # fmt: skip
def test_a_power_is_a_variable_of_its_own(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert str(reply.results[variable]) == answer
    assert "is a variable of its own here" in str(reply)


def test_a_claim_about_it_is_judged_with_it() -> None:
    right = r"-\frac{n}{2\sigma^2}+\frac{1}{2\sigma^4}\sum_i(x_i-\mu)^2"
    wrong = r"-\frac{n}{\sigma}+\frac{1}{\sigma^3}\sum_i(x_i-\mu)^2"
    for claim, is_right in ((right, True), (wrong, False)):
        reply = ask(rf"{LIKELIHOOD}Is $\frac{{\partial\ell}}{{\partial\sigma^2}}={claim}$?")
        assert reply.claims[0].is_right == is_right


def test_a_function_of_it_is_differentiated_by_it() -> None:
    assert [*ask(LIKELIHOOD + "What is the gradient?").results] == ["mu", "sigma_sq"]


def test_what_is_said_of_the_letter_is_said_of_its_inverse() -> None:
    reply = ask(r"Let $f=x^T\Sigma^{-1}x$. What is $\nabla_{\Sigma^{-1}} f$? $\Sigma$ is diagonal.")
    assert "Σ_inv: n×n diagonal" in str(reply)


@pytest.mark.parametrize(
    "text",
    [
        r"$f(\sigma)=\sigma^2$. What are $\frac{\partial f}{\partial\sigma}$ and "
        r"$\frac{\partial f}{\partial\sigma^2}$?",
        r"$f(x)=x^TAx$. What is $\frac{\partial^2 f}{\partial x^2}$?",
        r"$L(w, \sigma)=\frac{1}{2\sigma^2}\|y-Xw\|^2$. What is $\nabla_\sigma L$?",
    ],
)
def test_the_letter_stays_where_it_is_asked_about(text: str) -> None:
    assert not any("_" in name for name in ask(text).results)


@pytest.mark.parametrize("defined", ["sigma^2", "σ²", "σ^2"])
def test_a_square_that_is_typed_is_defined(defined: str) -> None:
    text = f"Let {defined} = 1/n sum_i (x_i - m)^2. What is the gradient of log {defined} wrt x?"
    problem = understand(text).problem
    assert problem is not None
    assert str(problem.function) == "log(sigma_sq)"
    assert str(problem.definitions[0].value) == "sum((x - m*ones(n)).^2)/n"


def test_a_letter_below_a_fraction_without_braces() -> None:
    text = (
        r"Let $v\in\mathbb{R}^n$, $\sigma^2 = v^Tv$, $f = \frac{v}{\sigma}$. The Jacobian by $v$?"
    )
    reply = ask(rf"{text} I get $\frac1\sigma(I - \frac1{{\sigma^2}}vv^T)$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "frac" not in reply.text("short")
