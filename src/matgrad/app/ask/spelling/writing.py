"""A text whose formulas are marked, in which words and formulas are put in the place of others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut, Segment

ONE = MARK.format(r"(\d+)")
ANY = MARK.format(r"\d+")


@dataclass
class Writing:
    """A text with marks, and the formulas that these stand for."""

    text: str
    formulas: list[str]

    @classmethod
    def of(cls, cut: Cut) -> Writing:
        """A text that is cut, with marks for its formulas."""
        writing = cls("", [])
        for segment in cut.segments:
            writing.text += writing.add(segment.text) if segment.is_math else segment.text
        return writing

    def add(self, formula: str) -> str:
        """The mark of a new formula."""
        self.formulas.append(formula)
        return MARK.format(len(self.formulas) - 1)

    def put(self, start: int, end: int, instead: str) -> None:
        """Write something in the place of something else."""
        self.text = f"{self.text[:start]}{instead}{self.text[end:]}"

    def formula(self, mark: str) -> str:
        """The formula of a mark, or of its number."""
        return self.formulas[int(mark.strip(MARK))]

    def recut(self, cut: Cut) -> Cut:
        """The text with what was put into it."""
        parts = re.split(ONE, self.text)
        made = [
            Segment(i % 2 == 1, self.formulas[int(p)] if i % 2 else p) for i, p in enumerate(parts)
        ]
        return replace(cut, segments=tuple(segment for segment in made if segment.text))


def has_marks(cut: Cut) -> bool:
    """Does the text itself have the brackets of marks?"""
    return any(MARK[0] in segment.text for segment in cut.segments if not segment.is_math)
