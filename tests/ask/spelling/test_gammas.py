"""The gamma and the beta function of likelihoods."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.spelling.gammas import TOLD

RESULTS = [
    (r"What is the derivative of $\log\Gamma(\alpha)$ with respect to $\alpha$?",
     {"alpha": "lgamma'(alpha)"}),
    ("What is the derivative of log B(α,β) by α?",
     {"alpha": "lgamma'(alpha) - lgamma'(alpha + beta)"}),
    ("The Beta log likelihood is l(a,b) = (a-1) log(x) + (b-1) log(1-x) - log B(a,b). "
     "Derivatives w.r.t. a and b?",
     {"a": "lgamma'(a + b) + log(x) - lgamma'(a)",
      "b": "log(1 - x) + lgamma'(a + b) - lgamma'(b)"}),
    (r"$\ell(a,b)=(a-1)s-n\log B(a,b)$. What is the derivative with respect to $a$?",
     {"a": "n*lgamma'(a + b) + s - n*lgamma'(a)"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "results"), RESULTS, ids=range(len(RESULTS)))
def test_they_are_written_by_one_function_that_is_only_named(
    text: str, results: dict[str, str]
) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results
    assert TOLD in reply.understood.notes


CLAIMS = [
    ("What is the derivative of log B(α,β) by α? I think it's ψ(α) − ψ(α+β).", ["right"]),
    ("What is the derivative of log B(α,β) by α? I think it's ψ(α+β) − ψ(α).", ["wrong"]),
    ("log B(α,β) by α? I think it's ψ(α) − ψ(α+β).", ["right"]),
    (r"Dirichlet: $\ell(\alpha)=\log\Gamma(\sum_k\alpha_k)-\sum_k\log\Gamma(\alpha_k)"
     r"+\sum_k(\alpha_k-1)\log p_k$. What is $\partial\ell/\partial\alpha_k$? "
     r"I get $\psi(\sum_j\alpha_j)-\psi(\alpha_k)+\log p_k$.", ["right"]),
    (r"The log-likelihood of the Gamma distribution is $\ell(\alpha,\beta)=n\alpha\log\beta"
     r"-n\log\Gamma(\alpha)+(\alpha-1)\sum_i\log x_i-\beta\sum_ix_i$. Find the gradient. "
     r"I get $\hat\beta=n\alpha/\sum_ix_i$.", ["right"]),
    ("l(a) = a log b - lgamma(a) + (a-1) log x. Is dl/da = log b - digamma(a) + log x?", ["right"]),
    (r"$\ell(r)=\log\Gamma(y+r)-\log\Gamma(r)$. The second derivative is $\psi_1(y+r)-\psi_1(r)$.",
     ["right"]),
    (r"$f(\alpha)=\log\Gamma(\alpha+1)-\log\Gamma(\alpha)$. Is $f'(\alpha)=1/\alpha$?",
     ["undecided"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_what_identities_might_make_right_is_not_called_wrong(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f=x^T\Gamma(x-\mu)$. What is the gradient with respect to $x$?",
        r"Let $\Gamma\in\mathbb{R}^{n\times n}$ and $f=x^T\Gamma(x)$ for a gamma prior. Gradient?",
        r"Let $B = A^TA$. What is the gradient of $x^TB(x+y)$ with respect to $x$?",
    ],
)
def test_matrices_of_these_names_stay(text: str) -> None:
    assert TOLD not in ask(text).understood.notes
