"""The letter e beside a matrix times a vector is a vector."""

import pytest

from matgrad.app.ask.spelling.residuals import NOTE
from matgrad.app.ask.understand import understand
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("gradient of ||Dx - e||^2 wrt x", "norm2(D*x - e)^2"),
        (r"Let $f(x) = \frac12 (Dx - e)^T(Dx - e)$. Find the gradient with respect to $x$.",
         "(D*x - e)'*(D*x - e)/2"),
        (r"Let $\mathcal{L} = \lambda^T(A^T\theta - e)$. Gradient wrt $\theta$?",
         "lambda'*(A'*theta - e)"),
        ("Let r = Dx - e, f = r'r. gradient wrt x", "r'*r"),
    ],
)  # fmt: skip
def test_an_e_that_is_added_to_a_vector_is_one(text: str, function: str) -> None:
    assert function_of(text) == function
    assert NOTE in understand(text).notes


@pytest.mark.parametrize(
    "text",
    [r"Let $f(x) = e^{-x^2} + e$. Derivative?", "Let f(x) = ||Ax + e||^2 e^{-t}. Gradient wrt x?",
     "gradient of ||x - e||^2 wrt x"],
)  # fmt: skip
def test_other_e_are_asked_about(text: str) -> None:
    assert function_of(text) is None


def test_what_is_said_of_e_needs_no_note() -> None:
    text = r"Let $f(x) = \|Dx - e\|^2$ where $e$ is a vector. Gradient?"
    assert NOTE not in understand(text).notes
