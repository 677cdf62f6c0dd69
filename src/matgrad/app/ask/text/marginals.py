"""Derivatives by the names that economists give them: the marginal utility of x, marginal cost.

They are spelled “the partial derivative with respect to x”, and so is “the partial by x”.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.remarks import changed
from matgrad.app.ask.text.words import RESPECT

_NOUN = (
    r"(?:physical\s+)?(?:(?:dis)?utility|product(?:ivity)?|cost|revenue|profit|benefit|effect|value"
    r"|return|damage|loss|gain|contribution|change)"
)
# A letter or a formula, perhaps with a noun: of x, of labour L, of good $x_1$
_LETTER = r"(?:[a-z]{3,12}\s+){0,2}?(?=\$|\\\(|(?-i:[A-Zb-zα-ω])(?:_?\d)?(?![\w'’]))"
_NOUNS = r"(?:utilities|products|productivities|costs|benefits|effects|values|contributions)"
_OF = re.compile(rf"\bmarginal\s+(?:{_NOUN}|(?P<many>{_NOUNS}))\s+of\s+(?:the\s+)?{_LETTER}", re.I)
_THAT = re.compile(rf"\bthat\s+of\s+(?:the\s+)?{_LETTER}", re.I)  # and that of y is …
_ALONE = re.compile(  # not: the marginal cost MC = …
    rf"\bmarginal\s+{_NOUN}(?=\s+(?:is|equals?|be|at|in|by|{RESPECT})\b|\s*[:?.,]|\s*$)",
    re.I,
)
_PARTIAL = re.compile(rf"\bpartial\s+(?=(?:by|in|{RESPECT})\s)", re.I)


def with_marginals(text: str) -> str:
    """The text with these names spelled out.

    >>> with_marginals("Is the marginal utility of x equal to 2x, and the partial by y 3?")
    'Is the partial derivative with respect to x equal to 2x, and the partial derivative by y 3?'
    >>> with_marginals("The marginal likelihood of x and the marginal rate of substitution.")
    'The marginal likelihood of x and the marginal rate of substitution.'
    """
    if _OF.search(text):
        text = changed(_OF, _spelled, changed(_THAT, lambda _: "that with respect to ", text))
    text = changed(_ALONE, lambda _: "derivative", text)
    return changed(_PARTIAL, lambda _: "partial derivative ", text)


def _spelled(found: re.Match[str]) -> str:
    return f"partial derivative{'s' if found['many'] else ''} with respect to "
