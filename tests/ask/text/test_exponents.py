"""Exponents that are typed without brackets: what is meant is taken and told, or asked."""

import pytest

from matgrad.app.ask.text.exponents import with_exponents
from matgrad.app.ask.understand import understand
from tests.ask.reading import by


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e^-x/2", "exp(-x/2)"),
        ("e^-x^2/2", "exp(-x^2/2)"),
        ("e^-x^2", "exp(-x^2)"),
        ("e^-x'Ax", "exp(-x'*A*x)"),
        ("e^-(x-m)^2/2", "exp(-(x - m)^2/2)"),
        ("e^-||x||^2", "exp(-norm2(x)^2)"),
        ("e^2x", "exp(2*x)"),
        ("e^x^2", "exp(x^2)"),
        ("x^-1/2", "1/x^(1/2)"),
        ("x^1/2", "x^(1/2)"),
        ("(x'x)^-1/2", "1/(x'*x)^(1/2)"),
    ],
)
def test_an_exponent_that_goes_on_is_taken_and_told(typed: str, meant: str) -> None:
    assert by(typed) == meant
    notes = understand(f"gradient of {typed} wrt x").notes
    assert any("is read as" in note for note in notes)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1/(1+e^-x)", "1/(1 + exp(-x))"),
        ("(e^x - e^-x)/2", "(exp(x) - exp(-x))/2"),
        ("e^-x+1", "exp(-x) + 1"),
        ("e^(-x^2/2)", "exp(-x^2/2)"),
        ("x^2/2", "x^2/2"),
        ("x*e^2/2", "x*exp(2)/2"),
        ("e'x", "e'*x"),
    ],
)
def test_an_exponent_that_ends_is_left(typed: str, meant: str) -> None:
    assert by(typed) == meant
    assert with_exponents(typed) == (typed, [])


@pytest.mark.parametrize("typed", ["e^x/2", "exp x/2", "sin x/2", "sqrt x/2", "log x*y"])
def test_what_may_end_in_two_places_is_asked_about(typed: str) -> None:
    (question,) = understand(f"gradient of {typed} wrt x").questions
    assert question.startswith("Where does the argument of")


def test_an_exponent_before_a_space_is_told() -> None:
    assert "e^-k x is read as (e^-k) x" in understand("gradient of e^-k x wrt x").notes


def test_a_number_of_any_length_is_no_trouble() -> None:
    assert with_exponents("x^" + "1" * 5000 + "/2")[1] == []
