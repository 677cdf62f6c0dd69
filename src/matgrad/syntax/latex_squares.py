r"""Squares that are defined: in \sigma^2 = \frac1n\|x\|^2 the name is σ², called σ_sq."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STEM = r"(?P<stem>\\[a-z]+(?![A-Za-z])|(?<![A-Za-z\\])[a-z])"
_TWO = r"\s*\^\s*(?:2(?!\d)|\{\s*2\s*\})"
_SPACE = r"(?:[\s~&$]|\\[ ,;:!>\[(]|\\q?quad(?![A-Za-z])|\\begin\s*\{[a-z]+\*?\})*"
_BREAK = r"\\\\\*?(?:\s*\[[^\[\]]*\])?"
_EQUALS = r"\s*&?\s*:?=(?!=)"
_DEFINED = re.compile(rf"(?:^|[,;]|{_BREAK}){_SPACE}{_STEM}{_TWO}{_EQUALS}")
_ARGUMENTS = re.compile(rf"\(([^()]*)\){_EQUALS}")  # of L(\mu, \sigma^2) = …
_ARGUMENT = re.compile(rf"\s*{_STEM}{_TWO}\s*")
NOTE = "{0}^2 is a variable of its own here, called {0}_sq"


def with_squares(text: str) -> tuple[str, list[str]]:
    r"""The text with names for the squares that it defines, and what is said of them.

    A letter that stands there without a square as well is left alone: σ would be ±√σ².

    >>> with_squares(r"s^2 = x^Tx, f = \log s^2")
    ('s_{sq} = x^Tx, f = \\log s_{sq}', ['s^2 is a variable of its own here, called s_sq'])
    """
    notes: list[str] = []
    for stem in dict.fromkeys(_defined(text)):
        letter = re.escape(stem) if len(stem) > 1 else rf"(?<![A-Za-z\\]){stem}"
        letter += "(?![A-Za-z])" if len(stem) > 1 else ""
        if len(re.findall(letter, text)) == len(re.findall(letter + _TWO, text)):
            text = re.sub(letter + _TWO, lambda _, x=stem: rf"{x}_{{sq}}", text)
            notes.append(NOTE.format(stem.lstrip("\\")))
    return text, notes


def _defined(text: str) -> Iterator[str]:
    """The letters whose squares a text defines, or has as arguments of what it defines."""
    yield from (found["stem"] for found in _DEFINED.finditer(text))
    for inside in _ARGUMENTS.findall(text):
        yield from (found["stem"] for found in map(_ARGUMENT.fullmatch, inside.split(",")) if found)
