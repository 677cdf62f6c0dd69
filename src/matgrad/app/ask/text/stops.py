r"""Full stops inside of formulas, $$L = \|Ax-b\|^2.$$ It follows that …: they end a sentence."""

from __future__ import annotations

import re

_STOP = re.compile(r"(?<!\.)\.(?P<end>\s*(?:\$\$?|\\\]|\\\)|\\end\{[a-z]+\*?\}))$")
_NEXT = re.compile(r"\s+(?:[A-Z]|\$|\\[(\[])")


def with_stops(text: str, math: re.Pattern[str]) -> str:
    r"""The text with these full stops behind their formulas, where the next sentence begins.

    >>> with_stops("Let $$f = x.$$ Then", re.compile(r"\$\$.+?\$\$"))
    'Let $$f = x$$. Then'
    """

    def moved(found: re.Match[str]) -> str:
        stop = _STOP.search(found[0]) if _NEXT.match(text, found.end()) else None
        return f"{found[0][: stop.start()]}{stop['end']}." if stop else found[0]

    return math.sub(moved, text)
