"""What the site is built from: the identities of the cookbook, and the contents of the manual."""

import json
from pathlib import Path

import pytest

import matgrad as mg

DOCS = Path(__file__).parents[1] / "docs"
ROWS = [json.loads(line) for line in (DOCS / "cookbook.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["input"])
def test_an_identity_is_read_and_verified(row: dict[str, str]) -> None:
    problem = mg.parse(row["input"])
    assert problem.asked is not None
    kind, wrt = problem.asked
    d = getattr(mg, kind)(problem, list(wrt))
    assert (d.reading.status, d.verdict.ok) == ("read", True)


def test_no_identity_stands_twice() -> None:
    assert len({row["input"] for row in ROWS}) == len(ROWS) >= 200


def test_every_page_stands_in_the_contents() -> None:
    listed = (DOCS / "index.md").read_text("utf-8").splitlines()
    assert {page.stem for page in DOCS.glob("*.md")} - {"index"} <= {*listed}
