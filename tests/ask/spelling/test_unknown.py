"""Words around the function that do something to it are never dropped: they are asked about."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("$x^TAx$ subtracted from $b^Tx$", "subtracted"),
        ("$x^TAx$ less $b^Tx$", "less"),
        (r"$x^TAx$ regularised by $\lambda\|x\|^2$", "regularised"),
        ("$x^TAx$ and $b^Tx$ added together", "added"),
        ("$x^TAx$ where the result is squared", "squared"),
        ("$x^TAx$ per $n$", "per"),
        ("$x^TAx$ averaged over $n$ samples", "averaged"),
        ("the square, i.e. second power, of $x^TAx$", "second power"),
        ("the largest of the squares of $Ax$", "largest"),
    ],
)
def test_what_is_done_to_the_function_is_asked_about(words: str, said: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert not reply.derivations
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    "words",
    [
        "the quadratic form $x^TAx$",
        "the value of the loss $x^TAx$",
        "the following function, $x^TAx$,",
        "the function $f(x)=x^TAx$, where $A$ is given,",
    ],
)
def test_what_only_names_the_function_is_no_question(words: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert not reply.questions


def test_words_of_a_definition_are_asked_about_as_well() -> None:
    reply = ask("Let $f(x)$ be the frobnication of $Ax$. What is the gradient of $f$?")
    assert not reply.derivations
    assert "frobnication" in reply.questions[0]


def test_more_words_than_are_taken_in_are_asked_about() -> None:
    many = " plus ".join(["$x^Tx$"] * 230)
    reply = ask(f"What is the gradient of {many} with respect to $x$?")
    assert not reply.derivations
