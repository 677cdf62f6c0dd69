"""Whether words state what notation means, or deny it, or speak of the case only."""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut

_DENIED = re.compile(
    r"(?:\bnot|n['’]t|\bnor|\brather\s+than|\binstead\s+of|\bno)\s+(?:[a-z]+[\s-]+){0,4}\Z", re.I
)
_SUPPOSED = re.compile(
    r"\b(?:if|whether|when|unless|were|would|had|(?:what|how)\s+about"
    rf"|(?:is|are|should)\s+(?:the\s+|this\s+|all\s+|that\s+)?(?:log\w*|norms?|{M}))\b[^.;?!]{{0,60}}\Z",
    re.I,
)
_OPENING = re.compile(r"\W*(?:with|for|in|using|taking|to|by|on|and|but)\b", re.I)
_EITHER = re.compile(r"\s*,?\s*(?:or|and/or|versus|vs)\b", re.I)
_BEFORE = 80  # characters that are looked at
_END = re.compile(r"[.?!]\s|\n\s*\n")


STATED, DENIED, CASE, LAST = "stated", "denied", "of a case", "of a case that comes last"


def how_said(cut: Cut, found: re.Match[str], has: Callable[[str], object]) -> str:
    """How the marked text speaks of what is found in it; `has` tells formulas that this is about.

    A case behind which no formula stands is no claim about one: all before it is not of the case.
    """
    marked = found.string
    before = marked[max(0, found.start() - _BEFORE) : found.start()]
    if _DENIED.search(before):
        return DENIED
    begin = sentence_start(marked, found.start())
    is_later = any(has(cut.segments[n].text) for n in _formulas(marked[:begin]))
    is_one = _EITHER.match(marked, found.end()) is not None  # of two that are named
    if is_one or _SUPPOSED.search(before) or (is_later and _OPENING.match(marked, begin)):
        return CASE if re.search(M, marked[found.end() :]) else LAST
    return STATED


def sentence_start(marked: str, place: int) -> int:
    """Where the sentence begins in which a place is."""
    return max((end.end() for end in _END.finditer(marked, 0, place)), default=0)


def not_answered(marked: str, found: re.Match[str]) -> str:
    """What is told of a case that comes last."""
    words = re.sub(M, "…", marked[sentence_start(marked, found.start()) :]).split("\n")[0].strip()
    return f"not answered: “{words[:_BEFORE]}”"


def _formulas(marked: str) -> list[int]:
    return [n for mark in re.findall(M, marked) for n in numbers(mark)]
