"""What is easily read as another problem: it is read right, shown as a guess, or asked about."""

import json
from pathlib import Path

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError

ROWS = Path(__file__).with_name("mistaken.jsonl").read_text("utf-8").splitlines()


def outcome(text: str, wrt: str | None = None) -> dict[str, object]:
    """How a text is read, as a function, or as one that is differentiated by `wrt`."""
    try:
        problem = mg.parse(text) if wrt is None else mg.gradient(text, wrt, check=False).problem
    except AmbiguousError as error:
        return {"status": "unclear", "options": [option.text for option in error.options]}
    except mg.MatgradError as error:
        return {"status": "refused", "message": error.message}
    return {"status": problem.reading.status, "function": str(problem.function)}


@pytest.mark.parametrize("row", [*map(json.loads, ROWS)], ids=lambda row: row["input"])
def test_nothing_is_silently_read_as_another_problem(row):
    given = {name: row[name] for name in ("input", "wrt") if name in row}
    assert {**given, **outcome(*given.values())} == row
