"""Functions that a sentence puts in the place of the one of the text, for what it says itself.

“If I use ⟦5⟧ instead, is the gradient still ⟦7⟧?” asks whether ⟦7⟧ is that of ⟦5⟧.
"""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import M, numbers

_FUNCTION = r"(?:function|loss|objective|cost|energy|criterion|potential|expression|problem|it)"
_WORDS = (  # the plain cost, not: the product rule with
    r"(?:(?!(?:with|of|on|to|by|in|for|as|from|that|fact|rule|formula|identity|notation)\b)[a-z-]+\s+)"
    r"{0,4}?"
)
_USE = (
    r"(?:use|used|take|took|consider|considered|minimi[sz]e|minimi[sz]ed|choose|chose|had|start(?:ed)?"
    r"\s+(?:from|with)|differentiate|look(?:ed)?\s+at|work(?:ed)?\s+with|optimi[sz]e|write|wrote)"
)
_WAYS = (
    r"\b(?:if|when|suppose|assume|what\s+if)\s+(?:instead\s+)?(?:that\s+)?"
    rf"(?:I|we|one|you|he|she|they)\s+(?:now\s+|instead\s+)?{_USE}\s+"
    rf"{_WORDS}(?P<mark>{M})(?!\s+(?:instead\s+of|as|for)\b)",
    rf"\bif\s+(?:the\s+)?{_FUNCTION}\s+(?:were|was|is|had\s+been)\s+(?P<mark>{M})",
    rf"\b(?:for|with|using|taking)\s+(?:the\s+(?:[a-z-]+\s+){{0,3}})?(?P<mark>{M})\s+instead\b",
    rf"\breplac(?:e|ed|ing)\s+(?:(?P<old>{M})|the\s+{_FUNCTION}|it)\s+(?:by|with)\s+(?P<mark>{M})",
    rf"\bwithout\s+the\s+(?:half|factor|constant|prefactor|one\s+half|square(?:\s+root)?|root|log)\b"
    rf"\s*,?\s*(?:i\.?\s?e\.?|that\s+is|namely|so)\s*,?\s+(?:just\s+|for\s+|with\s+)?(?P<mark>{M})",
)
_OTHERWISE = re.compile(
    r"\b(?:instead|still|also|too|without|were|would|becomes?|chang\w+|replac\w+|rather|other|another"
    r"|different)\b",
    re.I,
)
_PATTERNS = tuple(re.compile(way, re.I) for way in _WAYS)


def instead_in(said: Said, sentence: str, reading: Reading) -> int | None:
    """The function that a sentence puts in the place of the text's own."""
    known = {*reading.bare, *(each.segment for each in reading.defined if each.left.arguments)}
    known -= {*said.claims}
    ways = _PATTERNS if _OTHERWISE.search(sentence) else ()
    found = [each for way in ways for each in way.finditer(sentence) if _is_whole(each, reading)]
    return min((n for each in found for n in numbers(each["mark"]) if n in known), default=None)


def _is_whole(found: re.Match[str], reading: Reading) -> bool:
    """Is a function replaced, and not a name inside of one?"""
    old = found.groupdict().get("old")
    return not old or bool({*names_of(old, reading)} & reading.functions)
