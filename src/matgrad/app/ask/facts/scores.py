"""The score of a likelihood is its gradient: “find the score”, “the score should be ⟦1⟧”."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M

_BE = r"(?:is|(?:should|must|would) be|equals|reads|becomes)\b"
_SCORE = re.compile(  # the score is ⟦1⟧; ⟦1⟧ for the score
    rf"(\b(?:the|its|my|our) )score(?: function| vector)?(?= {_BE}|,? {M}| and [a-z]|[.?!;:])"
    rf"|({M} (?:for|as) (?:the|its) )score(?: function| vector)?(?= and\b|[.,;:?!)]|$)",
    re.I,
)
_LIKELY = re.compile(
    r"\b(?:log-?)?(?:likelihood|densit|posterior)|\b(?:fisher|observed|expected)\s+information\b"
    r"|(?-i:\bMLE\b)",
    re.I,
)


def with_gradients(marked: str) -> str:
    """The text with the gradient for the score, where it speaks of likelihoods or densities."""
    return _SCORE.sub(r"\1\2gradient", marked) if _LIKELY.search(marked) else marked
