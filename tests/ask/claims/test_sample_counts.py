"""The letter that typed answers divide by is the number of samples."""

import pytest

import matgrad as mg

RIGHT = [
    "loss = mean((X w - y)^2). Is dloss/dw = 2/n X'(Xw - y)?",
    "L = mean((sigmoid(X @ w) - y)**2). my grad: 2/n * X.T @ ((p - y) * p * (1 - p)) with "
    "p = sigmoid(X @ w). right?",
    "z = X w, loss = -mean(y*log(sigmoid(z)) + (1-y)*log(1-sigmoid(z))). "
    "dloss/dw = X'(sigmoid(z) - y)/n?",
    "L = mean((A x - b)^2). dL/dx = 2/m A'(Ax - b)?",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_what_is_divided_by_n_is_right(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_a_letter_that_is_another_size_stays_one() -> None:
    text = "loss = mean((X w - y)^2), w in R^n. Is dloss/dw = 2/n X'(Xw - y)?"
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]
