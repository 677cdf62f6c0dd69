"""Targets that stand beside logits in a list of what there is are what the list says."""

import pytest

from matgrad import ask

LOSS = (
    r" The loss is $L=-\sum_k y_k\log p_k$ with $p=\mathrm{softmax}(z)$."
    " What is the gradient with respect to $z$?"
)


@pytest.mark.parametrize(
    "text",
    [
        r"I have logits $z\in\mathbb{R}^K$ and a one-hot target $y$.",
        "We have scores $z$ and one-hot $y$.",
        "I have a one-hot target $y$ and logits $z$.",
        "Consider logits $z$ and a one-hot vector $y$.",
        "There are class scores $z$ and a one-hot label $y$.",
        "Given logits $z$ and a one-hot target $y$, we minimise the loss.",
    ],
)
def test_a_target_beside_logits_is_one_hot(text: str) -> None:
    reply = ask(text + LOSS)
    assert str(reply.results["z"]) == "softmax(z) - y"


@pytest.mark.parametrize(
    "text", ["I have logits $z$ and no one-hot target $y$.", "Is $y$ a one-hot target?"]
)
def test_what_is_denied_or_asked_is_not_taken(text: str) -> None:
    assert "onehot" not in ask(text + LOSS).understood.said.facts.get("y", set())
