"""The JSON of the command line: one shape for answers, claims and errors."""

import json
from typing import Any

import pytest

from tests.cli.command import run

TOP = {"ok", "input", "shapes", "answers", "error"}
ANSWER = {"wrt", "result", "latex", "forms", "steps", "assumptions", "verdict", "code"}


def asked(*arguments: str, stdin: str = "") -> dict[str, Any]:
    return json.loads(run(*arguments, "--json", stdin=stdin).out)


def test_an_answer_has_the_documented_keys() -> None:
    found = asked("gradient", "norm2(A*x - b)^2", "--wrt", "x")
    assert found.keys() >= TOP
    assert (found["ok"], found["error"], found["input"]) == (True, None, "norm2(A*x - b)^2")
    assert found["shapes"] == {"A": "m×n", "x": "n×1", "b": "m×1"}
    (answer,) = found["answers"]
    assert answer.keys() >= ANSWER
    assert (answer["wrt"], answer["result"]) == ("x", "2*A'*(A*x - b)")
    assert all(step.keys() == {"before", "after", "rule", "why"} for step in answer["steps"])
    assert answer["verdict"]["ok"] is True
    assert answer["code"]["numpy"].startswith("import numpy as np")


def test_every_variable_has_its_answer() -> None:
    found = asked("gradient", "x'*A*y", "--wrt", "x,y")
    assert [answer["wrt"] for answer in found["answers"]] == ["x", "y"]


def test_json_is_a_format_too() -> None:
    shorthand = run("gradient", "x'*x", "--wrt", "x", "--json")
    assert shorthand == run("gradient", "x'*x", "--wrt", "x", "--format", "json")


def test_one_form_can_be_chosen() -> None:
    found = asked("gradient", "norm2(A*x - b)^2", "--wrt", "x", "--form", "closed")
    assert found["answers"][0]["forms"] == {"closed": "2*A'*(A*x - b)"}


def test_code_is_given_by_target() -> None:
    found = asked("code", "x'*x", "--wrt", "x")
    assert found["answers"][0]["code"]["numpy"].startswith("import numpy as np")


@pytest.mark.parametrize(
    ("arguments", "code", "position"),
    [
        (["gradient", "tr(A*B", "--wrt", "A"], "E_PARSE", [2, 3]),
        (["gradient", "x'*x + tr", "--wrt", "x"], "E_NAME", [7, 9]),
        (["gradient", "x'*x", "--wrong"], "E_USAGE", None),
        (["gradient", "--format", "json"], "E_USAGE", None),
        (["gradient", "x" * 5000, "--wrt", "x"], "E_LIMIT", None),
    ],
)
def test_errors_have_a_code_and_a_position(
    arguments: list[str], code: str, position: list[int] | None
) -> None:
    done = run(*arguments, "--json")
    found = json.loads(done.out)
    assert (done.code, found["ok"], found["answers"]) == (2, False, [])
    assert found.keys() == TOP
    assert found["error"].keys() == {"code", "message", "position", "hint"}
    assert (found["error"]["code"], found["error"]["position"]) == (code, position)
    assert done.err.startswith(f"{code}: ")


def test_an_error_inside_a_claim_brings_the_claim() -> None:
    found = asked("check", "x'*x", "--wrt", "x", "--claim", "2*(x")
    assert (found["error"]["source"], found["error"]["position"]) == ("2*(x", [2, 3])


def test_a_claim_is_an_answer() -> None:
    found = asked("check", "x'*x", "--wrt", "x", "--claim", "x")
    (answer,) = found["answers"]
    assert (found["ok"], answer["right"], answer["status"]) == (False, False, "wrong")
    assert answer["result"] == "2*x"
    assert answer["counterexample"].keys() == {"sizes", "inputs", "claimed", "true"}
