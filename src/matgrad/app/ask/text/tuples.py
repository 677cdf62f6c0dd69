"""Typed lists of numbers that words call points or directions are formulas: at (1, 2)."""

from __future__ import annotations

import re

from matgrad.app.ask.text.words import POINT

_NUMBER = r"-?\s?\d+(?:\.\d+)?(?:/\d+)?"
_LIST = rf"(?P<list>[(<]\s?{_NUMBER}(?:\s*,\s*{_NUMBER})+\s?[)>])"
_TYPED = re.compile(
    rf"(?P<before>\b(?:at|{POINT},?|direction|vector|along|of|towards)\s+){_LIST}(?![\w^'(\[])",
    re.I,
)


def with_tuples(typed: str) -> str:
    """The text with dollars around such lists.

    >>> with_tuples("at (1,2) in the direction of the vector <3, 4>")
    'at $(1,2)$ in the direction of the vector $(3, 4)$'
    """
    return _TYPED.sub(lambda m: f"{m['before']}$({m['list'][1:-1].strip()})$", typed)
