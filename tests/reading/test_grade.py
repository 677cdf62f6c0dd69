"""`mg.grade`: answers as models write them, each with its score."""

import json
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from matgrad.ask.grade import final_formula, grade_all
from tests.cli.command import run

LEAST_SQUARES = "Find the gradient of $f(x) = \\|Ax-b\\|^2$ with respect to $x$."
OF_2AX = "Is the gradient of $x^TAx$ with respect to $x$ equal to $2Ax$?"
JACOBIAN = {"function": "sin(A*x)", "wrt": "x", "kind": "jacobian"}
TRACE = {"reference": "tr(A*B)"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (LEAST_SQUARES, r"We get \boxed{x}, no: \boxed{\nabla f = 2A^\top(Ax - b)}."),
        (LEAST_SQUARES, r"Expanding, $$\nabla f = 2A^TAx - 2A^Tb.$$ Here $A$ is a matrix"),
        (LEAST_SQUARES, "2*A.T @ (A @ x - b)"),
        (LEAST_SQUARES, r"$2A^T r, r = Ax - b$"),
        (JACOBIAN, "A'*Diag(cos(A*x))"),
        (TRACE, r"\mathrm{tr}(BA)"),
        (OF_2AX, "No, only if A is symmetric."),
        (OF_2AX, r"\boxed{\text{false}}"),
        ({"function": "x'*A*x", "wrt": "x", "claim": "(A + A')*x"}, "right"),
    ],
)
def test_a_right_answer_has_the_score_one(question: Any, answer: str) -> None:
    found = mg.grade(question, answer)
    assert (found.score, found.verdict) == (1.0, "right")


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        (LEAST_SQUARES, r"\boxed{A^\top(Ax - b)}", "wrong"),
        (LEAST_SQUARES, r"\boxed{2A^T(Ax-b)} \boxed{x}", "wrong"),
        (LEAST_SQUARES, r"\nabla f", "not read"),
        (LEAST_SQUARES, r"\nabla_x \|Ax - b\|^2", "not read"),
        (LEAST_SQUARES, "2A^T(Ax-b) or A^T(Ax-b)", "not read"),
        (LEAST_SQUARES, "", "not read"),
        (LEAST_SQUARES, "f", "wrong"),
        (TRACE, "tr(A)*tr(B)", "wrong"),
        (OF_2AX, "yes", "wrong"),
    ],
)
def test_any_other_answer_has_the_score_zero(question: Any, answer: str, verdict: str) -> None:
    found = mg.grade(question, answer)
    assert (found.score, found.verdict) == (0.0, verdict)


def test_the_reason_names_the_slip() -> None:
    assert "1/2 times" in mg.grade(LEAST_SQUARES, "A'*(A*x - b)").reason


@pytest.mark.parametrize("question", ["Hello there", {}, {"reference": "A*("}, {"fuction": "x"}])
def test_a_question_that_cannot_be_read_is_an_error(question: Any) -> None:
    with pytest.raises(mg.MatgradError):
        mg.grade(question, "x")


def test_the_last_formula_of_an_answer_is_taken() -> None:
    assert final_formula(r"First $a$, then \(b\)") == "$a$"
    assert final_formula(r"\boxed{\frac{1}{2}}") == r"\frac{1}{2}"


def test_many_answers_are_graded_in_their_order() -> None:
    rows = [{**TRACE, "answer": text} for text in ("tr(B*A)", "tr(A)", "tr(B'*A')")]
    assert [each["score"] for each in grade_all(rows)] == [1.0, 0.0, 1.0]


def test_the_command_writes_a_line_for_each_answer(tmp_path: Path) -> None:
    rows = [{"question": LEAST_SQUARES, "answer": "2A'(Ax - b)"}, {"question": "?", "answer": ""}]
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    done = run("grade", str(file))
    assert [json.loads(line)["verdict"] for line in done.out.splitlines()] == [
        "right",
        "question not read",
    ]
    assert (done.code, done.err.strip()) == (2, "1 of 2 questions are not read")


@pytest.mark.parametrize("line", ["[1]", "{", "x"])
def test_a_line_that_is_no_object_is_refused(line: str) -> None:
    done = run("grade", "-", stdin=line)
    assert (done.code, done.out) == (2, "")
    assert "line 1 is no" in done.err
