"""Code that stands beside a program: its loss in the words, lines without fences, other fences."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

MODEL = """# X: (d, m), T: (k, m)
A = np.dot(W, X) + b
dW = np.dot(A - T, X.T) / m
db = np.sum(A - T, axis=1, keepdims=True) / m"""
LOSS = "np.sum((A - T)**2) / (2*m)"
FENCED = code(MODEL, "")
TOLD = [
    f"My cost is\n\n    cost = {LOSS}\n\nand\n{FENCED}\nIs all fine?",
    f"My cost is\n\n```python\ncost = {LOSS}\n```\nand\n{FENCED}\nfine?",
    f"{FENCED}\nThe cost is `{LOSS}`. Is all fine?",
    f"{FENCED}\nI minimise `{LOSS}`. Is all fine?",
    f"The objective function is:\n\n    {LOSS}\n\nand\n{FENCED}\nIs all fine?",
    f"{FENCED}\nloss: `{LOSS}`\n\nIs all fine?",
]


@pytest.mark.parametrize("text", TOLD, ids=range(len(TOLD)))
def test_the_loss_may_stand_beside_the_program(text: str) -> None:
    assert verdicts(ask(text)) == "rr"


def test_a_loss_in_words_does_not_replace_that_of_the_program() -> None:
    program = "r = X @ w - y\nloss = np.sum(r**2)\ndw = 2 * X.T @ r"
    assert (
        verdicts(ask(code(program, "The loss is `np.mean(r)` in the paper. Is dw right?"))) == "r"
    )


@pytest.mark.parametrize(
    "words", ["I use the MSE cost. Is all fine?", "Is all fine?", "Which line is wrong?"]
)
def test_a_loss_that_is_not_given_is_asked_for(words: str) -> None:
    reply = ask(code(MODEL, words))
    assert not reply.claims
    assert reply.questions[0].startswith("What is the loss? dW uses T")


def test_a_prediction_that_is_a_number_is_no_loss_either() -> None:
    reply = ask(code("p = w @ x + c\ndw = (p - y) * x", "Is dw right?"))
    assert not reply.claims
    assert "What is the loss?" in reply.questions[0]


def test_a_wrong_term_of_a_loss_is_wrong() -> None:
    program = "loss = np.sum((X @ w - 1)**2)\ndw = 2 * X.T @ (X @ w - y)"
    assert verdicts(ask(code(program))) == "w"


SOFTMAX = "def softmax(z):\n    e = np.exp(z)\n    return e / e.sum()\n\n"
UNFENCED = [
    (
        f"{SOFTMAX}s = softmax(z)\n# upstream gradient is ds\ndz = s * (ds - np.sum(ds * s))\n\n"
        "is that the full jacobian-vector product?",
        "r",
    ),
    (
        f"{SOFTMAX}s = softmax(z)\n# given ds\n# and s\ndz = ds * s * (1 - s)\n\nIs it ok?",
        "w",
    ),
    (
        "loss = np.linalg.norm(X @ w - y)\n\nfor _ in range(iters):\n"
        "    grad = 2 * X.T @ (X @ w - y)\n    w -= lr * grad\n\nShould I divide by something?",
        "w",
    ),
    (
        "loss = np.sum((X @ w - y)**2)\nfor _ in range(iters):\n    r = X @ w - y\n"
        "    grad = 2 * X.T @ r\n    w -= lr * grad\n\nIs grad right?",
        "r",
    ),
    (
        "z = mu + np.exp(0.5 * logvar) * eps\n\nWith dz from the decoder I use\ndmu = dz\n"
        "dlogvar = dz * eps * 0.5 * np.exp(0.5 * logvar)\n\nRight?",
        "rr",
    ),
]


@pytest.mark.parametrize(("text", "status"), UNFENCED, ids=range(len(UNFENCED)))
def test_code_without_fences_is_found(text: str, status: str) -> None:
    assert verdicts(ask(text)) == status


def test_a_line_that_words_call_the_answer_is_a_claim_and_no_value() -> None:
    loss = code("def loss(w, X, y):\n    return np.sum((X @ w - y)**2)", "")
    reply = ask(f"{loss}\nMy answer is\n\n    result = 2 * X.T @ (X @ w - y)\n\nIs it right?")
    assert verdicts(reply) == "r"
