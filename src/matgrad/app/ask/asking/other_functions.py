"""Formulas that words give for a function beside the one that is asked about.

“For the squared distance it is ⟦3⟧” and “the ordinary least-squares gradient is ⟦3⟧” may be right
although they are no derivative of the distance, or of the loss with a penalty.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M, mark_of

SQUARE = re.compile(r"\bsquared?\b")
ROOT = "unsquared"
_NOUN = (
    r"(?:(?:euclidean|mahalanobis|frobenius|mean)\s+)*"
    r"(?:distance|norm|error|loss|cost|objective|function|case|version|problem|thing|one|form"
    r"|deviation|residual|length|magnitude|radius|likelihood|model|setting)"
)
_LEAST = r"(?:linear\s+)?(?:least[- ]squares|regression|OLS|MSE)"
_NAMED = (
    rf"(?P<phrase>(?:the\s+|an?\s+|its\s+)?(?:(?:un)?squared\s+{_NOUN}"
    rf"|(?:un|non)-?(?:regulari[sz]|penali[sz])ed\s+{_NOUN}"
    rf"|(?:ordinary|plain|usual|standard|simple)\s+{_LEAST})\b"
    rf"|(?:the|its)\s+square\b(?:\s+of\s+(?:the|this)\s+{_NOUN}\b)?(?!\s+(?:root|matri|brack)))"
)
_BEFORE = re.compile(rf"\b{_NAMED}(?![^{M[0]}]*[.?!;])", re.I)
_BEHIND = re.compile(rf"\s*,?\s*(?:for|in|of|with)\s+{_NAMED}", re.I)


def named_beside(marked: str, number: int) -> str:
    """The words that call another function in the clause of a formula, if there are any."""
    before, _, behind = marked.partition(mark_of(number))
    start = before.rfind(M[-1]) + 1
    found = list(_BEFORE.finditer(before, start)) or [_BEHIND.match(behind)]
    phrase = found[-1]["phrase"].lower() if found[-1] else ""
    is_known = phrase and phrase in before[:start].lower()  # what the function is called
    return "" if is_known else phrase
