"""Typed numbers that are points, directions or answers are formulas: at (1, 2) I get 5."""

from __future__ import annotations

import re

from matgrad.app.ask.text.words import ABOUT, POINT, RESPECT

_NUMBER = r"-?\s?\d+(?:\.\d+)?(?:/\d+)?"
_LIST = rf"(?P<list>[(<]\s?{_NUMBER}(?:\s*,\s*{_NUMBER})+\s?[)>])"
_TYPED = re.compile(
    rf"(?P<before>\b(?:at|{POINT},?|direction|vector|along|of|towards?|from)\s+|(?<=[)>])\s+to\s+)"
    rf"{_LIST}(?![\w^'(\[])",
    re.I,
)
_ANSWER = re.compile(
    r"(?P<before>\b(?:I|we|he|she|they)\s+(?:gets?|got|obtain(?:ed)?|find|found)\s+"
    r"|\b(?:my|his|her|the)\s+answer\s+is\s+|\b(?:derivative|slope)\b[^.?!$]{0,40}?\b(?:is|equals)\s+)"
    rf"(?P<about>(?:{ABOUT}\s+)?)"
    r"(?P<number>-?(?!0(?![.\d]))\d+(?:\.\d+)?(?:/\d+)?)(?=\s*(?:[.?!,;](?:\s|$)|$))",
    re.I,
)
_EQUAL = re.compile(  # is the partial derivative with respect to y equal to 3?
    rf"(?P<before>\b(?:derivative|slope)\b(?:\s+(?:{RESPECT}|by|in)\s+\S{{1,12}})?\s+"
    r"(?:is(?:\s+equal\s+to)?|equals|equal\s+to)\s+(?:(?:just|simply|then)\s+)?)(?P<about>)"
    r"(?P<number>-?(?!0(?![.\d]))\d+(?:\.\d+)?(?:/\d+)?)(?=\s*(?:[.?!,;](?:\s|$)|and\b|$))",
    re.I,
)
_AT = re.compile(  # where a derivative has a value
    r"\bat\s+(?:the\s+point\s+)?[$(]*[a-z]\w{0,3}\s*=|\bevaluat|\b(?:derivative|slope)\s+(?:\S+\s+){0,3}at\b",
    re.I,
)
_OPTIMUM = re.compile(  # then a number may be a point
    r"\b(?:minim|maxim|optim|stationary|critical|zeros?\b|vanish|solv|roots?\b|extrem|saddle)", re.I
)


def with_tuples(typed: str, whole: str = "") -> str:
    """The text with dollars around such lists and numbers; `whole` tells whether these are values.

    >>> with_tuples("at (1,2) in the direction of the vector <3, 4>")
    'at $(1,2)$ in the direction of the vector $(3, 4)$'
    >>> with_tuples("What is f' at x = 1? I get 11.")
    "What is f' at x = 1? I get $11$."
    """
    if not _OPTIMUM.search(whole or typed):
        answer = _ANSWER if _AT.search(whole or typed) else _EQUAL
        typed = answer.sub(lambda m: f"{m['before']}{m['about']}${m['number']}$", typed)
    return _TYPED.sub(lambda m: f"{m['before']}$({m['list'][1:-1].strip()})$", typed)
