"""The tools of `matgrad mcp`, called as functions."""

import sys
from typing import Any

import pytest

from matgrad import recheck
from matgrad.api.data import TARGETS
from matgrad.api.judge import KINDS
from matgrad.mcp import schemas
from matgrad.mcp.tools import ANSWERS, answered
from matgrad.mcp.worker import answer
from tests.cli.command import run

SQUARES = {"function": "norm2(A*x - b)^2", "wrt": "x"}


def test_every_tool_has_an_answer_and_a_schema_of_it() -> None:
    assert [*ANSWERS] == [tool.name for tool in schemas.TOOLS]
    assert (*KINDS,) == schemas.KINDS
    assert {*schemas.TARGETS} <= {*TARGETS}


@pytest.mark.parametrize(
    ("name", "given", "field", "value"),
    [
        ("read_problem", {"text": "x'*A*x", "wrt": "x"}, "status", "read"),
        ("read_problem", {"text": "x*y"}, "status", "unclear"),
        ("check_claim", {**SQUARES, "claim": "2A'(Ax - b)"}, "status", "right"),
        ("check_claim", {**SQUARES, "claim": "A'(Ax - b)"}, "answer", "2*A'*(A*x - b)"),
        ("same", {"a": "(A + A')x", "b": "2Ax"}, "condition", "A is symmetric"),
        ("convex", SQUARES, "status", "convex"),
        ("explain_step", {**SQUARES, "number": 1}, "before", "r"),
        ("code", SQUARES, "inputs", ["A", "x", "b"]),
    ],
)
def test_a_tool_answers(name: str, given: dict[str, Any], field: str, value: Any) -> None:
    found = answered(name, given)
    assert found["ok"]
    assert found[field] == value
    assert {*found} >= {*schemas.BY_NAME[name].gives} - {"notes"}


def test_a_derivation_comes_with_a_certificate_that_holds() -> None:
    (certificate,) = answered("derive", dict(SQUARES))["certificates"]
    assert "wrong" not in recheck.recheck(certificate).values()
    assert "certificates" not in answered("derive", {**SQUARES, "certificate": False})


def test_a_question_in_words_is_answered() -> None:
    found = answered("derive", {"question": "What is the gradient of $x^TAx$ by $x$?"})
    assert found["answers"][0]["result"] == "(A + A')*x"


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("integrate", {}, "no tool integrate"),
        ("same", {"a": "x"}, "b is missing"),
        ("same", {"a": "x", "b": "x", "c": "x"}, "no argument c"),
        ("same", {"a": "x", "b": 3}, "of type string"),
        ("same", {"a": "x", "b": "x", "shapes": {"x": "n"}}, "lists of words"),
        ("explain_step", {**SQUARES, "number": True}, "of type integer"),
        ("explain_step", {**SQUARES, "number": 99}, "no step 99"),
        ("code", {**SQUARES, "target": "cobol"}, "one of numpy"),
        ("derive", {}, "give a function"),
        ("derive", {"function": "2*(x"}, "never closed"),
        ("derive", {"function": "x" * 5000}, "4,096"),
    ],
)
def test_bad_input_is_an_answer(name: str, given: dict[str, Any], words: str) -> None:
    found = answered(name, given)
    assert not found["ok"]
    assert words in found["error"]["message"]


def test_what_has_several_meanings_comes_with_options_that_work() -> None:
    error = answered("derive", {"function": "x*y", "wrt": "x"})["error"]
    assert error["code"] == "E_AMBIG"
    again = answered("derive", {"function": error["options"][0]["text"], "wrt": "x"})
    assert again["ok"]


def test_an_answer_that_takes_too_long_is_refused() -> None:
    request = {"name": "derive", "arguments": SQUARES, "seconds": 0.001}
    found = answer(request)
    assert found["error"]["code"] == "E_LIMIT"


def test_without_the_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    done = run("mcp")
    assert done.code == 2
    assert "matgrad[mcp]" in done.err
