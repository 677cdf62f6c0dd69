"""The operator reference is written from the declarations and is up to date."""

from pathlib import Path

from matgrad.core.expr import catalogue
from matgrad.render.reference import operator_reference

PAGE = Path(__file__).parents[2] / "docs" / "operators.md"


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == operator_reference(), "run make docs"


def test_every_operator_has_an_entry() -> None:
    page = operator_reference()
    assert all(f"## {name}\n" in page for name in catalogue)
