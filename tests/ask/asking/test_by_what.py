"""By which variables a derivative is asked for."""

import pytest

from matgrad.app.ask import ask

LOSS = r"Let $L = \|V(Wx + b) + c - y\|^2$. "


@pytest.mark.parametrize(
    "words",
    [
        "For training, the gradients with respect to $W$, $b$ and $c$ are needed.",
        "The gradients w.r.t. $W$, $b$ and $c$ are all required in each step.",
        "The derivatives by $W$, $b$, $c$ are wanted.",
        "Gradients with respect to $W$, $b$ and $c$ are what I am after.",
        "The gradients with respect to $W$, $b$ and $c$ are to be computed.",
    ],
)
def test_what_is_said_of_the_gradients_is_not_said_of_their_variables(words: str) -> None:
    assert [*ask(LOSS + words).results] == ["W", "b", "c"]


@pytest.mark.parametrize(
    "words",
    [
        "What is the gradient with respect to $W$, $b$ and $c$ are fixed?",
        "Find the gradient with respect to $W$, $b$ and $c$ are vectors.",
    ],
)
def test_what_is_said_of_other_letters_makes_no_variables_of_them(words: str) -> None:
    assert [*ask(LOSS + words).results] == ["W"]
