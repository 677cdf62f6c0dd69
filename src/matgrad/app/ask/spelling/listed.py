"""Several functions without names, as in “the gradient of ⟦1⟧ and ⟦3⟧”: each gets one."""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.defining import NAME
from matgrad.app.ask.spelling.joined import BY, DERIVATIVES
from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_AND = r"\s*(?:,\s*and|,|;|and|or|,\s*or)\s+"
_LISTED = re.compile(
    rf"(?P<of>{DERIVATIVES}{BY}\s+of\s+(?:the\s+functions\s+)?)(?P<list>{ANY}(?:{_AND}{ANY})+)"
    r"(?=\s*(?:[.?!]|$|(?:with|wrt|w\.r\.t|by|for|at)\b))",
    re.I,
)
_RELATION = re.compile(r"[=<>≤≥∈]|\\(?:in|le|leq|ge|geq|to|mapsto)(?![A-Za-z])")
_SENTENCE = re.compile(r"[.?!]\s")
LETTERS = "fghpqrFGH"


def with_listed(cut: Cut) -> Cut:
    """The text with names for several formulas whose derivatives are asked for together."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    found = _LISTED.search(writing.text)
    if found is None:
        return cut
    formulas = [writing.formula(mark) for mark in re.findall(ANY, found["list"])]
    is_bare = not any(_RELATION.search(each) or NAME.fullmatch(each) for each in formulas)
    letters = [x for x in LETTERS if not any(re.search(rf"(?<![A-Za-z\\]){x}(?![A-Za-z])", y)
                                             for y in writing.formulas)]  # fmt: skip
    if not is_bare or len(letters) < len(formulas):
        return cut
    pairs = list(zip(letters, formulas, strict=False))
    told = " and ".join(writing.add(f"{name} = {formula}") for name, formula in pairs)
    names = " and ".join(writing.add(name) for name, _ in pairs)
    writing.put(*found.span("list"), names)
    before = [each.end() for each in _SENTENCE.finditer(writing.text[: found.start()])]
    start = before[-1] if before else 0
    writing.put(start, start, f"Let {told}. ")
    return writing.recut(cut)
