"""A slash with blanks around it divides all of what stands before it."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.divided import with_divided
from matgrad.app.ask.understand import understand
from tests.ask.reading import by


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sin x / x", "sin(x)/x"),
        ("exp x / x", "exp(x)/x"),
        ("sqrt x / x", "sqrt(x)/x"),
        ("ln x / x^2", "log(x)/x^2"),
        ("tan x / (1+x)", "tan(x)/(1 + x)"),
        ("x sin x / 2", "x*sin(x)/2"),
        ("sin 2x / x", "sin(2*x)/x"),
        ("sin^2 x / x", "sin(x)^2/x"),
        ("exp -x / 2", "exp(-x)/2"),
        ("log sin(x) / 2", "log(sin(x))/2"),
        ("sin x / x + cos x / 2", "sin(x)/x + cos(x)/2"),
        ("e^x / 2", "exp(x)/2"),
        ("x^1 / 2", "x^1/2"),
    ],
)
def test_all_that_stands_before_is_divided_and_told(typed: str, meant: str) -> None:
    assert by(typed) == meant
    assert any("is read as (" in note for note in understand(f"gradient of {typed} wrt x").notes)


def test_a_determinant_is_divided() -> None:
    assert by("log det X / 2", "X") == "logdet(X)/2"
    assert by("det X / 2", "X") == "det(X)/2"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ln x / ln 2", "log(x)/log(2)"),
        ("cos x / sin x", "cos(x)/sin(x)"),
        ("x / sin x", "x/sin(x)"),
        ("1 / sin x / 2", "1/(2*sin(x))"),
        ("e^x / (1 + e^x)", "exp(x)/(1 + exp(x))"),
        ("sin(x) / x", "sin(x)/x"),
        ("x^2 / 2", "x^2/2"),
    ],
)
def test_what_is_clear_is_not_told(typed: str, meant: str) -> None:
    assert by(typed) == meant
    assert with_divided(typed)[1] == []


@pytest.mark.parametrize(
    ("spaced", "typed"),
    [
        ("e ^ x / 2", "e^x/2"),
        ("x ^ 1 / 2", "x^1/2"),
        ("x ^ 2 / 2", "x^2/2"),
        ("x ^ T A x / 2", "x^T A x / 2"),
    ],
)
def test_blanks_everywhere_tell_nothing(spaced: str, typed: str) -> None:
    assert with_divided(spaced) == (typed, [])


@pytest.mark.parametrize("typed", ["log x y / 2", "sin a x / x", "e ^ x / 2"])
def test_an_argument_that_may_end_in_two_places_is_asked_about(typed: str) -> None:
    (question,) = understand(f"gradient of {typed} wrt x").questions
    assert question.startswith("Where does the argument of")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("sin x / x has derivative (x cos x - sin x)/x^2. True?", "right"),
        ("sin x / x has derivative cos x / x - sin x / x. True?", "wrong"),
        ("f(x) = ln x / ln 10. f'(x) = 1/(x ln 10)?", "right"),
        ("Is the derivative of ln x / x equal to 1/x^2?", "wrong"),
    ],
)
def test_claims_about_a_quotient_are_judged(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
