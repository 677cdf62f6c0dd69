"""Claims of which a part is said in words that no formula was made of: ⟦A⟧ plus its transpose."""

from __future__ import annotations

import re

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import mark_of
from matgrad.verify.claim import UNDECIDED

_ON = (  # what goes on behind a formula
    r"(?:plus|minus|times|transposed?|squared|cubed|inverted|multiplied\s+(?:by|with|from)|divided\s+by"
    r"|added\s+to|raised\s+to)\b(?!\s+(?:or\s+minus|is|are|was|a\s+scalar\s+function))"
)
_BEFORE = (
    r"\b(?:plus|minus|times|multiplied\s+(?:by|with)|divided\s+by|(?:transpose|inverse|double|square)\s+of"
    r"|(?:twice|thrice|doubled?|tripled?|negative|half(?:\s+of)?)"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)\s+times)\s+(?:the\s+)?"
)
IN_WORDS = "a part of it is said in words, “{}”, and not read"


def read_in_full(found: Understood, verdict: Verdict) -> Verdict:
    """The verdict, undecided if words carry the formula on."""
    if verdict.segment < 0 or not (verdict.is_wrong or verdict.is_right):
        return verdict
    mark = re.escape(mark_of(verdict.segment))
    carried = rf"{mark}\s*,?\s*(?P<on>{_ON})|(?P<before>{_BEFORE}){mark}"
    part = re.search(carried, found.cut.marked, re.I)
    if part is None:
        return verdict
    words = " ".join((part["on"] or part["before"]).split())
    return Verdict(verdict.latex, UNDECIDED, IN_WORDS.format(words), segment=verdict.segment)
