"""Corrections of the variable: “… with respect to ⟦1⟧? Sorry, I meant with respect to ⟦3⟧.”

The question is written with the variable that is meant, and the correction is left out.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_RESPECT = r"(?:with\s+(?:respect|regard)\s+to|w\.?\s?r\.?\s?t\.?|by)"
_MEANT = re.compile(
    r"(?:(?<=[.?!;,)])|(?<=\n)|^)\s*(?:(?:sorry|oops|edit|wait|no|ah|correction"
    r"|scratch\s+that|actually|I\s+misspoke)\b\W*){0,4}I\s+(?:actually\s+)?mean[t]?\s+"
    rf"(?:to\s+(?:say|write|ask|type)\s+|the\s+(?:gradient|derivative)\s+)?{_RESPECT}\s+"
    rf"(?P<new>{ANY})(?:\s*,?\s*(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?:{_RESPECT}\s+)?"
    rf"(?P<old>{ANY}))?\s*[.!]?",
    re.I,
)
_ASKED = re.compile(rf"\b{_RESPECT}\s+(?P<old>{ANY})", re.I)
_NAME = re.compile(r"\s*(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\w|\{\w+\}))?\s*")


def with_meant_variables(cut: Cut) -> Cut:
    """The text with the variables that it corrects itself to."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    found = _MEANT.search(writing.text)
    asked = [*_ASKED.finditer(writing.text, 0, found.start())] if found else []
    if found is None or not asked or not _NAME.fullmatch(writing.formula(found["new"])):
        return cut
    last = asked[-1]
    old, new = (writing.formula(x).strip() for x in (last["old"], found["new"]))
    writing.put(*found.span(), " ")
    writing.put(*last.span("old"), found["new"])
    note = f"the derivative is taken by {new}, not by {old}, as the text corrects itself"
    return writing.recut(cut).rewritten(str, note)
