"""By which variables the words around a program ask for derivatives."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

CHAIN = "def energy(q, k, l0):\n    return 0.5 * k * np.sum((q[1:] - q[:-1] - l0) ** 2)"
MEAN = "def loss(w, X, y):\n    return np.mean((X @ w - y)**2)"
ANGLE = "def angle(a, b):\n    return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))"
CALLED = [
    (CHAIN, "I need minus the gradient of the potential energy by the positions q (1d).", "q"),
    (CHAIN, "The gradient of the potential energy by q, please.", "q"),
    (CHAIN, "The gradient with respect to the positions q of this energy?", "q"),
    (MEAN, "The gradient of this loss by the unknown coefficients w?", "w"),
    (MEAN, "The gradient with respect to the data points X?", "X"),
    (MEAN, "The gradient with respect to its first parameter?", "w"),
    (MEAN, "The derivative by the last argument?", "y"),
    (MEAN, "The derivatives w.r.t. the first two arguments?", "wX"),
    (ANGLE, "The analytic gradient of the similarity with respect to its first argument?", "a"),
    (ANGLE, "The gradient with respect to the second argument?", "b"),
    (ANGLE, "The gradients with respect to both arguments?", "ab"),
]


@pytest.mark.parametrize(("program", "words", "by"), CALLED)
def test_a_variable_that_words_describe(program: str, words: str, by: str) -> None:
    assert list(ask(code(program, words)).results) == list(by)


OTHERS = [
    (MEAN, "The gradient of the loss divided by X?"),
    (MEAN, "The gradient of the loss multiplied by y?"),
    (ANGLE, "The gradient? The first argument is a query."),
    (MEAN, "The gradient with respect to both arguments?"),
]


@pytest.mark.parametrize(("program", "words"), OTHERS)
def test_what_names_no_variable_is_asked_about(program: str, words: str) -> None:
    reply = ask(code(program, words))
    assert reply.questions
    assert not reply.results


def test_what_is_given_is_no_variable() -> None:
    reply = ask(code(MEAN, "The gradient with respect to the weights given X?"))
    assert list(reply.results) == ["w"]


FACTORS = """def f(U, V):
    return np.sum((U @ V - T)**2)
def grad(U, V):
    R = U @ V - T
    dU = 2 * R @ V.T
    dV = U.T @ R
    return dU, dV"""
FINE = [
    ("The gradient for U passes the check, that for V does not.", "UV"),
    ("The gradient with respect to U is fine. Where is the error?", "UV"),
    ("Here is my code. The gradient for U agrees with finite differences, why not for V?", "UV"),
    ("The gradient for U is right, the gradient for V fails.", "V"),
    ("Please check whether the gradient with respect to U is correct.", "U"),
    ("The gradient with respect to U is right?", "U"),
    ("The gradient for U is not right.", "U"),
]


@pytest.mark.parametrize(("words", "by"), FINE)
def test_a_gradient_that_is_called_right_is_not_asked_for(words: str, by: str) -> None:
    reply = ask(code(FACTORS, words))
    assert list(reply.results) == list(by)
    assert "w" in verdicts(reply)


TRAINED = """{}

    loss = ((x @ W.T - y) ** 2).mean()
    loss.backward()

{}"""
SHAPES = "x is (n, d), W is (k, d) and y is (n, k). I run"


@pytest.mark.parametrize(
    ("words", "by"),
    [
        ("What is W.grad in terms of x, W and y?", "W"),
        ("what does `W.grad` hold then?", "W"),
        ("What is x.grad?", "x"),
        ("What are W.grad and x.grad?", "Wx"),
    ],
)
def test_lines_with_backward_are_a_program(words: str, by: str) -> None:
    reply = ask(TRAINED.format(SHAPES, words))
    assert set(reply.results) == set(by)
    assert "W" not in by or str(reply.results["W"]) == "2*(W*x' - y')*x/(k*n)"


def test_lines_with_backward_that_name_no_variable_are_asked_about() -> None:
    assert ask(TRAINED.format(SHAPES, "What is the gradient?")).questions
