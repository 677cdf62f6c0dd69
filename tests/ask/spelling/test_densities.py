"""Densities p(y|w), their logarithms, posteriors and scores."""

import pytest

from matgrad.app.ask import ask

LIKELIHOOD = r"$\log p(y\mid w)=-\frac12\|y-Xw\|^2$"
PRIOR = r"$\log p(w)=-\frac\lambda2\|w\|^2$"
POSTERIOR = "X'*(y - X*w) - lambda*w"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"Let $\log p(x|\mu)=-\frac12\|x-\mu\|^2$. Gradient wrt $\mu$?", "mu", "x - mu"),
        (r"Let $-\log p(x|\mu)=\frac12\|x-\mu\|^2$. Gradient wrt $\mu$?", "mu", "mu - x"),
        (r"Let $\ell(\theta | x)=-\frac12\|x-\theta\|^2$. What is the gradient?", "theta",
         "x - theta"),
        (r"Let $q_\phi(z|x) = -\frac12\|z-\phi\|^2$. Gradient w.r.t. $\phi$?", "phi", "z - phi"),
        (r"Policy gradient: $\log\pi(a|s)=-\frac12(a-\mu)^T(a-\mu)$ with $\mu=Ws$. Want "
         r"$\nabla_W$.", "W", "(a - W*s)*s'"),
        (r"$\ln p(t|w,\beta)=\frac N2\ln\beta-\beta E_D(w)$, $E_D(w)=\frac12\|t-\Phi w\|^2$. "
         r"Derivative w.r.t. $w$?", "w", "beta*Phi'*(t - Phi*w)"),
        (rf"Let {LIKELIHOOD} and {PRIOR}. What's the gradient of the log posterior?", "w",
         POSTERIOR),
        (rf"MAP: {PRIOR}, {LIKELIHOOD}. Gradient of $\log p(w|y)$ with respect to $w$?", "w",
         POSTERIOR),
        (r"Let $p(w)\propto\exp(-\frac\alpha2 w^Tw)$ and $p(t|w)\propto"
         r"\exp(-\frac\beta2\|t-\Phi w\|^2)$. What is the gradient of the log posterior with "
         r"respect to $w$?", "w", "beta*Phi'*(t - Phi*w) - alpha*w"),
        (r"Let $p(x)\propto\exp(-\|x\|^4)$. What is the gradient of $\log p(x)$ with respect to "
         r"$x$?", "x", "-4*(x'*x)*x"),
        (r"Let $p(x;\theta)=\exp(\theta^Tx-\frac12\theta^T\theta)$. Score function?", "theta",
         "x - theta"),
    ],
)  # fmt: skip
def test_what_stands_before_the_brackets_is_a_name(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {variable: answer}
    assert not reply.questions


def test_the_factor_of_a_density_may_depend_on_its_parameters() -> None:
    text = r"Let $p(x)\propto\exp(-\lambda\|x\|^2)$. What is the gradient of $\log p(x)$ with "
    assert not ask(text + r"respect to $\lambda$?").results


def test_a_posterior_without_its_prior_is_asked_for() -> None:
    reply = ask(rf"What's the gradient of the log posterior if {LIKELIHOOD}?")
    assert not reply.results
    assert "What is the log posterior?" in reply.questions[0]


def test_a_part_of_what_is_not_read_is_not_the_function() -> None:
    reply = ask(r"Energy $E(x = -\frac12(a-\mu)^T(a-\mu)$ with $\mu=Ws$. Want $\nabla_W$.")
    assert not reply.results
    assert "Which function?" in reply.questions[0]


def test_the_information_matrix_is_not_passed_over() -> None:
    reply = ask(r"Let $\ell(\theta; x) = -\frac12\|x-A\theta\|^2$. Score and information matrix?")
    assert [*reply.results] == ["theta"]
    (made,) = reply.made
    assert (made.title, str(made.value)) == ("Observed information", "A'*A")


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        (r"Orthogonality penalty $\|WW^T-I\|_F^2$; gradient $4(WW^T-I)W$?", True),
        (r"Let $L(\theta)=\theta^T\theta$; gradient $\theta$?", False),
        (r"$f(x)=x_1^2+x_1x_2$. gradient is $(2x_1+x_2, x_1)$ and Hessian "
         r"$\begin{pmatrix}2&1\\1&0\end{pmatrix}$?", True),
    ],
)  # fmt: skip
def test_a_formula_behind_the_name_of_a_derivative_is_a_claim(text: str, is_right: bool) -> None:
    reply = ask(text)
    assert reply.results
    assert all(claim.is_right == is_right for claim in reply.claims)
    assert reply.claims or not is_right


def test_a_formula_behind_a_variable_and_a_colon_is_a_claim_where_there_is_a_function() -> None:
    reply = ask(r"Loss $L=\|F^TF-G\|_F^2$, G symmetric; gradient wrt F: $4F(F^TF-G)$?")
    assert reply.claims[0].is_right


def test_a_distribution_is_not_the_function() -> None:
    reply = ask(
        r"The model is $y\sim\mathcal N(X\beta, I)$. I want $\nabla_\beta$ of $\|y-X\beta\|^2$"
    )
    assert str(reply.results["beta"]) == "-2*X'*(y - X*beta)"


def test_what_one_looks_at_is_not_a_point() -> None:
    reply = ask(r"Let $x = \mu + Lz$. We look at $f=\frac12\|x\|^2$. Gradient with respect to $L$?")
    assert str(reply.results["L"]) == "(L*z + mu)*z'"


def test_claims_are_about_the_functions_that_are_named_with_them() -> None:
    reply = ask(r"Is the Hessian of $x^TAx$ equal to $A+A^T$ and of $(a^Tx)^2$ equal to $2aa^T$?")
    assert [claim.is_right for claim in reply.claims] == [True, True]
