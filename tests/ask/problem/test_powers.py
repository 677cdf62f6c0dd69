"""Exponents whose value stands elsewhere in the text."""

import pytest

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
