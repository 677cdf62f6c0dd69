"""What is found about a claim, as callers meet it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from matgrad.core.expr import Expr
from matgrad.verify.found import ClaimReport


@dataclass(frozen=True, repr=False)
class Claim(ClaimReport):
    """The verdict on a claim: is it right, under which condition, and what is the likely slip?

    `place` is the part of the text that the verdict is about; `notes` say how signs were read that
    have several meanings; `formulas` are the formulas as they were read.
    """

    place: tuple[int, int] | None = None
    notes: tuple[str, ...] = ()
    formulas: tuple[Expr, ...] = ()

    @property
    def words(self) -> str:
        """The verdict in one sentence, with how the claim was read.

        >>> Claim("wrong", "the sign is wrong", notes=("diag is read as a matrix",)).words
        'wrong: the sign is wrong; diag is read as a matrix'
        """
        return self.status + "".join(
            f"{': ' if not n else '; '}{part}"
            for n, part in enumerate(filter(None, (self.slip, *self.notes)))
        )

    def to_json(self) -> dict[str, Any]:
        """The verdict as data."""
        example = self.counterexample
        return {
            "right": self.right,
            "status": self.status,
            "slip": self.slip,
            "condition": self.condition,
            "notes": list(self.notes),
            "counterexample": None if example is None else dict(vars(example)),
        }

    def after(self, words: str) -> Claim:
        """The same with words before the slip: the step or the line that is at fault."""
        return replace(self, slip=": ".join(filter(None, (words, self.slip))))


def as_claim(
    report: ClaimReport,
    place: tuple[int, int] | None = None,
    notes: tuple[str, ...] = (),
    formulas: tuple[Expr, ...] = (),
) -> Claim:
    """A report about a formula that stands at a place."""
    found = report.status, report.slip, report.counterexample, report.condition
    return Claim(*found, place=place, notes=notes, formulas=formulas)
