"""Likelihoods of which the text gives the distribution and no formula."""

import pytest

from matgrad.app.ask import ask

NORMAL = r"Let $x\sim\mathcal N(\mu,\Sigma)$."
SAMPLES = r"Let $x_1,\dots,x_n$ be i.i.d. samples from $\mathcal N(\mu,\Sigma)$."


@pytest.mark.parametrize(
    "words", ["log density", "log-likelihood", "log pdf", "log-likelihood function"]
)
@pytest.mark.parametrize(
    "order", ["of the {} with respect to $\\mu$", "with respect to $\\mu$ of the {}"]
)
def test_the_density_of_a_sample_is_known(words: str, order: str) -> None:
    reply = ask(f"{NORMAL} What is the gradient {order.format(words)}?")
    assert str(reply.results["mu"]) == "inv(Sigma)*(x - mu)"
    assert "the density of x is that of N(μ, Σ)" in reply.text()
    assert not reply.unused


def test_independent_samples_are_said_to_be() -> None:
    reply = ask(
        rf"{SAMPLES} What is the gradient of the log-likelihood with respect to $\mu$ and "
        r"$\Sigma$? I get $\Sigma^{-1}\sum_i (x_i-\mu)$ and "
        r"$\frac12\Sigma^{-1}\sum_i (x_i-\mu)(x_i-\mu)^T\Sigma^{-1} - \frac n2\Sigma^{-1}$."
    )
    assert [*reply.results] == ["mu", "Sigma"]
    assert [each.is_right for each in reply.claims] == [True, True]
    assert "the x_i are independent, each with the density of N(μ, Σ)" in reply.text()


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (rf"{NORMAL} Is $\nabla_x\log p(x) = -\Sigma^{{-1}}(x-\mu)$?", True),
        (rf"{NORMAL} Is $\nabla_x\log p(x) = \Sigma^{{-1}}(x-\mu)$?", False),
        (rf"{NORMAL} Hessian of the log-likelihood with respect to $\mu$? I think $\Sigma^{{-1}}$.",
         False),
        (r"$x\sim\mathrm{Laplace}(\mu,b)$. Is $\frac{|x-\mu|}{b^2}-\frac1b$ the derivative of the "
         r"log density with respect to $b$?", True),
        (r"Let $x\sim \mathrm{Exp}(\lambda)$. Is the score with respect to $\lambda$ equal to "
         r"$1/\lambda - x$?", True),
        (r"Let $x_1,\dots,x_n\sim\mathrm{Exp}(\lambda)$ i.i.d. Is the derivative of the "
         r"log-likelihood $n/\lambda - n\bar x$?", True),
        (r"Suppose $x_1,\ldots,x_n$ are i.i.d. samples from a Poisson distribution with rate "
         r"$\lambda$. What is the derivative of the log-likelihood with respect to $\lambda$? Is "
         r"it $\frac1\lambda\sum_i x_i - 1$?", False),
        (r"Let $y_i\sim\text{Poisson}(e^{w^Tx_i})$ for $i=1,\dots,n$. Find the gradient of the "
         r"log-likelihood with respect to $w$. I get $\sum_i (y_i - e^{w^Tx_i})x_i$.", True),
        (r"Let $y_i \sim \mathrm{Bernoulli}(\sigma(w^Tx_i))$ where $\sigma$ is the sigmoid. Is the "
         r"gradient of the log-likelihood $\ell(w)$ equal to $\sum_i (y_i-\sigma(w^Tx_i))x_i$?",
         True),
        (r"Let $y\sim\mathcal N(Xw,\sigma^2I)$. What is the gradient of the negative "
         r"log-likelihood with respect to $w$? I think $\frac{1}{\sigma^2}X^T(Xw-y)$.", True),
        (r"Let $y = Xw + \epsilon$ with $\epsilon\sim\mathcal N(0,\sigma^2I)$. What is the "
         r"gradient of the log-likelihood with respect to $w$? I get $X^T(y-Xw)/\sigma^2$.", True),
        (r"Suppose $x$ follows a multivariate normal distribution with mean $\mu$ and covariance "
         r"$\Sigma$. Is the gradient of the log-pdf with respect to $\mu$ equal to "
         r"$\Sigma^{-1}(x-\mu)$?", True),
        (r"Let $x\sim\mathrm{Bernoulli}(\pi)$. Is the derivative of the log-likelihood with "
         r"respect to $\pi$ equal to $\frac{x-\pi}{\pi(1-\pi)}$?", True),
    ],
)  # fmt: skip
def test_claims_about_likelihoods_are_judged(text: str, is_right: bool) -> None:
    reply = ask(text)
    assert [each.is_right for each in reply.claims] == [is_right]


@pytest.mark.parametrize(
    "name", [r"\mathrm{Gamma}(k,\theta)", r"\mathrm{Geom}(\theta)", r"\mathrm{Exp}(\theta)"]
)
def test_what_has_no_formula_here_or_several_is_asked_for(name: str) -> None:
    reply = ask(
        rf"Let $x\sim{name}$. What is the derivative of the log-likelihood with respect to "
        r"$\theta$?"
    )
    assert not reply.results
    assert reply.questions


def test_a_likelihood_with_a_formula_is_that() -> None:
    reply = ask(
        r"Let $x\sim\mathcal N(\mu,1)$. The log-likelihood is $\ell(\mu) = -(x-\mu)^2$. What is "
        r"the derivative of the log-likelihood with respect to $\mu$?"
    )
    assert str(reply.results["mu"]) == "2*(x - mu)"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $X\sim\mathcal N(\theta, 1)$. Is $\frac{\partial}{\partial\theta}\log f(X;\theta) = "
        r"X-\theta$?",
        r"Let $X_1,\dots,X_n\sim N(\mu,\sigma^2)$ i.i.d. What is the derivative of the "
        r"log-likelihood with respect to $\mu$? I get $\frac{n}{\sigma^2}(\bar X-\mu)$.",
        r"Let $X\sim N(\mu,\Sigma)$. Is $\nabla_x\log p(x) = -\Sigma^{-1}(x-\mu)$?",
    ],
)
def test_random_variables_have_values(text: str) -> None:
    reply = ask(text)
    assert [each.is_right for each in reply.claims] == [True]
    assert "X is a random variable, whose value is called x" in reply.text()


@pytest.mark.parametrize("words", ["Fisher score", "gradient of the log density"])
def test_the_distribution_may_stand_behind_the_words(words: str) -> None:
    reply = ask(rf"What is the {words} of $x\sim\mathcal{{N}}(\mu,1)$ with respect to $\mu$?")
    assert str(reply.results["mu"]) == "x - mu"
    assert not reply.claims


def test_a_posterior_has_the_likelihood_and_the_prior() -> None:
    reply = ask(
        r"Let $y\sim\mathcal N(Xw,\sigma^2I)$ and $w\sim\mathcal N(0,\tau^2I)$. What is the "
        r"gradient of the log posterior with respect to $w$? "
        r"I get $\frac{1}{\sigma^2}X^T(y-Xw) - w/\tau^2$."
    )
    assert [each.is_right for each in reply.claims] == [True]


def test_what_has_a_covariance_matrix_is_a_vector() -> None:
    reply = ask(
        r"Let $z = \mu + \sigma\odot\epsilon$, $\epsilon\sim\mathcal N(0,I)$. Find the gradient of "
        r"$\frac12\|x - Wz\|^2$ with respect to $\sigma$. Is it $-W^T(x-Wz)\odot\epsilon$?"
    )
    assert [each.is_right for each in reply.claims] == [True]


def test_rates_are_said_to_be_rates() -> None:
    reply = ask(
        r"Let $x\sim\mathrm{Gamma}(\alpha,\beta)$. What is the derivative of the log-likelihood "
        r"with respect to $\beta$?"
    )
    assert str(reply.results["beta"]) == "alpha/beta - x"
    assert "the density of x is that of Gamma(α, β) with the rate β" in reply.text()


def test_a_random_matrix_stays_a_matrix() -> None:
    reply = ask(
        r"Let $A\sim\mathcal N(0,I)$ be a random matrix. What is the gradient of $\|Ax-b\|^2$ with "
        r"respect to $x$?"
    )
    assert str(reply.results["x"]) == "2*A'*(A*x - b)"


def test_a_random_number_is_one_in_other_functions() -> None:
    reply = ask(r"Let $X\sim N(0,1)$. What is the derivative of $e^{tX}$ with respect to $t$?")
    assert str(reply.results["t"]) == "X*exp(X*t)"


def test_the_mean_of_a_likelihood_is_not_the_function() -> None:
    reply = ask(
        r"We assume $y_i\sim\mathcal N(f(x_i),1)$ with $f(x)=w^Tx$. What is the gradient of the "
        r"log-likelihood with respect to $w$? I get $\sum_i (y_i - w^Tx_i)x_i$."
    )
    assert [each.is_right for each in reply.claims] == [True]
