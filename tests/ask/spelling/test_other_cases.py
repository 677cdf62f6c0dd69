"""A case that somebody treats says nothing of the function that is asked about."""

import pytest

from matgrad.app.ask import ask

QUADRATIC = "Let $f(x) = x^TAx$. "


@pytest.mark.parametrize(
    "words",
    [
        "The book does it for $A = I$, but I want the general expression. What is $\\nabla f$?",
        "What is the gradient? Wikipedia has it for $A = I$, I need it in general.",
        "What is the gradient? The lecture covered $A = I$ only.",
        "I can do it when $A = I$. What is the gradient in general?",
        "In the textbook $A = I$ is treated. What is the gradient in general?",
        "The case $A = I$ is easy. What is the gradient?",
    ],
)
def test_the_case_of_others_defines_nothing(words: str) -> None:
    reply = ask(QUADRATIC + words)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert "A = I is not used: the text only speaks of that case" in reply.understood.notes


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("In this exercise we take $A = 2I$. What is the gradient?", "4*x"),
        ("Our lecturer told us that $A = I$. What is the gradient?", "2*x"),
        ("What is the gradient for $A = I$?", "2*x"),
    ],
)
def test_what_the_text_sets_itself_is_a_definition(words: str, answer: str) -> None:
    assert str(ask(QUADRATIC + words).results["x"]) == answer


def test_what_comes_out_in_the_case_of_others_is_a_claim() -> None:
    reply = ask(f"{QUADRATIC}The book does it for $A = I$ and gets $2x$. What is the gradient?")
    assert [(claim.status, claim.words) for claim in reply.claims] == [("right", "for A = I")]
