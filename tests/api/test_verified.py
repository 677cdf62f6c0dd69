"""What is checked of an answer that is too long to be shown."""

import pytest

import matgrad as mg
from matgrad.api import verified
from matgrad.api.limits import AnswerLimits


def steps(count: int) -> str:
    """The distance after some steps of Euler's method: its Hessian grows fast with them."""
    lines = [f"x{i + 1} = x{i} + h*tanh(A*x{i})" for i in range(count)]
    return "; ".join(["A: n x n; x0: n; h: scalar; y: n", *lines, f"norm2(x{count} - y)^2"])


def test_an_answer_too_long_to_be_shown_is_checked_but_not_read_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(verified, "LIMITS", AnswerLimits(printed=100))
    read: list[str] = []
    real = verified.parse_latex_expression
    monkeypatch.setattr(
        verified, "parse_latex_expression", lambda *given: read.append(given[0]) or real(*given)
    )
    d = mg.hessian(steps(2), "x0")
    (H,) = d.trace.forms["closed"].values()
    assert d.verdict.ok
    assert f"its text, of {H.size:,} parts, was not read back" in d.verdict.details
    assert H.latex() not in read


def test_a_short_answer_is_read_back() -> None:
    assert not any("read back" in said for said in mg.hessian(steps(1), "x0").verdict.details)
