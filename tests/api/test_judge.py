"""The judge of claims: claims as people write them, each with its verdict."""

import json
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from matgrad.api.judge import ClaimText, derived, judge, nearest_of
from matgrad.errors import MatgradError, ShapeError

ROWS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "claims.jsonl").read_text(encoding="utf-8").splitlines()
]
LEAST_SQUARES = "norm2(A*x - b)^2"


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_claim_gets_its_verdict(row: dict[str, Any]) -> None:
    supposing = [tuple(x) if isinstance(x, list) else x for x in row.get("supposing", [])]
    try:
        d = derived(row["f"], row["wrt"], row.get("shapes"), kind=row.get("kind", ""))
        found = judge(d, None, row["claim"], supposing=supposing, layout=row.get("layout", ""))
        verdict = (found.status, found.slip)
    except MatgradError as error:
        verdict = ("refused", error.message)
    assert verdict[0] == row["status"]
    assert row.get("slip", "") in verdict[1]
    assert row["status"] != "right" or "slip" in row or not verdict[1]


def test_how_a_sign_was_read_is_told() -> None:
    found = mg.check("sum(tanh(W))", "W", "1 - tanh^2 W", shapes={"W": ("n", "n")})
    assert found.words == "right: a number is added to every entry"


def test_the_condition_of_a_wrong_claim_is_told() -> None:
    assert mg.check("x'*A*x", "x", "2Ax").condition == "A is symmetric"
    turned = mg.check("logdet(X)", "X", "inv(X)").condition
    assert turned == "the derivative is written in numerator layout"


def test_the_place_of_what_is_wrong_is_told() -> None:
    text = "∇f = 2Aᵀ(Ax − b)\n = 2AᵀAx − Aᵀb"
    start, end = mg.check(LEAST_SQUARES, "x", text).place or (0, 0)
    assert text[start:end] == "2AᵀAx − Aᵀb"


def test_claims_may_use_names_that_were_given_before() -> None:
    d = mg.gradient("r = A*x - b; r'*r", "x")
    given = mg.parse("s = A*x - b; s'*s").definitions
    assert judge(d, None, ClaimText("2A's", given)).status == "right"


def test_a_claim_is_about_the_derivative_that_it_is_nearest_to() -> None:
    ds = [mg.gradient("x'*A*x", name) for name in ("x", "A")]
    d, found = nearest_of(ds, "x x'")
    assert (d.trace.wrt[0].name, found.status) == ("A", "right")


def test_nothing_is_supposed_of_what_cannot_have_it() -> None:
    with pytest.raises(ShapeError, match="m×n, so it cannot be symmetric"):
        judge(mg.parse(LEAST_SQUARES), "x", "x", supposing=[("A", "symmetric")])
