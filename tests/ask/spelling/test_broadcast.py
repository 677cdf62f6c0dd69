"""What is left out where functions act on rows, or numbers are added to vectors."""

import pytest

from matgrad.app.ask import ask

ATTENTION = r"$A = \mathrm{softmax}(QK^\top)V$"
NORMED = "(I(d) - ones(d,d)/d - "


@pytest.mark.parametrize(
    "words",
    [
        "where softmax is row-wise",
        "with the softmax applied to each row",
        "where the softmax is computed row by row",
        "softmax taken over the rows",
        "with a row-wise softmax",
    ],
)
def test_softmax_acts_on_rows_where_the_text_says_so(words: str) -> None:
    reply = ask(rf"Let {ATTENTION}, {words}, and $L = \operatorname{{tr}}(G^\top A)$. What is "
                r"$\partial L/\partial V$?")  # fmt: skip
    assert str(reply.results["V"]) == "softmax_rows(Q*K')'*G"
    assert "softmax acts on each row" in str(reply)


def test_what_is_called_the_softmax_of_the_rows_is_that() -> None:
    reply = ask(
        r"Let $S = QK^T$ and let $P$ be the row-wise softmax of $S$. With $L = "
        r"\operatorname{tr}(G^TPV)$, what is $\frac{\partial L}{\partial V}$?"
    )
    assert str(reply.results["V"]) == "softmax_rows(Q*K')'*G"


@pytest.mark.parametrize(
    "text",
    [
        r"$y = \frac{x-\mu}{\sqrt{\sigma^2+\epsilon}}$ where $\mu=\frac1d\sum_i x_i$ and "
        r"$\sigma^2=\frac1d\sum_i(x_i-\mu)^2$.",
        r"$y_i = \frac{x_i-\mu}{\sigma}$ with $\mu = \frac{1}{d}\sum_{i=1}^d x_i$ and "
        r"$\sigma^2=\frac1d\sum_{i=1}^d(x_i-\mu)^2$.",
        r"$y = \frac{x-\mu}{\sigma}$ with $\mu = \frac{1}{d}\mathbf 1^Tx$ and "
        r"$\sigma=\sqrt{\frac1d\|x-\mu\mathbf 1\|^2}$.",
        r"$y = (x - \mu)/\sigma$, where $\mu$ is the mean of $x$ and $\sigma$ the standard "
        r"deviation of $x$, $x\in\mathbb R^d$.",
    ],
)
def test_layer_norm_may_be_given_by_its_equations(text: str) -> None:
    reply = ask(f"Layer norm: {text} What is the Jacobian of $y$ with respect to $x$?")
    assert str(reply.results["x"]).startswith(NORMED)
    assert reply.ok


def test_a_number_has_no_entries_that_are_added() -> None:
    reply = ask(r"Let $s=\sum_i x_i$ and $y=x-s$. What is the Jacobian of $y$ with respect to $x$?")
    assert not reply.results
    assert reply.questions


def test_an_idempotent_matrix_is_not_defined_by_its_square() -> None:
    assert str(ask("Let $P^2 = P$. Gradient of $x^TPx$ with respect to $x$?").results["x"]) == (
        "(P + P')*x"
    )


@pytest.mark.parametrize("q", [
    r"q = (1-\epsilon) y + \epsilon/K", r"q = (1-\epsilon)y + \frac{\epsilon}{K}",
    r"q_k = (1-\epsilon) y_k + \epsilon/K",
])  # fmt: skip
def test_a_number_is_added_to_each_entry_of_smoothed_labels(q: str) -> None:
    loss = r"$L = -\sum_k q_k \log p_k$"
    text = rf"Label smoothing: {loss} with ${q}$ and $p = \mathrm{{softmax}}(z)$. Is "
    right = ask(text + r"$\partial L/\partial z = p - q$?")
    assert [each.status for each in right.claims] == ["right"]
    wrong = ask(text + r"$\partial L/\partial z = p - y$?")
    assert [each.status for each in wrong.claims] == ["wrong"]
