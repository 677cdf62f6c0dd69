r"""The letter e: Euler's number below an exponent, a vector where it is transposed or declared."""

import pytest

from matgrad.errors import AmbiguousError
from matgrad.render import text
from matgrad.syntax import parse_latex, parse_problem


@pytest.mark.parametrize(
    "latex",
    [
        r"e^\top A e",
        r"e^{\top} A e",
        r"e^{\mathsf T}Ae",
        r"e^\intercal A e",
        "e'Ae",
        "e^TAe",
        r"\mathbf{e}^T A \mathbf{e}",
        r"e \in \mathbb{R}^n, e^TAe",
    ],
)
def test_a_transposed_e_is_a_vector(latex: str) -> None:
    assert text(parse_latex(latex).function) == "e'*A*e"


def test_a_defined_e_is_what_it_was_defined_as() -> None:
    assert text(parse_latex("e = y - Xw, e^Te").definitions[0].value) == "y - X*w"


def test_the_pseudo_inverse_of_e_is_that_of_a_vector() -> None:
    assert text(parse_latex("e^{+}x").function) == "pinv(e)*x"


@pytest.mark.parametrize("latex", ["e^T x", "Ae", "x^Te"])
def test_an_e_that_can_be_both_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="Euler"):
        parse_latex(latex)


@pytest.mark.parametrize("latex", ["e^{-x}", "e^{x^Ty}", r"e^{-\|x\|^2}"])
def test_an_exponent_makes_it_the_exponential_function(latex: str) -> None:
    assert text(parse_latex(latex).function).startswith("exp(")


def test_a_transposed_e_in_text_is_a_vector() -> None:
    assert str(parse_problem("e'*A*e").symbols["e"].shape) == "n×1"


def test_e_cannot_be_both() -> None:
    with pytest.raises(AmbiguousError, match="Euler"):
        parse_problem("e'*A*e + e^2")
