"""Entries at a place that is a letter."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Let $y=\operatorname{softmax}(Wx)$ and $L=-\log y_k$ for the right class $k$. Find "
         r"$\partial L/\partial W$. I get $(y-e_k)x^T$.", ["right"]),
        (r"Let $p_k = \frac{e^{w_k^Tx}}{\sum_j e^{w_j^Tx}}$ and $L=-\log p_y$. What is "
         r"$\nabla_{W}L$? I get $(p-e_y)x^T$.", ["right"]),
        (r"Let $\hat y=\operatorname{softmax}(Wh)$ and $L=-\log\hat y_c$. Find "
         r"$\partial L/\partial h$. I think it is $W(\hat y-e_c)$.", ["wrong"]),
        (r"Let $a=Wx$ and $L=a_k-\log\sum_j e^{a_j}$. Gradient wrt $W$? I get "
         r"$(e_k-\operatorname{softmax}(a))x^T$.", ["right"]),
    ],
)  # fmt: skip
def test_an_entry_is_a_product_with_a_unit_vector(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    "text",
    [
        r"Let $p_k = \frac{e^{w_k^Tx}}{\sum_j e^{w_j^Tx}}$. What is $\nabla_{w_k}\log p_k$?",
        r"Let $y=\operatorname{softmax}(Wx)$ and $L=-\log y_k$. What is the gradient with respect "
        "to $w_k$?",
    ],
)
def test_by_something_with_this_index_it_is_asked(text: str) -> None:
    assert ask(text).results == {}


def test_an_index_that_runs_is_no_place() -> None:
    reply = ask(r"Let $y=Xw$ and $L=\sum_i(y_i-t_i)^2$. Gradient wrt $w$?")
    assert {name: str(x) for name, x in reply.results.items()} == {"w": "2*X'*(X*w - t)"}


def test_the_unit_vector_is_one_for_all_items_of_a_list() -> None:
    text = "z = Wx + b, p = softmax(z), L = -log p_c. Claims:\n1. dL/dz = p - e_c\n"
    claims = ask(text + "2. dL/dW = (p - e_c) x^T\n3. dL/db = p - e_c\n").claims
    assert [claim.status for claim in claims] == ["right"] * 3
