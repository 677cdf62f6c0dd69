"""The tables beside this file: one JSON object a line, named by its LaTeX."""

import json
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]


def rows(name: str) -> list[Any]:
    """The rows of a table, as parameters of a test."""
    text = (Path(__file__).parent / f"{name}.jsonl").read_text(encoding="utf-8")
    found: list[Row] = [json.loads(line) for line in text.split("\n") if line]
    return [pytest.param(row, id=row["latex"]) for row in found]


def given(row: Row) -> Row:
    """The shapes and facts of a row, as they are passed on: "m,n" is ("m", "n")."""
    shapes = row.get("shapes", {})
    sizes = {name: tuple(filter(None, text.split(","))) for name, text in shapes.items()}
    return {"shapes": sizes, "assume": row.get("assume")}
