"""A function called df, and the differential df."""

import pytest

import matgrad as mg

FUNCTIONS = [
    r"effective degrees of freedom: $df(\lambda)=\operatorname{tr}[X(X^TX+\lambda I)^{-1}X^T]$. "
    "Derivative wrt lambda?",
    "df = tr(H) with H = X (X'X + lambda I)^{-1} X'. Derivative of df wrt lambda?",
]
DIFFERENTIALS = [
    (r"Let $f(x)=x^TAx$. $df = x^T(A + A^T)\,dx$, right?", "right"),
    (r"Differentiate $x^TAx$ with respect to $x$. I get $df(x) = 2Ax$.", "wrong"),
]


@pytest.mark.parametrize("text", FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_a_function(text: str) -> None:
    assert str(mg.ask(text).results["lambda"]) == "-tr(X*(X'*X + lambda*I(n))^(-2)*X')"


@pytest.mark.parametrize(("text", "verdict"), DIFFERENTIALS, ids=range(len(DIFFERENTIALS)))
def test_the_differential_stays_one(text: str, verdict: str) -> None:
    reply = mg.ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == [verdict]
