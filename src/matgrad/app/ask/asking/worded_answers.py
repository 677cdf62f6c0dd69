"""Answers that somebody gives in words alone: my advisor says pinv transposed times 2.

No formula is made of them, so they are quoted as not read.
"""

from __future__ import annotations

import re

from matgrad.app.ask.asking.tellers import NAME, SOURCE
from matgrad.app.ask.text.marks import M

_SAYS = (
    r"(?:says?|said|claims?|claimed|thinks?|insists?|insisted|suggests?|suggested|tells? me|told me"
    r"|gets?|got)"
)
_ANSWER = re.compile(
    rf"(?P<who>\b{SOURCE}|{NAME})\s+{_SAYS}\s+(?:on\s+)?(?:that\s+)?(?:(?:it|the\s+\w+)\s+(?:is|was|should\s+be)\s+)?"
    rf"(?P<words>[^.?!,;:(){M[0]}]{{3,80}}?)(?=\s*(?:[.?!,;:)]|$))",
    re.I,
)
_MADE = re.compile(  # what makes a formula of words
    r"\b(?:times|transposed|squared|inverted|twice|plus|minus|divided\s+by|multiplied\s+by)\b", re.I
)
_REMARK = re.compile(  # what is said of a formula, and is none
    r"\b(?:I|you|we|forg[oe]t\w*|miss\w*|lack\w*|need\w*|wrong\w*|correct|right|sign|there|many|several"
    r"|have|must|because|if|same|as)\b",
    re.I,
)


def worded_answers(marked: str) -> list[str]:
    """The lines about answers that are given in words and not read."""
    return [
        f"not read: “{' '.join(found[0].split())}”"
        for found in _ANSWER.finditer(marked)
        if _MADE.search(found["words"]) and not _REMARK.search(found["words"])
    ]
