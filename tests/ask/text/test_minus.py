"""A minus behind a verb belongs to the formula, also with a space between them."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.minus import with_minus


@pytest.mark.parametrize(
    "told",
    [
        "Show that the gradient is - 2 A x.",
        "The gradient with respect to x is - 2 A x?",
        "What is the gradient? I get - $2Ax$.",
        "What is the gradient by x? I found - 2 A x.",
    ],
)
def test_a_minus_apart_is_part_of_the_claim(told: str) -> None:
    reply = ask(f"Let f(x) = x'Ax with A symmetric. {told}")
    assert [each.status for each in reply.claims] == ["wrong"]


def test_a_claim_with_a_minus_apart_is_no_function() -> None:
    reply = ask(
        "The log likelihood is l(beta) = sum_i [ y_i x_i' beta - exp(x_i' beta) ]. "
        "Show that the Hessian is - sum_i exp(x_i' beta) x_i x_i'."
    )
    assert [each.status for each in reply.claims] == ["right"]


def test_a_minus_before_a_marked_sum_is_that_of_all_of_it() -> None:
    assert with_minus("it is - $a + b$.") == r"it is $-\left(a + b\right)$."


@pytest.mark.parametrize(
    "text",
    [
        "I have - as everybody - a question.",
        "what it is - a scalar - is clear",
        "the gradient is - I think - 2Ax",
        "the answer is - $2Ax$ - obvious",
        "the steps are\n- x^2",
        "that is - it's clear - known",
    ],
)
def test_a_dash_between_words_is_none(text: str) -> None:
    assert with_minus(text) == text
