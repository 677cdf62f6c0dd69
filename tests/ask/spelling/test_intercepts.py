"""Products with a vector of ones that are written as b1."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        "f(w,b) = ||Xw + b1 - y||^2. Partial derivatives wrt w and b.",
        r"$f(w,b)=\|Xw+b1-y\|^2$. Partial derivatives with respect to $w$ and $b$?",
    ],
)
def test_an_intercept_is_added_to_each_entry(text: str) -> None:
    reply = ask(text)
    assert list(reply.results) == ["w", "b"]
    assert reply.results["b"].is_scalar


def test_the_ones_of_a_claim() -> None:
    reply = ask(r"Let $f(w,b)=\frac12\|Xw+b1-y\|^2$. I get $\partial f/\partial b=1^T(Xw+b1-y)$.")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "f(w,b) = ||Xw + b1 + b2 - y||^2. Derivative wrt w?",
        "$f(x,b)=b_1x^2+b$. Derivative wrt $x$, all scalars",
        r"Gradients of $f(a,b)=\|y-a\mathbf 1-bx\|^2$ by $a$ and $b$ ($a,b$ scalars)?",
    ],
)
def test_one_of_several_is_a_name(text: str) -> None:
    assert "times a vector of ones" not in str(ask(text))


SUM = r"\|Xw + b - y\|^2"
ADDED = [
    (rf"Let $L = {SUM}$ with scalar bias $b$. What is the derivative by $b$?", "()"),
    (rf"Let $L = {SUM}$ with $b\in\mathbb R$. What is the derivative by $b$?", "()"),
    (rf"Let $L = {SUM}$ with bias vector $b$. What is the derivative by $b$?", "m"),
    (rf"Let $L = {SUM}$ with $b\in\mathbb R^m$. What is the derivative by $b$?", "m"),
    (rf"Let $L = {SUM}$. What is the derivative by $b$?", "m"),
    ("L = np.sum((X @ w + b - y)**2). What is dL/db?", "()"),
]


@pytest.mark.parametrize(("text", "shape"), ADDED, ids=range(len(ADDED)))
def test_a_number_is_added_to_each_entry(text: str, shape: str) -> None:
    (result,) = ask(text).results.values()
    assert result.is_scalar == (shape == "()")
