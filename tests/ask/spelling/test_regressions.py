"""Straight lines in typed sums have one slope."""

import pytest

import matgrad as mg

RIGHT = [
    "loss = mean((w*x + b - y)^2). dloss/dw = 2*mean((w*x + b - y)*x)?",
    "loss = sum((w*x + b - y)^2)/n. dloss/dw = 2/n * sum((w*x+b-y)*x)?",
    "MSE: loss = 1/N * sum((y_hat - y)^2), y_hat = w*x + b. dloss/db = 2/N * sum(y_hat - y)?",
    "loss = sum((theta0 + theta1*x - y)^2)/(2*n). dloss/dtheta1 = "
    "1/n * sum((theta0 + theta1*x - y)*x)?",
    "loss = mean((w*x + b - y)^2), where w and b are scalars, x and y vectors. "
    "dloss/db = 2*mean(w*x + b - y)?",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_the_slope_is_a_number(text: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert all(x.is_scalar for x in reply.results.values())


def test_weights_are_a_vector() -> None:
    assert str(mg.ask("L = sum(w*(x - y)^2). dL/dw?").results["w"]) == "(x - y).^2"
    assert str(mg.ask("L = sum(w*x). dL/dw?").results["w"]) == "x"
