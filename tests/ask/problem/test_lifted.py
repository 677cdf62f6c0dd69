"""Functions of a number that a text defines and applies to vectors."""

import pytest

import matgrad as mg
from matgrad.app.ask.problem.lifted import of_entries

CLAIMS = [
    ("g(t) = t*tanh(t), L = c'g(W x). Is dL/dx = W'(c .* (tanh(Wx) + Wx .* (1 - tanh(Wx)^2)))?"),
    (
        r"$g(t) = t^3 + t$. $L = c^T g(Wx)$. Is $\nabla_W L = "
        r"(c\odot(3(Wx)^{\odot 2} + \mathbf 1))x^T$?"
    ),
    (
        r"$g(t) = t\,\sigma(2t)$ where $\sigma$ is the sigmoid. $L = c^T g(Wx)$. Is $\nabla_x L = "
        r"W^T(c\odot(\sigma(2Wx) + 2Wx\odot\sigma(2Wx)\odot(1-\sigma(2Wx))))$?"
    ),
    "g(t) = t^2/(1+t^2), y = g(W x), L = c'y. Is dL/dW = (c .* g'(W x)) x'?",
    "g(t) = 1/(1+exp(-t)), h = g(W x), L = v'h. Is dL/dW = (v .* g'(Wx)) x'?",
    "z = W x + b, g(z) = z*tanh(z), L = v'g(z). Is dL/db = v .* (tanh(z) + z .* (1 - tanh(z)^2))?",
    "g(t) = t*tanh(t). f(x) = g(a'x). Is df/dx = (tanh(a'x) + a'x (1 - tanh(a'x)^2)) a?",
    (
        "gelu(t) = t*sigmoid(1.702*t). L = sum(gelu(W x)). Is dL/dx = W' (sigmoid(1.702*Wx) + "
        "1.702*Wx .* sigmoid(1.702*Wx) .* (1 - sigmoid(1.702*Wx)))?"
    ),
    (
        "elu(t) = t if t > 0 else 2*(exp(t) - 1). L = sum(elu(W x)). "
        "Is dL/dx = W' (step(Wx) + 2*exp(Wx) .* (1 - step(Wx)))?"
    ),
    (
        "softp(t) = log(1+exp(t)). Is the gradient of sum_i softp(w'x_i) wrt w equal to "
        "sum_i sigmoid(w'x_i) x_i?"
    ),
]


@pytest.mark.parametrize("text", CLAIMS, ids=range(len(CLAIMS)))
def test_they_are_taken_of_each_entry(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_functions_of_vectors_are_left() -> None:
    assert of_entries("x^Tx", "x") is None
    assert of_entries("At", "t") is None
    assert of_entries(r"\sigma(t) t", "t") is None


def test_a_known_name_that_the_text_defines_otherwise_is_its_own() -> None:
    text = "gelu(t) = t*sigmoid(1.702*t). y = gelu(W x + b), L = c'y. dL/dW?"
    assert "with y = (Wx + b) ⊙ sigmoid(1.702(Wx + b))" in mg.ask(text).text("short")


def test_a_mean_of_a_function_that_is_called_loss_keeps_its_factor() -> None:
    text = "loss(t) = log(1 + exp(-t)). f(w) = mean_i loss(y_i w'x_i). Gradient of f wrt w?"
    assert str(mg.ask(text).results["w"]) == "-X'*(y .* sigmoid(-(y .* (X*w))))/n"
