"""What a benchmark found: a title, a table for people and figures for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Report:
    """One section of the output."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    notes: list[str] = field(default_factory=list[str])
    figures: dict[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        cells = [self.header, *(tuple(map(shown, row)) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([f"== {self.title}", *lines, *self.notes])


def shown(value: Any) -> str:
    """A number with three digits that count."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
