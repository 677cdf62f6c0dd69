"""Formulas as they are typed: numbers in names of functions, powers of ten, cases in words."""

from __future__ import annotations

import pytest

import matgrad as mg
from matgrad.app.ask.text.keyboard import keys, loose_powers, with_cases
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("log10(x)", "log(x)/log(10)"), ("log2 x", "log(x)/log(2)"), ("expm1(x)", "exp(x) − 1"),
     ("tg x", "tan(x)"), ("1e3 x", "1000x"), ("5% x", "0.05x"), ("2x**3", "2x³"), ("x^10", "x¹⁰"),
     ("2 3 x", "2·3x"), ("10 000 x", "10000x"), ("sin2x", "sin(2x)"), ("1,5x", "3x/2"),
     ("x^2 if x>0 else 0", "x² step(x)"), ("x^2 for x>0, 0 otherwise", "x² step(x)")],
)  # fmt: skip
def test_what_is_typed_is_read_as_it_is_meant(typed: str, shown: str) -> None:
    assert f"the function: y = {shown}\n" in mg.ask(f"y = {typed}. What is dy/dx?").text("short")


@pytest.mark.parametrize(
    "typed",
    ["x!", "(x+1)!", "x mod 2", "x % 2", "x choose 2", "sin2(x)", "sin-1(x)", "lg x",
     "x^2+O(x^3)"],
)  # fmt: skip
def test_what_is_not_read_is_refused_and_nothing_is_dropped(typed: str) -> None:
    reply = mg.ask(f"y = {typed}. What is dy/dx?")
    assert not reply.results
    assert reply.questions or "not understood" in reply.text("short")


def test_a_claim_with_the_secant_is_read() -> None:
    assert [c.status for c in mg.ask("y = tan x. Is dy/dx = sec^2 x?").claims] == ["right"]


def test_primes_of_unicode_are_derivatives() -> None:
    reply = mg.ask("Let f(x) = x² + 3x. Is f′(x) = 2x + 3? Is f′(x) = 2x?")
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


@pytest.mark.parametrize("typed", ["norm2(x)", "relu(x)", "x_1", "2x", "A1*x"])
def test_other_formulas_stay_as_they_are(typed: str) -> None:
    assert keys(typed) == typed


def test_a_power_that_may_go_on_is_told() -> None:
    (note,) = loose_powers("y = e^2x")
    assert note.startswith("e^2x is read as (e^2)x")


def test_a_condition_without_another_case_is_no_case() -> None:
    text = "y = x^2 if A is symmetric, otherwise not"
    assert with_cases(text) == text


def test_a_claim_in_words_apart_is_read() -> None:
    reply = mg.ask("What is the gradient of x^T A x with respect to x? I get 2 A x.")
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("f(x) = x if x > 0 else 0.1 x. Derivative wrt x?", "x*step(x) + 0.1*x*(1 - step(x))"),
        ("L(r) = r^2/2 if |r| < 1 else |r| - 1/2. Gradient wrt r?",
         "r^2*step(1 - abs(r))/2 + (1 - step(1 - abs(r)))*(abs(r) - 1/2)"),
        ("f(x) = 0.5 x^2 if |x| <= d else d(|x| - 0.5 d). Derivative wrt x?",
         "d*step(abs(x) - d)*(abs(x) - d/2) + x^2*(1 - step(abs(x) - d))/2"),
    ],
)  # fmt: skip
def test_the_loss_of_huber_is_read_in_words(typed: str, meant: str) -> None:
    assert function_of(typed) == meant
