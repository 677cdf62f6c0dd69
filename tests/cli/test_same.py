"""`matgrad same`: two formulas on the command line."""

import json

import pytest

from tests.cli.command import run


def test_formulas_that_are_the_same_in_two_spellings() -> None:
    done = run("same", r"2A^\top(Ax - b)", "2*A'*A*x - 2*A'*b")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("same\n")


def test_formulas_that_differ_are_shown_with_the_slip_and_numbers() -> None:
    done = run("same", "2A^T(Ax - b)", "A^T(Ax - b)")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("different: the second is 1/2 times the first\n")
    assert "For example, with m = " in done.out


def test_a_condition_is_not_the_same_in_general() -> None:
    done = run("same", "(A + A^T)x", "2Ax")
    assert done.code == 1
    assert done.out.startswith("same if A is symmetric\n")
    assert run("same", "(A + A^T)x", "2Ax", "--assume", "A=symmetric").code == 0


def test_a_formula_may_begin_with_a_minus_or_come_from_standard_input() -> None:
    assert run("same", "-x", "-", stdin="x - 2x\n").code == 0


def test_the_verdict_in_json() -> None:
    done = run("same", "inv(X)", "inv(X)'", "--json", "--shape", "X=n,n")
    assert json.loads(done.out)["condition"] == "X is symmetric"


@pytest.mark.parametrize(
    ("formulas", "words"),
    [
        (("x",), "two formulas"),
        (("-", "-"), "two formulas"),
        (("2*(x", "x"), "never closed"),
        (("1" * 5000, "x"), "4,096"),
    ],
    ids=["one", "both from standard input", "no formula", "too long"],
)
def test_what_cannot_be_compared_is_refused(formulas: tuple[str, ...], words: str) -> None:
    done = run("same", *formulas)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
