"""The words by which a text holds something fixed while it differentiates the rest."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import LIST, M

_CONSTANT = r"(?:constants?|fixed|frozen|detached|stop-?\s?gradients?)\b"
_AS = (
    r"(?:(?:held|kept|treated|regarded|considered|taken|assumed|viewed|seen)\s+"
    r"(?:as\s+|to be\s+)?)?(?:an?\s+)?"
)
_WORDS = r"(?:the\s+)?(?:(?!(?:of|in|on|and|or|with|to|by|as|not|no)\b)[a-z-]+\s+){0,3}?"
_FLOW = (
    r"(?:flow(?:s|ing)?|(?:back-?)?propagat\w+|pass(?:es|ed|ing)?|go(?:es)?|differentiate|taken)"
    rf"\s+(?:back\s+)?(?:through|into|via)\s+{_WORDS}(?P<of>{M})"
)
_NOT = r"\s*(?:\s(?:not|never)|n['’]t)\s+"
_HELD = (  # a name and what is said of it; what somebody does to it; an adjective
    rf"(?P<of>{M})\s*,?\s*(?P<is>(?:is|are|be|being|which is)\s+)?{_AS}{_CONSTANT}",
    rf"\b(?:hold|keep|treat|regard|consider|view|tak)(?:e|(?P<doing>ing))?\s+{_WORDS}(?P<of>{LIST})\s+"
    rf"(?:as\s+)?(?:an?\s+)?(?:{_CONSTANT}|independent\b(?:\s+of\s+{M})?)",
    rf"\b(?P<for>for|with)\s+(?:a\s+)?(?:constants?|fixed|frozen|detached)\s+(?P<of>{M})",
    rf"\b(?:detach|freez)(?:e|(?P<doing>ing))?\s+{_WORDS}(?P<of>{LIST})",
    rf"\b(?:no|without(?:\s+any)?)\s+gradients?\s+(?:(?:is|are|can|may|will)\s+)?{_FLOW}",
    rf"\b(?:gradients?|we|I|you)\s+(?:do(?:es)?|is|are|should|must|can|will){_NOT}{_FLOW}",
    rf"\bstop(?:ping|ped|s)?(?:\s+the)?[-\s]gradients?\s+(?:flow\s+|operator\s+|applied\s+)?"
    rf"(?:at|on|to|of|through|around|in|for)\s+{_WORDS}(?P<of>{M})",
    rf"\b(?:ignor|neglect|disregard)(?:e|(?P<doing>ing))?\s+(?:the|its|any)\s+(?:[a-z-]+\s+)?"
    rf"dependenc[ey]\s+of\s+{_WORDS}(?P<of>{M})\s+(?:up)?on\s+{M}",
)
HELD = tuple(re.compile(way, re.I) for way in _HELD)
# Where and when something is held, which says nothing more: … during this step, … as usual.
WHILE = re.compile(
    r"\b(?:(?:during|in|for|within|throughout|at)\s+(?:this|the|that|each|every|our|my)\s+"
    r"(?:[a-z-]+\s*){1,2}|while\s+differentiating|when\s+(?:we\s+|one\s+|I\s+)?differentiat(?:e|ing)"
    r"|as\s+usual|by\s+convention|for\s+the\s+moment|for\s+now|only|throughout)",
    re.I,
)
# Parts that words alone name: the target is treated as a constant, a semi-gradient.
_PART = (
    r"(?:targets?|bootstrap\w*|denominator|numerator|(?:first|second|third|last|other|left|right)\s+"
    r"(?:[a-z]+\s+)?(?:term|factor|part|argument|summand)|teacher|normali[sz]ation|max(?:imum)?|weights?)"
)
_A = rf"\b(?:the|its|our|my|this)\s+(?:(?!not\b)[a-z-]+\s+){{0,2}}?{_PART}"
NAMELESS = re.compile(
    rf"{_A}\s+(?:is|are|being|be)\s+(?:only\s+)?{_AS}{_CONSTANT}"
    rf"|\b(?:hold|keep|treat|regard|consider|tak)(?:e|s|ing)?\s+{_A[2:]}\s+(?:as\s+)?(?:an?\s+)?{_CONSTANT}"
    rf"|\b(?:no|without(?:\s+any)?)\s+gradients?\s+(?:(?:is|are|can|may|will)\s+)?(?:flow|propagat|pass)"
    rf"\w*\s+(?:back\s+)?(?:through|into)\s+{_A[2:]}"
    rf"|\b(?:detach|freez)(?:e|ing)?\s+{_A[2:]}|\b(?:stop|semi)-?gradients?\b",
    re.I,
)
