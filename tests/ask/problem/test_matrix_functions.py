"""Logarithms of matrices, which formulas write like those of numbers."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(X)=\operatorname{tr}(X\log X)$ with $X$ positive definite. What is the gradient?",
        r"$f(X)=\operatorname{tr}(X\ln(X))$ where $X$ is symmetric positive definite. $\nabla f$?",
    ],
)
def test_in_a_trace_it_is_that_of_the_matrix(text: str) -> None:
    reply = ask(rf"{text} I think it is $\log X + I$.")
    assert {name: str(x) for name, x in reply.results.items()} == {"X": "logm(X) + I(n)"}
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(X)=\operatorname{tr}(X\log X)$. What is the gradient?",
        r"Let $f(X)=\operatorname{tr}(A\log X)$ with elementwise log, $X$ positive definite. What "
        "is the gradient with respect to $X$?",
    ],
)
def test_otherwise_it_is_asked(text: str) -> None:
    assert "logm" not in "".join(map(str, ask(text).results.values()))
