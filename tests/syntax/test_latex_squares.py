r"""Squares with a definition, \sigma^2 = …, are names of their own."""

import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"\sigma^2 = x^Tx, f = \log\sigma^2", "2*x/(x'*x)"),
        (r"\sigma^{2} = x^Tx,\; f = \sin(\sigma^{2})", "2*cos(x'*x)*x"),
        (r"s^2 = a^Tx, f = 3 s^2", "3*a"),
        (r"\sigma^2 = a^Tx", "a"),
    ],
)
def test_a_square_that_is_defined_is_a_name(text: str, result: str) -> None:
    assert str(mg.gradient(mg.parse_latex(text), "x").result) == result


def test_it_is_said() -> None:
    notes = mg.parse_latex(r"\sigma^2 = x^Tx, f = \log\sigma^2").notes
    assert "sigma^2 is a variable of its own here, called sigma_sq" in notes


@pytest.mark.parametrize(
    "text", [r"\sigma^2 = a^Tx, f = \frac{1}{\sigma^2} + \sigma", r"P^2 = P, f = x^TPx"]
)
def test_a_letter_that_stands_without_its_square_is_left_alone(text: str) -> None:
    with pytest.raises(UnsupportedError):
        mg.parse_latex(text)
