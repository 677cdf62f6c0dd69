"""Derivatives by the names that economists give them: the marginal utility of x, marginal cost.

They are spelled “the partial derivative with respect to x”, and so is “the partial by x”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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
_ONE = r"(?:\$[^$]{1,20}\$|\\\([^()]{1,20}\\\)|(?-i:[A-Zb-zα-ω])(?:_?\d)?(?!\w))"
_AND_OF = re.compile(  # the marginal utility of x and of y
    rf"(?P<first>partial\s+derivatives?\s+with\s+respect\s+to\s+{_ONE}(?:,\s+{_ONE})?)"
    rf"(?P<and>\s*,?\s+and|,)\s+of\s+(?:the\s+)?{_LETTER}",
    re.I,
)
_THAT = re.compile(rf"\bthat\s+of\s+(?:the\s+)?{_LETTER}", re.I)  # and that of y is …
_ALONE = re.compile(  # not: the marginal cost MC = …
    rf"\bmarginal\s+{_NOUN}(?=\s+(?:is|equals?|be|at|in|by|{RESPECT})\b|\s*[:?.,]|\s*$)",
    re.I,
)
_PARTIAL = re.compile(rf"\bpartial\s+(?=(?:by|in|{RESPECT})\s)", re.I)


# A noun with the letter of a function: cost C(q) = …, $R(q) = …$ is the revenue
_CALLED = re.compile(
    rf"\b(?P<noun>{_NOUN})s?(?:\s+(?:function|is|are|be|equals|given|by|of|the|firm|:)){{0,4}}\s*:?\s+"
    r"(?P<sign>\$?)\s*(?P<f>(?-i:[A-Z]|\\pi))\s*\((?=[^()]{1,20}\)\s*=)"
    r"|(?<![\w\\])(?P<mark>\$?)(?P<g>(?-i:[A-Z]))\([^()]{1,20}\)(?:\s*=[^$\n]{1,80}(?=\$))?(?P=mark)"
    r"\s*,?\s+(?:(?:is|be|denotes?|as)\s+)?(?:the|its|our)\s+(?:total\s+|[a-z]+['’]s\s+)?"
    rf"(?P<called>{_NOUN})\b",
    re.I,
)
_MARGINAL = re.compile(
    rf"\bmarginal\s+(?P<noun>{_NOUN})\b(?!\s+of\b)"
    r"(?P<rest>\s+(?=\$?\s*(?-i:[A-Z]))(?P<value>(?=\$?\s*[A-Z]{1,3}(?:\([^()]{1,20}\))?\s*="
    r"(?![^.?!$]{0,40}(?-i:'|\\prime|[d∂][A-Z]))))?)?",
    re.I,
)


def with_marginals(text: str) -> str:
    """The text with these names spelled out.

    >>> with_marginals("Is the marginal utility of x equal to 2x, and the partial by y 3?")
    'Is the partial derivative with respect to x equal to 2x, and the partial derivative by y 3?'
    >>> with_marginals("The marginal likelihood of x and the marginal rate of substitution.")
    'The marginal likelihood of x and the marginal rate of substitution.'
    >>> with_marginals("Cost is C(q) = q^2. What is the marginal cost?")
    'Cost is C(q) = q^2. What is the derivative of C?'
    """
    letters = _letters(text) if "marginal" in text.lower() else {}
    text = changed(_MARGINAL, lambda found: _of_called(found, letters), text) if letters else text
    if _OF.search(text):
        text = changed(_OF, _spelled, changed(_THAT, lambda _: "that with respect to ", text))
        for _ in range(3):
            text = changed(_AND_OF, lambda found: f"{found['first']}{found['and']} ", text)
    text = changed(_ALONE, lambda _: "derivative", text)
    return changed(_PARTIAL, lambda _: "partial derivative ", text)


def _letters(text: str) -> dict[str, str]:
    """The nouns to which a text gives one letter each, as cost and C; by themselves the others."""
    given: dict[str, set[str]] = {}
    for found in _CALLED.finditer(text):
        noun, letter = (found["noun"] or found["called"]).lower(), found["f"] or found["g"]
        sign = found["sign"] or found["mark"] or ""
        given.setdefault(noun, set()).add(f"{sign}{letter}{sign}")
    return {noun: next(iter(each)) for noun, each in given.items() if len(each) == 1}


def _of_called(found: re.Match[str], letters: Mapping[str, str]) -> str:
    """The derivative of the function that a noun names; marginal cost MC = C'(q) names it."""
    letter = letters.get(found["noun"].lower())
    if letter is None or (found["rest"] and found["value"] is None):
        return found[0]
    return f"derivative of {letter}{' is ' if found['rest'] else ''}"


def _spelled(found: re.Match[str]) -> str:
    return f"partial derivative{'s' if found['many'] else ''} with respect to "
