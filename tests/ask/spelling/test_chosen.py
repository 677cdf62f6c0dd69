"""What a label chooses is written with a matrix whose rows are one-hot."""

import pytest

from matgrad.app.ask import ask

LOGISTIC = r"$L(W) = \sum_{i=1}^n \left(-w_{y_i}^\top x_i + \log\sum_j e^{w_j^\top x_i}\right)$"


@pytest.mark.parametrize(("text", "answer"), [
    (f"{LOGISTIC}, where $w_j$ are the columns of $W$. Find the gradient with respect to $W$.",
     "X'*(Diag(1 ./ (exp((X*W)')'*ones(N)))*exp((X*W)')' - Y)"),
    (r"NLL: $L = -\sum_{i} (z_{i,y_i} - \log\sum_k e^{z_{ik}})$. dL/dZ?", "softmax_rows(Z) - Y"),
    (r"$L = \sum_i\sum_j \max(0, s_{ij} - s_{i,y_i} + 1)$. Gradient with respect to $S$?",
     None),
    (r"$L = -\sum_i \log p_{i y_i}$, where $p_{ik} = \frac{e^{z_{ik}}}{\sum_j e^{z_{ij}}}$. "
     r"Find $\nabla_Z L$.", None),
    (r"$L = -\sum_i \log p_{y_i}$, where $p = \mathrm{softmax}(Wx_i)$. Find $\nabla_W L$.", None),
])  # fmt: skip
def test_a_label_chooses_a_member_or_an_entry(text: str, answer: str | None) -> None:
    reply = ask(text)
    (found,) = reply.results.values()
    assert answer is None or str(found) == answer
    assert "the rows of Y are one-hot" in reply.text("short")


@pytest.mark.parametrize("claim", [
    r"\frac1n\sum_i (p_{ik} - 1[y_i = k]) x_i", r"\frac1n\sum_i (p_{ik} - \delta_{k,y_i}) x_i",
    r"\frac1n\sum_i (p_{ik} - \mathbf{1}\{y_i = k\}) x_i",
])  # fmt: skip
def test_indicators_of_labels_in_claims(claim: str) -> None:
    loss = r"\log \frac{e^{w_{y_i}^T x_i}}{\sum_{j} e^{w_j^T x_i}}"
    p = r"p_{ik} = \frac{e^{w_k^T x_i}}{\sum_{j} e^{w_j^T x_i}}"
    text = (
        rf"$L = -\frac1n\sum_{{i=1}}^n {loss}$. Is $\frac{{\partial L}}{{\partial w_k}} = {claim}$"
    )
    right = ask(f"{text}, where ${p}$?")
    assert [each.status for each in right.claims] == ["right"]
    wrong = ask(f"{text.replace(' - ', ' + ', 1).replace('ik} - ', 'ik} + ')}, where ${p}$?")
    assert [each.status for each in wrong.claims] == ["wrong"]


def test_biases_and_the_number_of_classes() -> None:
    text = (r"Let $L = \frac1N\sum_{i=1}^N \left[-w_{y_i}^T x_i - b_{y_i} + \log \sum_{k=1}^K "
            r"\exp(w_k^Tx_i + b_k)\right]$. Find the gradient with respect to $b$.")  # fmt: skip
    assert "K×1" in repr(ask(text).results["b"])


def test_another_vector_for_each_sample_is_not_taken_for_one() -> None:
    reply = ask(r"$L = -\sum_i \log p_{y_i}$, where $p = \tanh(Wx_i)$. Find $\nabla_W L$.")
    assert not reply.results


@pytest.mark.parametrize("words", ["", ", where $y$ is the true class"])
def test_the_entry_of_a_softmax_at_a_label(words: str) -> None:
    reply = ask(rf"Let $p = \mathrm{{softmax}}(z)$ and $L = -\log p_y${words}. Find $\nabla_z L$.")
    assert str(reply.results["z"]) == "softmax(z) - e_y"


def test_the_classes_are_not_as_many_as_the_samples() -> None:
    text = (
        r"$L = -\sum_i \log\sigma(y_i w_{c_i}^Tx_i)$ where $c_i$ is the cluster of $i$, σ sigmoid. "
    )
    reply = ask(text + "Gradient with respect to $W$?")
    assert "K×d" in repr(reply.results["W"])
    assert "the rows of C are one-hot" in reply.text("short")


def test_the_matrix_of_labels_that_the_text_names_is_taken() -> None:
    loss = r"\log\frac{\exp(w_{y_i}^T x_i)}{\sum_{k=1}^K\exp(w_k^T x_i)}"
    text = (
        rf"$L = -\sum_{{i=1}}^n {loss}$, $w_k$ the columns of $W$. Is $\nabla_W L = X^T(P - Y)$, "
    )
    reply = ask(text + r"where $P = \mathrm{softmax}(XW)$ row-wise and $Y$ is one-hot?")
    assert [each.status for each in reply.claims] == ["right"]


def test_nabla_by_a_member_chooses_nothing() -> None:
    reply = ask(
        r"Let $U=\sum_{i<j}\|r_i-r_j\|^2$ with $r_i\in\mathbb{R}^3$. What is $\nabla_{r_k}U$?"
    )
    assert str(reply.results["R"]) == "2*(n*R - ones(n)*ones(1,n)*R)"
