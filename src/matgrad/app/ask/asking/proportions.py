"""Claims up to a factor: “the gradient is proportional to …”, “up to a constant factor”."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.text.marks import M, numbers

_SIZE = r"(?:constants?|factors?|scalings?|scales?|scalars?|multiples?|multipliers?|coefficients?)"
_KIND = (
    r"(?:an?|some|the|irrelevant|positive|constant|scalar|multiplicative|numerical|overall|global)"
)
PROPORTIONAL = re.compile(
    rf"\b(?:proportional|parallel|collinear)\s+(?:to|with)\b|\bup\s+to\s+(?:{_KIND}\s+){{0,4}}{_SIZE}\b"
    rf"|\b(?:is|be)\s+(?:just\s+)?a\s+(?:constant\s+|scalar\s+|positive\s+)?multiple\s+of\b"
    r"|\b(?:ignoring|dropping|omitting|neglecting|disregarding|without)\s+"
    rf"(?:{_KIND}\s+|any\s+|all\s+){{0,3}}{_SIZE}\b"
    rf"|\b(?:divid(?:ing|ed)|division|multipl(?:ying|ied)|scal(?:ing|ed))\s+(?:(?:it|both sides"
    rf"|everything|through|out)\s+)?by\s+(?:an?\s+|the\s+)?(?:two|2|half|constant|{M})"
    rf"|\b(?:dropping|cancel\w+|absorb\w+|removing)\s+(?:the\s+)?(?:factor(?:\s+of)?\s+)?(?:two|2|{M})",
    re.I,
)
_NOT = re.compile(r"(?:\bnot|n['’]t|\bnever)\s+(?:just\s+|only\s+)?$", re.I)
_ADDED = re.compile(r"\badd(?:itive|ed)\b", re.I)  # up to an additive constant


def tell_proportions(said: Said, sentence: str) -> None:
    """Keep the formulas of a sentence that speaks of a factor which does not matter."""
    for found in PROPORTIONAL.finditer(sentence):
        is_denied = _NOT.search(sentence, 0, found.start()) or _ADDED.search(found[0])
        if not is_denied:
            said.proportional |= {*numbers("".join(re.findall(M, sentence)))}
