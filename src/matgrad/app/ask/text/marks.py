"""Formulas in prose, marked by their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

MARK = "\N{LEFT WHITE SQUARE BRACKET}{}\N{RIGHT WHITE SQUARE BRACKET}"
M = MARK.format(r"(?:\d+)")
LIST = (  # bounded, as all that is searched for
    rf"{M}(?:\s*(?:,\s*and|,|and|or|&|,?\s*as well as)\s*{M}){{0,12}}"
)
JOINED = rf"{M}(?:(?:\s*,\s*{M}){{0,12}}\s*,?\s*(?:and|&)\s*{M})?"  # a, b and c; not: a, b


def mark_of(number: int) -> str:
    """What stands in prose for a formula."""
    return MARK.format(number)


def numbers(marks: str) -> Iterator[int]:
    """The numbers of the marked formulas."""
    return map(int, re.findall(r"\d+", marks))
