"""`mg.same`: pairs of formulas as people write them, each with its verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "same.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['a']} | {row['b']}" for row in ROWS])
def test_a_pair_gets_its_verdict(row: dict[str, Any]) -> None:
    found = mg.same(row["a"], row["b"], row.get("shapes"))
    assert found.status == row["status"]
    assert found.condition == row.get("condition", "")
    assert row.get("slip", "") in found.slip
    assert len(found.guesses) == row.get("guesses", 0)


def test_what_differs_differs_at_the_numbers_that_are_shown() -> None:
    found = mg.same("x'*A*x", "x'*A*y").counterexample
    assert found is not None
    assert found.true != found.claimed


def test_the_verdict_on_what_is_the_same_is_true() -> None:
    assert mg.same("A*x", "x'*A'")
    assert not mg.same("(A + A')*x", "2*A*x")


def test_the_order_of_the_two_does_not_matter() -> None:
    one, other = "(A + A^T)x", "2Ax"
    assert mg.same(one, other).condition == mg.same(other, one).condition


def test_the_second_may_settle_how_the_first_is_read() -> None:
    assert mg.same("|X|*X", "det(X)*X").status == "same"
    assert mg.same("|X|", "abs(X)").status == "same"


def test_an_assumption_makes_a_condition_needless() -> None:
    assert mg.same("(A + A')*x", "2*A*x", assume={"A": ["symmetric"]}).status == "same"


def test_names_that_both_define_are_their_own() -> None:
    assert mg.same("A*r with r = x", "2*A*r with r = x/2").status == "same"


def test_a_guess_is_refused_where_nothing_is_to_be_guessed() -> None:
    with pytest.raises(mg.MatgradError, match="x_i\\^2"):
        mg.same("x_i^2", "x .^ 2", strict=True)


@pytest.mark.parametrize("text", ["", "A x +", "sqrt(", "foo(x)"])
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(mg.MatgradError):
        mg.same(text, "A*x")


def test_the_verdict_as_data() -> None:
    found = mg.same("2*x", "x").to_json()
    assert json.loads(json.dumps(found)) == found
    assert found["status"] == "different"
    assert found["formulas"] == ["2*x", "x"]
    assert set(found["counterexample"]) == {"sizes", "inputs", "first", "second"}
