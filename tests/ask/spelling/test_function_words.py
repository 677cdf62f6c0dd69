"""Known functions whose names stand as plain letters in a formula."""

import pytest

from tests.ask.reading import function_of


@pytest.mark.parametrize(("latex", "function"), [
    ("a^T softmax(z)", "a'*softmax(z)"), ("a^Ttanh(z)", "a'*tanh(z)"),
    (r"\|relu(z)\|^2", "norm2(relu(z))^2"), ("sqrt(z^Tz)", "sqrt(z'*z)"),
])  # fmt: skip
def test_they_are_functions(latex: str, function: str) -> None:
    assert function_of(f"Let $f(z) = {latex}$. Gradient with respect to $z$?") == function
