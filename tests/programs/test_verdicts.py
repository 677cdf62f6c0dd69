"""Recorded programs with their backward passes get the verdicts that were recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from tests.cli.command import run

RECORDED = Path(__file__).with_name("verdicts.jsonl").read_text(encoding="utf-8")
ROWS: list[dict[str, Any]] = [json.loads(line) for line in RECORDED.splitlines()]
SPOILT = "r = X @ w - y\nloss = r @ r\ndw = X.T @ r\n"


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_recorded_programs_get_their_verdicts(row: dict[str, Any]) -> None:
    given = {key: row[key] for key in ("wrt", "shapes", "assume") if key in row}
    report = mg.check_code(row["source"], **given)
    found = [[x.name, x.wrt, x.status, x.slip and x.words] for x in report.verdicts]
    for name, wrt, status, words in row["verdicts"]:
        own = [x for x in found if x[:2] == [name, wrt]]
        assert [name, wrt, status] in [x[:3] for x in own]
        assert not words or any(words == x[3] or not x[3] for x in own)
    assert report.status == row.get("status", report.status)


def test_a_verdict_names_the_line_the_slip_and_the_right_answer() -> None:
    report = mg.check_code(SPOILT)
    (found,) = report.verdicts
    assert (report.status, found.line, found.code) == ("wrong", 3, "X.T @ r")
    assert found.slip == "the claim is 1/2 times the right answer"
    assert found.right == "2Xᵀ(Xw − y)"
    assert report.first_wrong is found


def test_comments_tell_shapes_and_facts() -> None:
    program = "# A: (n, n), symmetric; x: (n,)\nf = 0.5 * x @ A @ x\ndx = A @ x"
    assert mg.check_code(program).status == "right"
    assert mg.check_code(program.replace(", symmetric", "")).status == "wrong"


@pytest.mark.parametrize(
    "doubt", ["is A: symmetric?", "unless A is symmetric", "A is not symmetric", "a symmetric one"]
)
def test_what_a_comment_doubts_is_not_assumed(doubt: str) -> None:
    program = f"# {doubt}\nf = 0.5 * x @ A @ x\ndx = A @ x"
    assert mg.check_code(program, shapes={"A": ("n", "n")}).status == "wrong"


def test_facts_from_comments_are_told() -> None:
    report = mg.check_code("# A is symmetric\nf = 0.5 * x @ A @ x\ndx = A @ x")
    assert "A is taken to be symmetric" in report.notes


TRAINING = """import numpy as np
N, D, H, C = 64, 10, 20, 5
X = np.random.randn(N, D)
y = np.random.randint(C, size=N)
W1, b1 = 0.01 * np.random.randn(D, H), np.zeros(H)
W2 = 0.01 * np.random.randn(H, C)
for it in range(100):
    h = np.maximum(0, X @ W1 + b1)
    scores = h @ W2
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    probs = e / e.sum(axis=1, keepdims=True)
    loss = -np.log(probs[np.arange(N), y]).mean() + 0.5 * 1e-3 * np.sum(W2 * W2)
    if it % 10 == 0:
        print(it, loss)
    dscores = probs.copy()
    dscores[np.arange(N), y] -= 1
    dscores /= N
    dW2 = h.T @ dscores + 1e-3 * W2
    dh = dscores @ W2.T
    dh[h <= 0] = 0
    dW1 = X.T @ dh
    db1 = dh.sum(axis=1)
    W1 -= 0.1 * dW1
    W2 -= 0.1 * dW2
"""


def test_a_training_script_is_judged_for_all_sizes() -> None:
    report = mg.check_code(TRAINING)
    assert report.first_wrong is not None
    assert (report.first_wrong.name, report.first_wrong.line) == ("db1", 22)
    assert [x.status for x in report.verdicts].count("right") == len(report.verdicts) - 1


LOOP = """def cost(w, X, y):
    loss, dw = 0.0, np.zeros(w.shape)
    for i in range(X.shape[0]):
        r = X[i] @ w - y[i]
        loss += r**2
        dw += {} * r * X[i]
    return loss, dw"""


@pytest.mark.parametrize(("factor", "status"), [("2", "right"), ("1", "wrong")])
def test_a_loop_over_samples_is_read_if_their_number_is_told(factor: str, status: str) -> None:
    program = LOOP.format(factor)
    with pytest.raises(MatgradError, match="line 3: a loop over samples") as refused:
        mg.check_code(program)
    assert "X.T @ d" in (refused.value.hint or "")
    assert mg.check_code(program, shapes={"X": (3, 2)}).status == status


def test_equal_sizes_stay_equal() -> None:
    program = "n, m = 3, 3\nA = np.random.randn(n, m)\nf = x @ (A + A.T) @ x\n"
    assert mg.check_code(f"{program}dx = 2 * (A + A.T) @ x").status == "right"


LAYER = """class Layer:
    def __init__(self, d, k):
        self.W = np.random.randn(d, k)
    def forward(self, x):
        self.x = x
        return x @ self.W
    def backward(self, dout):
        self.dW = self.x.T @ dout
        return dout @ self.W.T
"""


def test_the_backward_pass_of_a_layer_is_judged_by_itself() -> None:
    assert mg.check_code(LAYER).status == "right"
    assert mg.check_code(LAYER.replace("self.W.T", "self.W")).status == "wrong"


@pytest.mark.parametrize(
    ("program", "words", "hint"),
    [
        (f"{LAYER}one, two = Layer(3, 4), Layer(4, 2)\n", "several objects", "paste one class"),
        (f"{LAYER}class Other(Layer):\n    pass\n", "Other inherits from Layer", ""),
        ("fc = nn.Linear(4, 2)\nloss = fc(x).sum()\ndW = x\n", "nn.Linear", "x @ W.T + b"),
        ("@jax.custom_vjp\ndef f(x):\n    return x @ x\n", "jax.custom_vjp", ""),
    ],
)
def test_what_is_not_judged_together_is_said(program: str, words: str, hint: str) -> None:
    with pytest.raises(MatgradError, match=words) as refused:
        mg.check_code(program)
    assert hint in (refused.value.hint or "")


def test_axes_that_differ_are_told_and_never_broadcast_silently() -> None:
    batch = "# x: (n, d), W: (d, k), b: (k,)\nout = x @ W + b\n"
    (found,) = mg.check_code(f"{batch}db = dout.sum(axis=1)").verdicts
    assert (found.status, found.words) == ("wrong", "the claim is n×1, the right answer k×1")


def test_a_derivative_is_never_taken_for_the_function() -> None:
    program = (
        "def step(X, w, y):\n    r = X @ w - y\n    dr = 2 * r\n    dw = X.T @ dr\n    return dw"
    )
    with pytest.raises(MatgradError, match="What is the loss"):
        mg.check_code(program)


def test_what_is_not_judged_says_why() -> None:
    row = next(x for x in ROWS if x["id"] == "unjudged-4")
    report = mg.check_code(row["source"])
    assert {x.words for x in report.verdicts} == {"it is not judged: its line in fit is not read"}
    assert run("check-code", "-", stdin=row["source"]).code == 2


@pytest.mark.parametrize(
    ("program", "code"),
    [(SPOILT, 1), (SPOILT.replace("X.T @ r", "2 * X.T @ r"), 0), ("f = open('x')", 2)],
)
def test_exit_codes_say_what_was_found(program: str, code: int) -> None:
    assert run("check-code", "-", stdin=program).code == code


def test_programs_between_fences_are_read_from_a_text() -> None:
    text = f"My code:\n```python\n{SPOILT}```\nWhere is the slip?"
    found = json.loads(run("check-code", "-", "--json", stdin=text).out)
    assert [x["slip"] for x in found["verdicts"]] == ["the claim is 1/2 times the right answer"]
