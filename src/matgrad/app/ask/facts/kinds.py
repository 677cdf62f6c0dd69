"""What kind of thing words call a name: a row, a vector, a matrix or a number."""

from __future__ import annotations

import re

KINDS = (
    (r"\b(?:rows?|columns?)\s+of\b", ""),  # of the matrix W: what each is follows from that
    (r"\brow[- ]vectors?\b", "row"),
    (r"(?<!row )(?<!row-)\bvectors?\b", "vector"),
    (r"\bmatri(?:x|ces)\b", "matrix"),
    (r"\bscalars?\b|\breal numbers?\b|\bnumbers?\b|\bregulari[sz]ation", "scalar"),
    (
        r"\A\s*(?:the|an?|its)\s+(?:[a-z]+\s+)?(?:temperature|voltage|current|resistance|pressure"
        r"|volume|mass|energy|charge|time|frequency|price|radius|age|speed)\s*(?:$|\bof\b|\bin\b)",
        "scalar",
    ),
)


def kind_in(words: str, after: bool) -> str:
    """The kind of thing that words name first; before a name, that of the last word."""
    nouns = words if after else (re.findall(r"(?:\brow\s+)?\S+\s*$", words) or [""])[0]
    places = [
        (found.start(), kind) for noun, kind in KINDS if (found := re.search(noun, nouns, re.I))
    ]
    return min(places)[1] if places else ""  # a matrix with the vector d on its diagonal
