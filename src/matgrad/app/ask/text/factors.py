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
_BESIDE = re.compile(r"[-+*/^(=|]\s*a(?![\w'])|(?<![\w'])a\s*['^*/=)|+]")
_CALL = re.compile(r"[A-Za-z]\w*\(|sum_|[A-Za-zα-ω]\d?/[A-Za-zα-ω]\d?(?!\w)")  # a U/x
# What a formula follows, and what stands behind one, where no noun does.
_INTRODUCING = frozenset(
    "of differentiate minimize minimise maximize maximise derive differentiating minimizing "
    "minimising maximizing maximising".split()
)
# What a claim follows, in which a letter a of the text is no article: I got a x for the gradient.
_CLAIMING = frozenset(
    "got get gets getting obtain obtained calculated computed found find have had derived expect "
    "expected guess is it's its it be equals equal to as derivative gradient hessian jacobian "
    "answer result that".split()
)
NO_NOUNS = frozenset("wrt w.r.t w.r.t. with over for by at when if where is as".split())


def begins_product(words: Sequence[Word], at: int, *, is_known: bool = False) -> bool:
    """Does this letter begin what is differentiated, as in: of a x^2 + b, of A x - b?

    Or a claim, where the text is known to have it: I got a cos(a x), it is I - A.
    """
    before = words[at - 1].text.lower() if at else ""
    first, second = (*(word.text for word in words[at + 1 : at + 3]), "", "")[:2]
    is_begun = before in _INTRODUCING or (is_known and before in _CLAIMING)
    if not is_begun or not first or words[at].text != words[at].bare:
        return False
    if _SIGN.match(first):
        return is_mathematical(second.rstrip(".?!,;") if is_known else second)
    if _SIZE.match(first) or first in ENGLISH:
        return False
    if _NAME.fullmatch(first.rstrip(".?!,;") if is_known else first):
        is_last = first[-1] in ".?!,;" or second.lower() in NO_NOUNS
        return is_last or _SIGN.match(second) is not None
    if first in SAFE:
        return is_mathematical(second) and not is_spoken(words, at + 1)
    is_formula = _CALL.match(first) or STRONG.search(first)
    return bool(is_formula) and is_mathematical(words[at + 1].bare)


def has_letter(written: str) -> bool:
    """Does a text have a letter a beside a sign or a bracket: exp(x + a), a^2?"""
    return _BESIDE.search(written) is not None


def factors_in(words: Sequence[Word]) -> frozenset[str]:
    """The letters a, A and I that begin what is differentiated somewhere."""
    places = (at for at, word in enumerate(words) if word.bare in ENGLISH)
    return frozenset(words[at].bare for at in places if begins_product(words, at))
