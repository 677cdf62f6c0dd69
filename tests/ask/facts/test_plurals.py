"""Letters in the plural."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize("words", [r"both $A$s are symmetric", r"where the $A$'s are symmetric"])
def test_a_letter_in_the_plural_stands_for_all_with_numbers(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TA_1A_2x$, {words}. Gradient with respect to $x$?")
    assert str(reply.results["x"]) == "(A1*A2 + A2*A1)*x"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (" with both matrices symmetric.", "2*(A - B)*w"),
        (", both matrices symmetric.", "2*(A - B)*w"),
        (" (all matrices symmetric).", "2*(A - B)*w"),
        (" with both matrices not symmetric.", "(A + A' - B - B')*w"),
    ],
)
def test_both_matrices_without_a_verb(words: str, answer: str) -> None:
    reply = ask(f"Let $f(w) = w^TAw - w^TBw${words} What is the gradient of $f$?")
    assert str(reply.results["w"]) == answer


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (" (LDA; both scatter matrices are symmetric).", "2*(A - B)*w"),
        (", where both covariance matrices are positive definite.", "2*(A - B)*w"),
        (". Both weight matrices are symmetric.", "2*(A - B)*w"),
        (". Not both scatter matrices are symmetric.", "(A + A' - B - B')*w"),
    ],
)
def test_both_matrices_of_a_kind(words: str, answer: str) -> None:
    reply = ask(f"Let $f(w) = w^TAw - w^TBw${words} What is the gradient of $f$?")
    assert str(reply.results["w"]) == answer


def test_both_matrices_of_a_kind_are_not_all_three() -> None:
    reply = ask(
        "Let $f(w) = w^T(A+B+C)w$. Both weight matrices are symmetric. What is its gradient?"
    )
    assert "a matrix is symmetric: this was not used" in reply.understood.notes


@pytest.mark.parametrize(
    "words",
    [
        "with symmetric $A$ and $x$ on the unit sphere",
        "for positive definite $A$ and $x$ in the unit ball",
    ],
)
def test_a_small_letter_beside_a_capital_is_no_matrix(words: str) -> None:
    reply = ask(rf"Find the gradient of $f(x)=x^TAx$ {words}.")
    assert str(reply.results["x"]) == "2*A*x"
