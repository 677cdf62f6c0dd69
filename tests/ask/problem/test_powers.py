"""Exponents whose value stands elsewhere in the text."""

import pytest

from matgrad.app.ask import ask
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"What is the gradient of $\operatorname{tr}(A^k)$ with respect to $A$ with $k = 2$?",
         "tr(A^2)"),
        (r"Let $f(A) = \operatorname{tr}(A^k)$. Find the gradient for $k=2$.", "tr(A^2)"),
        ("Let f(X) = tr(X^p), p = 3. gradient?", "tr(X^3)"),
        ("Let k = 3. Find the derivative of $x^{k-1}$ wrt x.", "x^(3 - 1)"),
        ("Let f(x) = x^k + k x with k = 4. Derivative?", "x^4 + k*x"),
        ("gradient of sum(x.^p) with p = 3 wrt x", "sum(x.^3)"),
        (r"Let $f(x) = x^TB x$ with $B = A^k$ and $k = 2$. Gradient?", "x'*B*x"),
    ],
)  # fmt: skip
def test_a_number_is_put_into_exponents(text: str, function: str) -> None:
    assert function_of(text) == function


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (
            "Let v be a vector and ε a scalar. What is the Jacobian of √(v+ε) with respect to v?",
            "Diag(1 ./ sqrt(v + epsilon*ones(n)))/2",
        ),
        (
            "What is the derivative of 1/√v with respect to v, where v is a vector?",
            "-Diag(1 ./ v.^(3/2))/2",
        ),
        (
            r"Let $v\in\mathbb{R}^n$. Jacobian of $1/\sqrt{v}$ with respect to $v$, elementwise.",
            "-Diag(1 ./ v.^(3/2))/2",
        ),
        (
            r"Let $v, m\in\mathbb{R}^n$, $\epsilon$ scalar, all operations elementwise. Find the "
            r"Jacobian of $\frac{m}{\sqrt{v}+\epsilon}$ with respect to $m$.",
            "Diag(1 ./ (sqrt(v) + epsilon*ones(n)))",
        ),
    ],
)
def test_roots_of_vectors_are_those_of_the_entries(text: str, result: str) -> None:
    (found,) = ask(text).results.values()
    assert str(found) == result


def test_a_claim_adds_a_small_number_to_each_entry_as_well() -> None:
    text = (
        r"Let $g, v\in\mathbb{R}^n$, $u = \eta \frac{g}{\sqrt{v + \epsilon}}$. The Jacobian "
        r"with respect to $g$? Is it $\eta\operatorname{diag}(1/\sqrt{v+\epsilon})$?"
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_powers_below_a_root_are_asked_about() -> None:
    reply = ask("Let x be a vector. What is the gradient of sqrt(x^2 + 1) wrt x?")
    assert not reply.results
    assert "of each entry, or of its length" in reply.questions[0]
