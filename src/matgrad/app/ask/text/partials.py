"""Partial derivatives that are named by an index: f_x and f_xy, where the text defines f(x, y)."""

from __future__ import annotations

import re

_CALL = re.compile(r"(?<![A-Za-z\\])([A-Za-z])\s*\(([\s\w\\,]{1,40})\)\s*:?=")
_SCRIPTED = re.compile(
    r"(?<![A-Za-z\\])([A-Za-z])_(?:\{\s*([a-z]\s*[a-z]?)\s*\}|([a-z]{1,2}))(?![\w(])"
)
_TYPED = re.compile(r"(?<![\w\\])([A-Za-z])_([a-z]{2})(?![\w(])")


def arguments_in(text: str) -> dict[str, set[str]]:
    """The functions that a text defines, with their arguments.

    >>> sorted(arguments_in("Let f(x, y) = x^2 y.")["f"])
    ['x', 'y']
    """
    return {of: {*map(str.strip, given.split(","))} for of, given in _CALL.findall(text)}


def has_partial(text: str, known: dict[str, set[str]]) -> bool:
    """Does one of these functions stand with its arguments below it: f_x, f_{xy}?"""
    found = _SCRIPTED.findall(text)
    return any({*(low or typed)} - {" "} <= known.get(of, set()) for of, low, typed in found)


def with_partials(typed: str, text: str) -> str:
    """What is typed, with braces around two arguments below a function of the text.

    >>> with_partials("Find f_xy.", "Let f(x, y) = x^2 y. Find f_xy.")
    'Find f_{xy}.'
    """
    if not _TYPED.search(typed):
        return typed
    known = arguments_in(text)

    def braced(found: re.Match[str]) -> str:
        is_one = {*found[2]} <= known.get(found[1], set())
        return f"{found[1]}_{{{found[2]}}}" if is_one else found[0]

    return _TYPED.sub(braced, typed)
