r"""Squares that are defined: in \sigma^2 = \frac1n\|x\|^2 the name is σ², called σ_sq."""

from __future__ import annotations

import re

_STEM = r"(?P<stem>\\[a-z]+(?![A-Za-z])|(?<![A-Za-z\\])[a-z])"
_TWO = r"\s*\^\s*(?:2(?!\d)|\{\s*2\s*\})"
_DEFINED = re.compile(rf"(?:^|[,;]|\\\\)\s*{_STEM}{_TWO}\s*&?\s*:?=(?!=)")
NOTE = "{0}^2 is a variable of its own here, called {0}_sq"


def with_squares(text: str) -> tuple[str, list[str]]:
    r"""The text with names for the squares that it defines, and what is said of them.

    A letter that stands there without a square as well is left alone: σ would be ±√σ².

    >>> with_squares(r"s^2 = x^Tx, f = \log s^2")
    ('s_{sq} = x^Tx, f = \\log s_{sq}', ['s^2 is a variable of its own here, called s_sq'])
    """
    notes: list[str] = []
    for stem in dict.fromkeys(found["stem"] for found in _DEFINED.finditer(text)):
        letter = re.escape(stem) if len(stem) > 1 else rf"(?<![A-Za-z\\]){stem}"
        letter += "(?![A-Za-z])" if len(stem) > 1 else ""
        if len(re.findall(letter, text)) == len(re.findall(letter + _TWO, text)):
            text = re.sub(letter + _TWO, lambda _, x=stem: rf"{x}_{{sq}}", text)
            notes.append(NOTE.format(stem.lstrip("\\")))
    return text, notes
