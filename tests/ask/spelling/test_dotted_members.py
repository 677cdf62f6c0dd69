r"""Dots beside members of a sum: products of vectors where the text says so, else asked about."""

import pytest

from matgrad import ask

SUM = r"$L=\log\sum_i\exp(q\cdot k_i)$"
VECTORS = [
    rf"{SUM} with $q\in\mathbb R^d$. Gradient with respect to $q$?",
    rf"{SUM}, with the query vector $q$. Gradient with respect to $q$?",
    rf"{SUM}. What is the gradient with respect to the query $q$?",
    r"Let $L=\log\sum_i\exp(q^Tk_i)$ with $q\in\mathbb R^d$. Gradient with respect to $q$?",
    r"Let $L=\log\sum_{i=1}^n\exp(k_i\cdot q)$ with $q\in\mathbb R^d$. Gradient by $q$?",
    "For a query q and keys k_i let L = log Σ_i exp(q·k_i). Gradient with respect to q?",
]
LOGISTIC = [
    r"Let $L(w)=\sum_i \log(1+\exp(-y_i w\cdot x_i))$ where $w$ is a weight vector. Gradient?",
    r"Let $L(w)=\sum_i \log(1+\exp(-y_i x_i\cdot w))$ with feature vectors $x_i$. Gradient?",
]
ASKED = [
    rf"{SUM}. Gradient with respect to $q$?",
    r"$L=\sum_i\log(1+\exp(-y_i\, w\cdot x_i))$. Gradient with respect to $w$?",
    "L = log Σ_j exp(q·k_j/τ) - q·k_1/τ. Gradient with respect to q?",
]


@pytest.mark.parametrize("text", VECTORS, ids=range(len(VECTORS)))
def test_the_members_are_vectors(text: str) -> None:
    assert str(ask(text).results["q"]) == "K'*softmax(K*q)"


def test_the_loss_of_contrastive_learning() -> None:
    reply = ask(
        r"InfoNCE loss: $\mathcal L=-\log\frac{\exp(q\cdot k_+/\tau)}{\sum_{i=0}^{K}\exp(q\cdot"
        r" k_i/\tau)}$, see the MoCo paper. What is the gradient with respect to the query $q$?"
    )
    assert str(reply.results["q"].shape) == "d×1"
    assert "q is a vector: the text speaks of vectors" in reply.text("short")


@pytest.mark.parametrize("tail", ["", "/τ"])
def test_typed_dots_of_a_query_are_of_vectors(tail: str) -> None:
    reply = ask(
        f"For a query q and keys k_1,...,k_N the loss is L = -log( exp(q·k_1{tail}) / "
        f"Σ_j exp(q·k_j{tail}) ). What is the gradient of L with respect to q?"
    )
    assert str(reply.results["q"].shape) == "d×1"


@pytest.mark.parametrize("text", ASKED, ids=range(len(ASKED)))
def test_it_is_asked(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert "a product of vectors or of numbers?" in reply.questions[0]


@pytest.mark.parametrize(
    "text",
    [
        rf"{SUM} with a scalar $q$. Derivative with respect to $q$?",
        r"Let $x$ be a vector and $f(a)=\log\sum_i\exp(a\cdot x_i)$. Find $f'(a)$.",
    ],
    ids=["called", "entries"],
)
def test_numbers_stay_numbers(text: str) -> None:
    reply = ask(text)
    (result,) = reply.results.values()
    assert result.is_scalar


@pytest.mark.parametrize("text", LOGISTIC, ids=range(len(LOGISTIC)))
def test_a_dot_binds_more_than_the_factor_before_it(text: str) -> None:
    assert str(ask(text).results["w"]) == "-X'*(y .* sigmoid(-(y .* (X*w))))"
