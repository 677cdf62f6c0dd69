"""Backward functions with the names of programs: dout, grad_output, dY."""

import pytest

from matgrad.app.ask import ask

RIGHT = [
    "My linear layer computes Y = X @ W. Given dY, I get dX = dY @ W.T and dW = X.T @ dY. Correct?",
    "Y = X @ W.T, grad_output is the gradient with respect to Y. Is grad_W = grad_output.T @ X?",
    "The layer is y = W x + b. With upstream gradient dy, is dW = dy x^T, dx = W^T dy, db = dy?",
    "Let y = W x. dout is the upstream gradient dL/dy. Is dW = np.outer(dout, x), dx = W.T @ dout?",
    "A layer computes Z = X @ W. Backward pass: dW = X.T @ dZ and dX = dZ @ W.T, given dZ.",
    "Let y = relu(x). Given dout, is dx = dout * (x > 0)?",
    "Let y = sigmoid(x). Given the upstream gradient dout, I have dx = dout * y * (1 - y).",
    "Y = X W + b. Given dout, is dX = dout W^T?",
]
WRONG = [
    "Y = X @ W. Given dY, I get dX = W.T @ dY. Correct?",
    "Let y = sigmoid(x). Given the upstream gradient dout, I have dx = dout * y * (1 + y).",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_backward_functions_are_right(text: str) -> None:
    claims = ask(text).claims
    assert {claim.status for claim in claims} == {"right"}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_backward_functions_are_wrong(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


def test_what_is_given_need_not_be_defined() -> None:
    results = ask("Y = X W + b. Given the upstream gradient dout, what are dW, dX, db?").results
    found = {name: str(value) for name, value in results.items()}
    assert found == {"W": "X'*G", "X": "G*W'", "b": "G'*ones(m)"}


def test_the_bias_of_a_product_with_the_data_behind_is_added_to_columns() -> None:
    reply = ask(r"Let $Z = WX + b$ and $L = \frac12\|Z\|_F^2$. What is the gradient of L by $b$?")
    assert str(reply.results["b"]) == "(b*ones(1,k) + W*X)*ones(k)"
    assert "b is added to each column" in reply.to_json()["understood"]


@pytest.mark.parametrize(
    ("text", "result"),
    [("y = x^2. Given dx, what is dy?", "2*x"), ("Let y = x^3. What is dy?", "3*x^2")],
)
def test_differentials_stay_differentials(text: str, result: str) -> None:
    assert str(ask(text).results["x"]) == result


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (
            "Let $Y = XW$ and dout = dL/dY. Show that dX = dout W^T and dW = X^T dout.",
            ["right"] * 2,
        ),
        ("For $Y = X W$ with upstream gradient dout, is dW = X^T dout?", ["right"]),
        (
            "Layer: $Y = XW + b$. backward(dout): dX = dout W, dW = X^T dout, db = sum over rows "
            "of dout. Correct?",
            ["wrong", "right", "right"],
        ),
    ],
)
def test_dollars_around_the_output_do_not_matter(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == verdicts
