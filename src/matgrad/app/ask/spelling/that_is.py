"""Functions that are called by a name and then written: the ridge loss, i.e. ⟦1⟧, with respect to …

The words before “i.e.” are left out, for the formula says all of them: “the gradient of ⟦1⟧, …”.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.defining import NAME
from matgrad.app.ask.spelling.worded import BY, DERIVATIVES
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_SAYS = r"(?:i\.\s?e\.|that\s+is(?:\s+to\s+say)?|namely|viz\.)"
_THAT_IS = re.compile(  # the cosine similarity between ⟦u⟧ and ⟦v⟧, i.e. ⟦1⟧, with respect to
    rf"(?P<of>{DERIVATIVES}{BY}\s+of\s+)(?P<called>(?:the|our|my|an?|this|twice|half)\s+"
    rf"(?:[a-z][\w'-]*|{ANY})(?:\s+(?:[a-z][\w'-]*|{ANY})){{0,9}}?)\s*(?P<open>,|\()\s*{_SAYS}[\s,:]*"
    rf"{ONE}(?:\s*\))?(?=\s*(?:[,.?!;]|$)|\s+(?:{RESPECT}|by|in|at|for)\b)",
    re.I,
)
_FACT = re.compile(rf"\b(?:{ANY_FACT}|gaussian|normal|distribution|with|where)\b", re.I)


def with_that_is(cut: Cut) -> Cut:
    """The text with the formula alone where words and “i.e.” stand before it."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    for found in reversed([*_THAT_IS.finditer(writing.text)]):
        names = [writing.formula(mark) for mark in re.findall(ANY, found["called"])]
        is_name = all(NAME.fullmatch(name) for name in names) and not _FACT.search(found["called"])
        number = found.groups()[-1]
        if is_name and not NAME.fullmatch(writing.formula(number)):
            writing.put(*found.span(), f"{found['of']}{MARK.format(number)}")
    return writing.recut(cut) if writing.text != before else cut
