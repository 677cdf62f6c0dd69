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


ENTROPY = "f(p) = sum_i p_i log p_i"
WEIGHTS = r"$f(w) = w^T\Sigma w$"


@pytest.mark.parametrize("text", [
    f"{ENTROPY}, where the p_i are positive and sum to one. The gradient with respect to p?",
    f"{ENTROPY}, where p is positive and sums to one. Gradient?",
    f"{WEIGHTS}, where the weights $w$ sum to one. Gradient with respect to $w$?",
    f"{WEIGHTS}, where the entries of $w$ sum to one. Gradient with respect to $w$?",
    r"$f(w) = w^T\mu$ where $w$ has nonnegative entries that sum to one. Gradient?",
])  # fmt: skip
def test_what_sums_to_one_is_not_passed_over(text: str) -> None:
    reply = ask(text).text("short")
    assert "is on the simplex: the derivative is that of a free" in reply
    assert "stays on the simplex" in reply


def test_what_is_said_of_entries_is_said_of_the_vector() -> None:
    reply = ask(r"$f(x) = \sum_i \log x_i$ where the $x_i$ are positive. Gradient?")
    assert str(reply.results["x"]) == "1 ./ x"
    assert "Conditions" not in reply.text("short")


def test_what_is_positive_and_transposed_is_a_vector() -> None:
    reply = ask(r"$f(w) = w^T\mu$ where $w$ is positive. Gradient with respect to $w$?")
    assert "n×1" in repr(reply.results["w"])
