"""What words beside a name say of it."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize("words", ["σ sigmoid", "σ the elementwise logistic sigmoid", "σ logistic"])
def test_a_letter_is_called_the_sigmoid(words: str) -> None:
    reply = ask(f"Let E = (σ(wᵀx) − t)² with {words}. What is ∂E/∂w?")
    assert "σ is the function sigmoid" in reply.text("short")


def test_a_letter_is_called_elementwise() -> None:
    reply = ask("∇_W ½‖σ(Wx) − y‖² = (σ(Wx) − y) ⊙ σ′(Wx) xᵀ, σ elementwise. Correct?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_greek_letter_with_the_index_of_a_sum_is_a_factor() -> None:
    reply = ask(r"Let $f(w)=\sum_i\alpha_i(w^Tx_i-1)$. What is the gradient with respect to $w$?")
    assert str(reply.results["w"]) == "X'*alpha"
