"""Which formulas of a text belong to a case that it supposes."""

from __future__ import annotations

import re

from matgrad.app.ask.assumptions import sentence_around
from matgrad.app.ask.marks import M, numbers

_OTHER_CASE = re.compile(
    rf"\b(?:but|whereas|while)\b|(?:(?:\band|,|\bor)\s+(?:it\s+is\s+)?{M}\s+)?"
    r"\b(?:otherwise|in general|else|if not|when not)\b",
    re.I,
)
_GENERAL = re.compile(r"\b(?:in general|generally|in the general case)\b", re.I)
_NEXT = re.compile(r",|;|\b(?:and|but|while|which)\b", re.I)
_CLAIMS = re.compile(r"\b(?:then|right|correct|true|get|got)\b", re.I)
_IS = re.compile(rf"\b(?:is|are)\s+(?:it\s+)?{M}", re.I)
_WHETHER = re.compile(r"\b(?:unless|whether|not|even if|(?<!if and )only if|what if)\b", re.I)


def supposing(text: str, at: int) -> list[int]:
    """The formulas of a sentence that speaks of a case at this place, up to another case."""
    start, stop = sentence_around(text, at)
    other = _OTHER_CASE.search(text, at, stop)
    is_open = text[stop - 1 : stop + 1].endswith("?") and not _CLAIMS.search(text, start, stop)
    is_open = is_open and not _IS.search(text, start, stop)
    if is_open or _WHETHER.search(text, start, at):
        return []
    general = [found.end() for found in _GENERAL.finditer(text, start, at)]
    own = _NEXT.search(text, general[-1], at) if general else None
    return list(numbers(text[own.end() if own else start : other.start() if other else stop]))
