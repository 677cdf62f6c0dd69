"""Covariances of normal distributions are symmetric, also where they are what moves."""

import pytest

from matgrad import ask

LIKELIHOOD = "L = -1/2 log det(Sigma) - 1/2 (x - mu)^T Sigma^-1 (x - mu)"
CLAIMED = (
    "I get dL/dmu = Sigma^-1 (x - mu) and dL/dSigma = -1/2 Sigma^-1 + "
    "1/2 Sigma^-1 (x-mu)(x-mu)^T Sigma^-1."
)
RIGHT = [
    f"Multivariate Gaussian log likelihood: {LIKELIHOOD}. {CLAIMED}",
    f"Consider a Gaussian. {LIKELIHOOD}. Its gradient wrt mu and Sigma? {CLAIMED}",
    r"Let $x_1,\dots,x_N\sim N(\mu,\Sigma)$ with log-likelihood $\ell(\mu,\Sigma) = -\frac N2"
    r"\log|\Sigma| - \frac12\sum_i (x_i-\mu)^T\Sigma^{-1}(x_i-\mu)$. Is $\frac{\partial \ell}"
    r"{\partial\Sigma} = -\frac N2\Sigma^{-1} + \frac12\Sigma^{-1}\left(\sum_i (x_i-\mu)(x_i-\mu)^T"
    r"\right)\Sigma^{-1}$ and $\partial\ell/\partial\mu = \Sigma^{-1}\sum_i(x_i-\mu)$?",
    r"KL between Gaussians: $KL = \frac12(\operatorname{tr}(\Sigma_2^{-1}\Sigma_1) + "
    r"(\mu_2-\mu_1)^T\Sigma_2^{-1}(\mu_2-\mu_1) - k + \log\frac{|\Sigma_2|}{|\Sigma_1|})$. Is "
    r"$\partial KL/\partial\mu_1 = \Sigma_2^{-1}(\mu_1-\mu_2)$ and $\partial KL/\partial\Sigma_1 = "
    r"\frac12(\Sigma_2^{-1}-\Sigma_1^{-1})$?",
    "The KL divergence from N(mu, Sigma) to N(0, I) is KL = 1/2 (tr(Sigma) + mu^T mu - d - log det "
    "Sigma). Is dKL/dSigma = 1/2 (I - Sigma^{-1}) and dKL/dmu = mu?",
    r"Log marginal likelihood of a Gaussian process: $L = -\frac12 y^TK^{-1}y - \frac12\log|K|$. "
    r"Is $\partial L/\partial K = \frac12(\alpha\alpha^T - K^{-1})$ with $\alpha = K^{-1}y$?",
    "L = -1/2 y^T K^-1 y - 1/2 log det K. GP marginal likelihood. Is dL/dK = "
    "1/2 (K^-1 y y^T K^-1 - K^-1)?",
    r"GP marginal likelihood $\ell(\theta)=-\frac12y^TK^{-1}y-\frac12\log|K|$, "
    r"$K=\theta_1K_1+\theta_2I$. Is $\frac{\partial\ell}{\partial\theta_1}="
    r"\frac12\operatorname{tr}((\alpha\alpha^T-K^{-1})K_1)$ with $\alpha=K^{-1}y$?",
]
OTHERS = [  # no likelihood, or one that is not meant
    r"Let $f(X)=\log\det X+a^TX^{-1}a$. Is $\nabla f=X^{-1}-X^{-1}aa^TX^{-1}$?",
    r"If $\Sigma$ were a covariance, it would be easy. $f(\Sigma)=\log|\Sigma|+a^T\Sigma^{-1}a$. "
    r"Is $\nabla f=\Sigma^{-1}-\Sigma^{-1}aa^T\Sigma^{-1}$?",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_textbook_claims_are_right_and_the_symmetry_is_said(text: str) -> None:
    reply = ask(text)
    assert {claim.status for claim in reply.claims} == {"right"}
    assert "is symmetric, as the covariance of a normal distribution" in reply.text("short")
    assert not reply.questions


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_a_factor_too_much_is_wrong(text: str) -> None:
    changed = text[::-1].replace("2/1", "3/1", 1).replace("21carf", "31carf", 1)[::-1]
    assert "wrong" in [claim.status for claim in ask(changed).claims]


@pytest.mark.parametrize("text", OTHERS, ids=range(len(OTHERS)))
def test_other_matrices_are_not_symmetric(text: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == "wrong"


WEIGHED = [  # the Σ of (x − μ)ᵀΣ⁻¹(x − μ) needs no words
    (r"In the EM algorithm, $Q(\mu)=-\frac12\sum_i r_i(x_i-\mu)^T\Sigma^{-1}(x_i-\mu)$. Is "
     r"$\nabla_\mu Q=\Sigma^{-1}\sum_i r_i(x_i-\mu)$?", "right"),
    (r"The Mahalanobis distance is $d(x)=(x-\mu)^TS^{-1}(x-\mu)$. Is $\nabla d=2S^{-1}(x-\mu)$?",
     "right"),
    (r"Let $d(x)=(x-m)^TB^{-1}(x-m)$. Is $\nabla d=2B^{-1}(x-m)$?", "wrong"),
    (r"$q = \frac{N}{2}\log|\Lambda| - \frac12\sum_n (x_n-\mu)^T\Lambda(x_n-\mu)$. Is $\partial q/"
     r"\partial\Lambda = \frac N2\Lambda^{-1} - \frac12\sum_n(x_n-\mu)(x_n-\mu)^T$?", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), WEIGHED, ids=range(len(WEIGHED)))
def test_what_weighs_a_difference_is_a_covariance_by_its_letter(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


SIGMA = r"$g(\Sigma)=\log|\Sigma|+\operatorname{tr}(\Sigma^{-1}S)$. "


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\Sigma^{-1}-\Sigma^{-1}S\Sigma^{-1}", "right"),
        (r"\Sigma^{-T}-\Sigma^{-T}S^T\Sigma^{-T}", "right"),
        (r"\Sigma^{-1}-2\Sigma^{-1}S\Sigma^{-1}", "wrong"),
    ],
    ids=range(3),
)
def test_a_covariance_beside_a_trace_of_its_inverse_is_symmetric(claim: str, status: str) -> None:
    reply = ask(rf"{SIGMA}Is $\nabla g={claim}$?")
    assert [each.status for each in reply.claims] == [status]
    assert "Σ is symmetric, as the matrix in the logarithm" in reply.text("short")
