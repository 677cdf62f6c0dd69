"""Words for functions beside the letters that stand for them."""

import pytest

from matgrad import ask

LOSS = "L = 1/2 ||σ(Wx + b) - t||^2 with {} σ{}. What's dL/dW?"


@pytest.mark.parametrize("words", [("the sigmoid", ""), ("sigmoid", " applied elementwise")])
def test_a_typed_word_before_a_letter_says_what_it_is(words: tuple[str, str]) -> None:
    reply = ask(LOSS.format(*words))
    assert not reply.questions
    assert "sigmoid" in str(reply.results["W"])
