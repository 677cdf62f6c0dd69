"""Labels of a softmax cross-entropy sum to one, and a line says so."""

import pytest

from matgrad import ask

RIGHT = [
    r"Softmax cross-entropy: $\hat y = \mathrm{softmax}(z)$, $L = -\sum_k y_k\log\hat y_k$. "
    r"Is $\partial L/\partial z = \hat y - y$?",
    "L = -y^T log(softmax(z)), cross-entropy. Show dL/dz = softmax(z) - y.",
    "p = softmax(Wx + b), cross entropy loss L = - sum_k y_k log p_k with target y. "
    "Is dL/dW = (p - y) x^T and dL/db = p - y?",
    "f(z) = -sum_i y_i log p_i with p = softmax(z). Is the gradient p - y?",
    "L = -sum_k y_k log(p_k), p_k = exp(z_k)/sum_j exp(z_j). Is dL/dz_k = p_k - y_k?",
    r"The Hessian of the cross-entropy $L=-y^T\log\mathrm{softmax}(z)$ with respect to $z$ is "
    r"$\mathrm{diag}(p)-pp^T$ with $p=\mathrm{softmax}(z)$. True?",
    "p = softmax(z/T), L = -sum_k y_k log p_k. Is dL/dz = (p - y)/T?",
    "Knowledge distillation: teacher probabilities q, student p = softmax(z), loss "
    "L = -sum_i q_i log p_i. Is dL/dz = p - q?",
    r"$P = \mathrm{softmax}(XW)$ row-wise, $L = -\sum_{ij}Y_{ij}\log P_{ij}$. "
    r"Is $\partial L/\partial W = X^T(P-Y)$?",
]
OTHERS = [
    r"Let $f(z) = -\sum_i w_i\log p_i$ with $p=\mathrm{softmax}(z)$ and arbitrary weights $w$. "
    r"Is $\nabla f = p - w$?",
    r"Let $p=\mathrm{softmax}(z)$, $L=-\sum_k y_k\log p_k$. Is $\partial L/\partial z = y - p$?",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_claims_are_right(text: str) -> None:
    reply = ask(text)
    assert {claim.status for claim in reply.claims} == {"right"}
    assert "taken to sum to one, as labels of a softmax do" in reply.text("short")


def test_a_generalised_divergence_is_not_one_of_probabilities() -> None:
    divergence = r"\sum_{i,j}(V_{ij}\log\frac{V_{ij}}{sM_{ij}}-V_{ij}+sM_{ij})"
    reply = ask(rf"$D(s)={divergence}$. Is $D'(s)=\sum_{{i,j}}M_{{ij}}-\frac1s$?")
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize("text", OTHERS, ids=range(len(OTHERS)))
def test_other_claims_are_wrong(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


def test_labels_of_numbers_are_none() -> None:
    reply = ask(
        r"$L = -\sum_i (y_i\log p_i + (1-y_i)\log(1-p_i))$, $p = \sigma(Xw)$, logistic regression. "
        r"Is $\nabla L = X^T(p-y)$?"
    )
    assert "sum to one" not in reply.text("short")


LOSSES = ("-y' * log(p)", "-y^T log p", "-sum(y .* log(p))", "-sum_k y_k log p_k")


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("words", ["y one-hot", "cross-entropy", "with labels y"])
def test_words_for_labels_say_that_they_sum_to_one(loss: str, words: str) -> None:
    reply = ask(f"L = {loss}, p = softmax(z), {words}. dL/dz?")
    assert str(reply.results["z"]) == "softmax(z) - y"


@pytest.mark.parametrize("loss", LOSSES)
def test_without_such_words_it_is_a_case(loss: str) -> None:
    reply = ask(f"L = {loss}, p = softmax(z). dL/dz?")
    assert str(reply.results["z"]) == "sum(y)*softmax(z) - y"
    assert "If y is on the simplex" in reply.text("short")
    assert "∂L/∂z = softmax(z) − y" in reply.text("short")


def test_rows_of_labels_are_not_said_to_be_used_where_they_are_not() -> None:
    reply = ask("P = softmax(XW) row-wise, L = -sum(Y .* log(P)). dL/dW?")
    assert "Y𝟏 is 𝟏" in reply.text("short")
    assert "taken to sum to one" not in reply.text("short")


def test_what_a_divergence_compares_is_a_distribution() -> None:
    q = r"\frac{(1+\|y_i-y_j\|^2)^{-1}}{\sum_{k\neq l}(1+\|y_k-y_l\|^2)^{-1}}"
    claim = r"4\sum_j (p_{ij}-q_{ij})(y_i-y_j)(1+\|y_i-y_j\|^2)^{-1}"
    text = rf"$C = \sum_{{i\ne j}} p_{{ij}}\log\frac{{p_{{ij}}}}{{q_{{ij}}}}$, $q_{{ij}} = {q}$."
    reply = ask(rf"t-SNE: {text} Show $\frac{{\partial C}}{{\partial y_i}} = {claim}$.")
    assert [each.status for each in reply.claims] == ["undecided"]
    assert "P is taken to sum to one" in reply.text("short")


def test_the_divergence_of_a_softmax() -> None:
    text = r"KL divergence: $D = \sum_i p_i\log\frac{p_i}{q_i}$, $q = \mathrm{softmax}(z)$."
    assert str(ask(rf"{text} Find $\partial D/\partial z$.").results["z"]) == "softmax(z) - p"
