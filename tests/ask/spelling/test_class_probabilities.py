"""The probability of a class is put in where a label calls it."""

import pytest

from matgrad import ask

VALUE = r"\frac{\exp(w_k^Tx)}{\sum_{j=1}^K\exp(w_j^Tx)}"
ASKED = r" What is the gradient with respect to $w_k$?"
MODELS = [
    (rf"p(y=k|x) = {VALUE}", r"\log p(y=y_i|x_i)"),
    (rf"p(y=k\mid x) = {VALUE}", r"\log p(y_i\mid x_i)"),
    (rf"p(k\mid x) = {VALUE}", r"\log p(y_i\mid x_i)"),
    (rf"P(Y=k\mid x;W) = {VALUE}", r"\log P(Y=y_i\mid x_i;W)"),
    (r"p(y=k|\mathbf{x}) = \frac{e^{\mathbf{w}_k^T\mathbf{x}}}"
     r"{\sum_{j=1}^K e^{\mathbf{w}_j^T\mathbf{x}}}",
     r"\log p(y=y_i|\mathbf{x}_i)"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "log"), MODELS, ids=range(len(MODELS)))
def test_a_label_chooses_the_class(model: str, log: str) -> None:
    reply = ask(rf"Let ${model}$ and $L = -\sum_{{i=1}}^N {log}$.{ASKED}")
    assert str(reply.results["W"]) == "(exp(W*X')*Diag(1 ./ (exp(W*X')'*ones(K))) - Y')*X"


def test_a_claim_may_call_it() -> None:
    text = rf"Let $p(y=k|x) = {VALUE}$ and $L = -\sum_{{i=1}}^N\log p(y=y_i|x_i)$.{ASKED}"
    claims = ask(rf"{text} I get $\sum_i(p(y=k|x_i) - 1[y_i=k])x_i$.").claims
    assert [claim.status for claim in claims] == ["right"]


def test_a_density_of_numbers_is_none() -> None:
    text = r"Let $p(y\mid x) = \exp(-\frac12(y - w^Tx)^2)$, $L = -\sum_{i=1}^n\log p(y_i\mid x_i)$."
    assert str(ask(f"{text} The gradient with respect to $w$?").results["w"]) == "X'*(X*w - y)"


def test_dots_between_arguments_are_no_derivative() -> None:
    reply = ask(rf"Let $f(w_1,\dots,w_K) = \sum_{{k=1}}^K\|w_k - a_k\|^2$.{ASKED}")
    assert not any("by time" in note for note in reply.understood.notes)
