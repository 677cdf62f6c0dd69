"""Whether a, A or I is a factor in typed text, and not the article or the pronoun."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.text.beside import ENGLISH, STRONG, Word, is_spoken
from matgrad.app.ask.text.letters import is_mathematical
from matgrad.app.ask.text.plain import SAFE

_SIZE = re.compile(r"\d+\s*[-x×]|[nmdkpq][x×][nmdkpq]\b")  # a 2x2 matrix, a 3-layer network
_SIGN = re.compile(r"[=+*/^⊙:∈·×-]")
_NAME = re.compile(r"[A-Za-zα-ω](?:_?\d)?")
_CALL = re.compile(r"[A-Za-z]\w*\(|sum_")
# What a formula follows, and what stands behind one, where no noun does.
_INTRODUCING = frozenset(
    "of differentiate minimize minimise maximize maximise derive differentiating minimizing "
    "minimising maximizing maximising".split()
)
NO_NOUNS = frozenset("wrt w.r.t w.r.t. with over for by".split())


def begins_product(words: Sequence[Word], at: int) -> bool:
    """Does this letter begin what is differentiated, as in: of a x^2 + b, of A x - b?"""
    before = words[at - 1].text.lower() if at else ""
    first, second = (*(word.text for word in words[at + 1 : at + 3]), "", "")[:2]
    if before not in _INTRODUCING or not first or words[at].text != words[at].bare:
        return False
    if _SIGN.match(first):
        return is_mathematical(second)
    if _SIZE.match(first) or first in ENGLISH:
        return False
    if _NAME.fullmatch(first):
        return second.lower() in NO_NOUNS or _SIGN.match(second) is not None
    if first in SAFE:
        return is_mathematical(second) and not is_spoken(words, at + 1)
    is_formula = _CALL.match(first) or STRONG.search(first)
    return bool(is_formula) and is_mathematical(words[at + 1].bare)


def factors_in(words: Sequence[Word]) -> frozenset[str]:
    """The letters a, A and I that begin what is differentiated somewhere."""
    places = (at for at, word in enumerate(words) if word.bare in ENGLISH)
    return frozenset(words[at].bare for at in places if begins_product(words, at))
