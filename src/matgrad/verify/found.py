"""What was found about a claim, for people to read."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from matgrad.render.glyphs import plain_input

RIGHT, LAYOUT, CONVENTION, UNDECIDED = (
    "right",
    "right up to layout",
    "right by convention",
    "undecided",
)


@dataclass(frozen=True)
class Counterexample:
    """Small values at which the claim fails, to be redone by hand."""

    sizes: dict[str, int]
    inputs: dict[str, list[list[str]]]
    claimed: list[list[str]]
    true: list[list[str]]

    def without(self, names: Container[str]) -> Counterexample:
        """The same without the values of some names."""
        kept = {name: rows for name, rows in self.inputs.items() if name not in names}
        return replace(self, inputs=kept)

    @property
    def spelled(self) -> dict[str, list[list[str]]]:
        """The values by the names that people write: W₁ for W1."""
        return {plain_input(name): rows for name, rows in self.inputs.items()}

    def shown(self, *sides: str) -> str:
        """The values, and what is said of them."""
        values = ", ".join(f"{name} = {line(rows)}" for name, rows in self.spelled.items())
        values = values or ", ".join(f"{name} = {size}" for name, size in self.sizes.items())
        return (f"for example with {values}: " if values else "") + ", ".join(sides)

    def __str__(self) -> str:
        return self.shown(f"the claim gives {line(self.claimed)}", f"right is {line(self.true)}")


def line(rows: list[list[str]]) -> str:
    """A small matrix in one line."""
    lines = ["  ".join(row) for row in rows]
    return lines[0] if len(rows) == 1 and len(rows[0]) == 1 else "[" + "; ".join(lines) + "]"


@dataclass(frozen=True, repr=False)
class ClaimReport:
    """What was found about a claim; `slip` names the usual mistake that explains it, if any.

    `condition` is what would have to hold for a wrong claim to be right, in words.
    """

    status: str  # right, right up to layout, right by convention, wrong or undecided
    slip: str = ""
    counterexample: Counterexample | None = None
    condition: str = ""

    @property
    def right(self) -> bool:
        """May the claim be called right?"""
        return self.status in (RIGHT, LAYOUT, CONVENTION)

    def __str__(self) -> str:
        verdict = self.status + (f": {self.slip}" if self.slip else "")
        return "\n".join([verdict, *([str(self.counterexample)] if self.counterexample else ())])

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        """What notebooks show."""
        verdict, *shown = str(self).split("\n")
        status, colon, words = verdict.partition(":")
        return "\n\n".join((f"**{status}**{colon}{words}", *shown))
