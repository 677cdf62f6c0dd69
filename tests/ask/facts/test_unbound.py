"""Variables whose structure a text tells to forget."""

import pytest

from matgrad.app.ask import ask

FORM = r"Let $S$ be a covariance matrix. What is the gradient of $a^TSb$ with respect to $S$"


@pytest.mark.parametrize(
    "words",
    [
        ", not assuming symmetry?",
        ", ignoring the symmetry of $S$?",
        ", treating $S$ as an unconstrained matrix?",
        ", treating the entries of $S$ as independent?",
        " if $S$ is treated as not symmetric?",
        "? Treat $S$ as unconstrained when differentiating.",
        "? Disregard the symmetry.",
        "? Do not use the symmetry of $S$.",
    ],
)
def test_the_derivative_is_taken_over_all_matrices(words: str) -> None:
    assert str(ask(FORM + words).results["S"]) == "a*b'"


@pytest.mark.parametrize(
    "words",
    ["?", "? Do not ignore the symmetry of $S$.", "? If we ignore the symmetry, is it $ab^T$?"],
)
def test_the_symmetry_is_kept(words: str) -> None:
    assert str(ask(FORM + words).results["S"]) == "(a*b' + b*a')/2"


def test_the_inverse_of_a_covariance() -> None:
    reply = ask(
        r"Let $\Sigma$ be a covariance matrix. Compute $\partial (u^T\Sigma^{-1}v)/\partial\Sigma$ "
        r"without assuming symmetry. I get $-\Sigma^{-T}uv^T\Sigma^{-T}$."
    )
    assert str(reply.results["Sigma"]) == "-inv(Sigma)'*u*v'*inv(Sigma)'"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\Sigma^{-T}", "right"),
        (r"\Sigma^{-1}", "right"),  # at a symmetric matrix
        (r"2\Sigma^{-1} - \operatorname{diag}(\Sigma^{-1})", "right by convention"),
        (r"3\Sigma^{-1}", "wrong"),
    ],
)
def test_claims_may_use_the_symmetry_at_the_point(claim: str, status: str) -> None:
    reply = ask(
        r"Let $\Sigma$ be symmetric positive definite and $f(\Sigma) = \log\det\Sigma$. "
        rf"Ignoring the symmetry of $\Sigma$, is the gradient ${claim}$?"
    )
    assert [claim.status for claim in reply.claims] == [status]


def test_the_symmetry_of_what_does_not_move() -> None:
    text = "Let $S$ be symmetric. What is the gradient of $x^TSx$ with respect to $x$"
    assert str(ask(f"{text}, treating $S$ as a general matrix?").results["x"]) == "(S + S')*x"
