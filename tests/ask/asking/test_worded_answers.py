"""Answers in words alone are quoted as not read."""

import pytest

from matgrad.app.ask import ask

FORM = "Let f(x) = x'Ax. I get (A+A')x."


@pytest.mark.parametrize(
    "said",
    [
        "my advisor says pinv transposed times 2",
        "my professor says it is two times the transposed matrix",
        "Bob claims twice the matrix plus its transpose",
    ],
)
def test_an_answer_in_words_is_quoted(said: str) -> None:
    reply = ask(f"{FORM} But {said}.")
    assert f"not read: “{said}”" in reply.understood.notes
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "said",
    [
        "my TA says that I forgot the factor two times x",
        "my book says $2Ax$",
        "Bob says it is fine",
    ],
)
def test_a_remark_or_a_formula_is_not(said: str) -> None:
    assert not any("not read" in note for note in ask(f"{FORM} But {said}.").understood.notes)
