"""Letters in brackets that are labels: the objective of (P), where no formula has a P."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_BEFORE = re.compile(
    r"\b(?:problems?|programs?|of|in|to|for|solv(?:e|ing)|formulation|model|system|from|by|call)\s+$",
    re.I,
)
_LABEL = re.compile(r"\s*\(\s*(?P<letters>[A-Z]{1,2})'?\s*\)\s*")
_COMMAND = re.compile(r"\\[A-Za-z]+")


def with_labels(cut: Cut) -> Cut:
    """The text in which such labels are prose."""
    segments = list(cut.segments)
    for at, each in enumerate(cut.segments):
        label = _LABEL.fullmatch(each.text) if each.is_math and at else None
        if label and _BEFORE.search(segments[at - 1].text) and _is_nowhere(cut, label["letters"]):
            segments[at] = Segment(False, each.text)
    return replace(cut, segments=tuple(segments))


def _is_nowhere(cut: Cut, letters: str) -> bool:
    """Does no other formula have these letters?"""
    others = (x for x in cut.formulas if not _LABEL.fullmatch(x))
    return not any(letters in _COMMAND.sub(" ", latex) for latex in others)
