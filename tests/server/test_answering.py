"""What the engine in a reader's browser answers: the same as a worker of the service."""

import json
from typing import Any

import pytest

from matgrad.server.answering import in_browser


def asked(task: str, **request: Any) -> tuple[int, str, str, bytes]:
    return in_browser(task, json.dumps(request))


def test_an_answer_is_the_data_that_the_page_shows() -> None:
    status, kind, name, content = asked("derive", input="x'*A*x", wrt=["x"])
    assert (status, kind, name) == (200, "application/json", "")
    assert json.loads(content)["answers"][0]["result"] == "(A + A')*x"


def test_a_fault_of_the_input_is_an_answer_with_its_place() -> None:
    status, _, _, content = asked("preview", input="A*")
    error = json.loads(content)["error"]
    assert (status, error["code"]) == (200, "E_PARSE")
    assert error["position"]


@pytest.mark.parametrize(("form", "begin"), [("latex", b"\\documentclass"), ("notebook", b"{")])
def test_a_file_has_a_name(form: str, begin: bytes) -> None:
    _, _, name, content = asked("document", input="x'*x", format=form)
    assert name.startswith("derivation.")
    assert content.startswith(begin)
