"""Labels of a softmax sum to one where words say so; otherwise a claim that needs it is open."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

SOFTMAX = """P = softmax(X @ W, axis=1)
loss = -np.sum(Y * np.log(P)) / n
dW = X.T @ (P - Y) / n"""
COLUMNS = """A = softmax(Z, axis=0)
loss = -np.sum(Y * np.log(A)) / m
dZ = (A - Y) / m"""
TOLD = [
    "Y one-hot (n, k). Is dW right?",
    "X (n, d), W (d, k), Y (n, k) one-hot. Is dW right?",
    "X is (n, d), Y: (n, k), one hot. Is it right?",
    "Y holds one-hot rows. Is it right?",
    "with Y one-hot, is dW right?",
    "Is dW right? Multiclass classification with one-hot targets.",
    "The labels are one-hot encoded. Is it right?",
    "one-hot encoded labels Y. Is it right?",
]
OPEN = [
    "Softmax regression. Is dW right?",
    "Is Y one-hot? And is dW right?",
    "Y is never exactly one-hot. Is dW right?",
    "I forgot to make Y one-hot. Is dW right?",
    "Should I use one-hot targets? Is dW right?",
]


@pytest.mark.parametrize("words", TOLD)
def test_labels_that_are_called_one_hot_sum_to_one(words: str) -> None:
    (claim,) = ask(code(SOFTMAX, words)).claims
    assert claim.status == "right"


@pytest.mark.parametrize("words", OPEN)
def test_what_needs_labels_that_sum_to_one_is_open_where_nobody_says_so(words: str) -> None:
    (claim,) = ask(code(SOFTMAX, words)).claims
    assert claim.status == "undecided"
    assert claim.words.startswith("it is right if the rows of Y sum to one")


@pytest.mark.parametrize("words", ["Y are arbitrary weights.", "Multi-label targets Y."])
def test_what_need_not_sum_to_one_makes_a_claim_wrong(words: str) -> None:
    (claim,) = ask(code(SOFTMAX, f"{words} Is dW right?")).claims
    assert claim.status == "wrong"


COMMENTS = [
    "def loss(W, X, Y):  # Y one-hot",
    "def loss(\n    W,  # (d, k)\n    X,  # (n, d)\n    Y,  # (n, k), one-hot\n):",
    'def loss(W, X, Y):\n    """Y (n, k): one-hot labels"""',
]


@pytest.mark.parametrize("head", COMMENTS)
def test_comments_tell_that_labels_are_one_hot(head: str) -> None:
    body = "    P = softmax(X @ W, axis=1)\n    return -np.sum(Y * np.log(P))"
    gradient = "def grad(W, X, Y):\n    return X.T @ (softmax(X @ W, axis=1) - Y)"
    (claim,) = ask(code(f"{head}\n{body}\n{gradient}")).claims
    assert claim.status == "right"


def test_one_hot_labels_are_columns_where_the_softmax_is_one_of_columns() -> None:
    reply = ask(code(COLUMNS, "Y is one-hot (k, m). Is dZ right?"))
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "rows on the simplex" not in reply.text("short")


def test_columns_of_labels_may_sum_to_one() -> None:
    (claim,) = ask(code(COLUMNS)).claims
    assert claim.words.startswith("it is right if the columns of Y sum to one")


def test_a_factor_is_seen_with_labels_that_sum_to_one() -> None:
    program = "P = softmax(Z, axis=1)\nloss = -np.sum(Y * np.log(P)) / n\ndZ = P - Y"
    (claim,) = ask(code(program)).claims
    assert claim.words == "the claim is n times the right answer, where the rows of Y sum to one"


def test_a_wrong_sign_is_seen_with_labels_that_sum_to_one() -> None:
    program = "p = softmax(z)\nloss = -np.sum(y * np.log(p))\ndz = y - p"
    (claim,) = ask(code(program)).claims
    assert claim.status == "wrong"
    assert claim.words == "the sign is wrong, where the entries of y sum to one"


SMOOTH = """Y = {0}
Ys = 0.9 * Y + 0.1 / k
logp = Z - {1}
loss = -np.sum(Ys * logp) / n
dZ = (np.exp(logp) - Ys) / n"""
FORMS = [
    ("F.one_hot(y, k)", "logsumexp(Z, axis=1, keepdims=True)"),
    ("F.one_hot(y, num_classes=k).float()", "torch.logsumexp(Z, dim=1, keepdim=True)"),
    ("np.eye(k)[y]", "np.log(np.sum(np.exp(Z), axis=1, keepdims=True))"),
]


@pytest.mark.parametrize(("labels", "total"), FORMS)
def test_label_smoothing_keeps_the_sums(labels: str, total: str) -> None:
    program = SMOOTH.format(labels, total)
    (claim,) = ask(code(program, "Z is (n, k). Is dZ right?")).claims
    assert claim.status == "right"
