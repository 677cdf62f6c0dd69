"""Facts that ordinary words state: of what, in which set, with which entries."""

import pytest

from matgrad import ask

MASKED = r"Let $f(U) = \|M\odot(Y - UV)\|_F^2$, where "
CLAIM = r" The gradient is $-2(M\odot(Y-UV))V^T$."
MASKS = [
    ("$M$ is a binary mask (entries 0 or 1) of the same size as $Y$.", "right"),
    ("$M$ is a binary mask of the same shape as $Y$.", "right"),
    (r"$\odot$ is the Hadamard product and $M$ is a mask (zeros and ones).", "right"),
    ("$M$ is sometimes a binary mask (entries 0 or 1).", "undecided"),
]


@pytest.mark.parametrize(("words", "status"), MASKS, ids=range(len(MASKS)))
def test_masks(words: str, status: str) -> None:
    assert [claim.status for claim in ask(MASKED + words + CLAIM).claims] == [status]


F = r"$f(P) = \operatorname{tr}(SP) - \log\det P$"
NOUNS = [
    (f"Let {F} be the negative log-likelihood of the precision matrix $P$.", "right"),
    (f"Lasso without the penalty: the loss of the precision matrix $P$ is {F}.", "right"),
    (f"The loss of a block of the precision matrix $P$ is {F}.", "undecided"),
]


@pytest.mark.parametrize(("text", "status"), NOUNS, ids=range(len(NOUNS)))
def test_a_function_of_such_a_matrix(text: str, status: str) -> None:
    reply = ask(f"{text} $S$ is symmetric. The gradient with respect to $P$ is $S - P^{{-1}}$.")
    assert [claim.status for claim in reply.claims] == [status]


SETS = [
    ("on the set of symmetric matrices", {"symmetric"}),
    (r"on the cone of positive definite $n\times n$ matrices", {"positive_definite"}),
    ("over the space of all skew-symmetric matrices", {"skew"}),
    ("on the set of not necessarily symmetric matrices", set[str]()),
    ("on the set of invertible or symmetric matrices", set[str]()),
]


@pytest.mark.parametrize(("words", "facts"), SETS, ids=[words for words, _ in SETS])
def test_the_set_on_which_a_function_lives(words: str, facts: set[str]) -> None:
    reply = ask(rf"Consider $f(X) = \operatorname{{tr}}(X^3)$ {words}. What is the gradient?")
    assert reply.understood.said.facts.get("X", set()) == facts


@pytest.mark.parametrize(
    "words", ["the first and the second derivative", "the first and second derivatives"]
)
def test_both_derivatives_at_a_point(words: str) -> None:
    text = ask(f"Let $f(x) = x^4$. Find {words} at $x = 2$.").text("short")
    assert "∂f/∂x = 32" in text
    assert "∂²f/∂x² = 48" in text


WHENCE = [("in an old paper.", 2), ("somewhere on the web.", 2), ("online, is it right?", 2)]


@pytest.mark.parametrize(("words", "count"), WHENCE)
def test_where_two_claims_are_from(words: str, count: int) -> None:
    text = r"Let $f(U,V) = \|Y - UV\|_F^2$. I want the gradients with respect to $U$ and $V$."
    reply = ask(rf"{text} I found $-2(Y-UV)V^T$ and $-2U^T(Y-UV)$ {words}")
    assert [claim.status for claim in reply.claims] == ["right"] * count
