"""Loops over samples with conditions and inner loops, and places that class numbers choose."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

BEGINS = """def loss(W, X, y):
    dW = np.zeros(W.shape)
    loss = 0.0
    for i in range(X.shape[0]):
        scores = X[i].dot(W)
"""
SVM = (
    BEGINS
    + """        for j in range(W.shape[1]):
            if j == y[i]:
                continue
            margin = scores[j] - scores[y[i]] + 1
            if margin > 0:
                loss += margin
                dW[:, j] += X[i]
                {0}
    return loss, dW"""
)
COUNTED = (
    BEGINS
    + """        count = 0
        for j in range(W.shape[1]):
            if j != y[i]:
                margin = scores[j] - scores[y[i]] + 1
                if margin > 0:
                    count += 1
                    loss += margin
                    dW[:, j] += X[i]
        dW[:, y[i]] -= {0} * X[i]
    return loss, dW"""
)
SOFTMAX = (
    BEGINS
    + """        p = np.exp(scores) / np.sum(np.exp(scores))
        loss -= np.log(p[y[i]])
        for j in range(W.shape[1]):
            dW[:, j] += (p[j] - {0}) * X[i]
    return loss, dW"""
)
OUTER = (
    BEGINS
    + """        p = np.exp(scores) / np.sum(np.exp(scores))
        loss -= np.log(p[y[i]])
        p[y[i]] -= {0}
        dW += np.outer(X[i], p)
    return loss, dW"""
)
SUMMED = (
    BEGINS
    + """        s = 0.0
        for j in range(W.shape[1]):
            s += np.exp(scores[j])
        loss += np.log(s) - scores[y[i]]
        dW[:, y[i]] {0}= X[i]
        for j in range(W.shape[1]):
            dW[:, j] += np.exp(scores[j]) / s * X[i]
    return loss, dW"""
)
CASEWISE = (
    BEGINS
    + """        for j in range(W.shape[1]):
            if scores[j] > 0:
                loss += scores[j]
                dW[:, j] += X[i]
            else:
                loss -= 2 * scores[j]
                dW[:, j] -= {0} * X[i]
    return loss, dW"""
)
ROWS = """def loss(W, X, y):
    dW = np.zeros_like(W)
    loss = 0.0
    for i in range(X.shape[0]):
        for j in range(W.shape[0]):
            t = X[i].dot(W[j])
            loss += max(0, t)
            dW[j] += {0} * X[i]
    return loss, dW"""
HINGE = """total = 0.0
dw = np.zeros(w.shape)
for i in range(X.shape[0]):
    margin = 1 - y[i] * X[i].dot(w)
    if margin > 0:
        total += {0}
        dw -= y[i] * X[i]"""
VECTORISED = """scores = X.dot(W)
N = X.shape[0]
margins = np.maximum(0, scores - scores[np.arange(N), y].reshape(-1, 1) + 1)
margins[np.arange(N), y] = 0
loss = np.sum(margins) / N
mask = (margins > 0).astype(float)
{0}
dW = X.T.dot(mask) / N"""
ONE_HOT = """Y = np.zeros_like(z)
Y[np.arange(len(y)), y] = {0}
p = softmax(z, axis=1)
loss = -np.sum(Y * np.log(p))
dz = p - Y"""
CASES = [
    (SVM.format("dW[:, y[i]] -= X[i]"), "r"),
    (SVM.format("pass"), "w"),
    (SVM.format("dW[:, y[i]] += X[i]"), "w"),
    (COUNTED.format("count"), "r"),
    (COUNTED.format("2 * count"), "w"),
    (SOFTMAX.format("(j == y[i])"), "r"),
    (SOFTMAX.format("1"), "w"),
    (OUTER.format("1"), "r"),
    (OUTER.format("2"), "w"),
    (SUMMED.format("-"), "r"),
    (SUMMED.format("+"), "w"),
    (CASEWISE.format("2"), "r"),
    (CASEWISE.format("1"), "w"),
    (ROWS.format("(t > 0)"), "r"),
    (ROWS.format("(t < 0)"), "w"),
    (HINGE.format("margin"), "r"),
    (HINGE.format("margin**2"), "w"),
    (VECTORISED.format("mask[np.arange(N), y] = -np.sum(mask, axis=1)"), "r"),
    (VECTORISED.format(""), "w"),
    (ONE_HOT.format("1"), "r"),
    (ONE_HOT.format("2"), "w"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "right"), CASES, ids=range(len(CASES)))
def test_loops_with_conditions_are_judged(program: str, right: str) -> None:
    assert verdicts(ask(code(program))) == right


REFUSED = [
    ("t = 0\nfor i in range(n):\n    if x[i] > 0:\n        t = x[i]\n    loss += t",
     "(line 5): t changes"),
    ("for i in range(n):\n    t = 0\n    if x[i] > 0:\n        t = x[i]\n    loss += t",
     "(line 5): t is set under a condition"),
    ("for i in range(n):\n    t = x[i]\n    if x[i] > 0:\n        t += 1\n    loss += t",
     "(line 4): t is set under a condition"),
    ("for i in range(n):\n    if x[i] > 0:\n        break\n    loss += x[i]", "(line 3): “break”"),
    ("v = []\nfor i in range(n):\n    if x[i] > 0:\n        v.append(x[i])\nloss = sum(v)",
     "(line 4): v is set under a condition"),
    ("for i in range(n):\n    for j in range(n):\n        loss += x[i] * x[j]",
     "(line 3): entries of two samples are combined in the loop"),
    ("for i in range(n):\n    for j in range(A.shape[1]):\n        t = A[i][j]\n"
     "    loss += t * x[i]", "(line 4): t"),
    ("for x in X:\n    for j in range(len(X)):\n        for l in range(len(X)):\n"
     "            loss += x @ x", "(line 3): of loops inside of a loop over samples"),
    ("A[0] = 1\nloss = np.sum(A * x)", "(line 1): A[0] = … changes a part"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "why"), REFUSED, ids=range(len(REFUSED)))
def test_what_one_pass_hands_to_the_next_is_refused_with_its_line(program: str, why: str) -> None:
    reply = ask(code(program, "What is the gradient with respect to x?"))
    assert not reply.results
    assert why in " ".join(reply.questions)


def test_a_counterexample_has_one_class_in_each_row() -> None:
    text = ask(code(SVM.format("pass"))).text("short")
    assert "Y = [1  0]" in text or "Y = [0  1]" in text
