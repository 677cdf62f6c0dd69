"""Recorded programs with their backward passes get the verdicts that were recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from tests.app.command import run

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


def test_axes_that_differ_are_told_and_never_broadcast_silently() -> None:
    batch = "# x: (n, d), W: (d, k), b: (k,)\nout = x @ W + b\n"
    (found,) = mg.check_code(f"{batch}db = dout.sum(axis=1)").verdicts
    assert (found.status, found.words) == ("wrong", "the claim is n×1, the right answer k×1")


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
