r"""Bars around what is marked as a vector are its length: |\vec r|, |\mathbf{x}-\mathbf{y}|."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_VECTOR = (
    r"\\(?:vec|mathbf|boldsymbol|bm|overrightarrow)\s*"
    r"(?:\{\s*(?:[a-z]|\\[a-z]+)\s*\}|[a-z](?![A-Za-z])|\\[a-z]+(?![A-Za-z]))"
    r"(?:\s*_\s*(?:\{\s*\w{1,4}\s*\}|\w))?"
)
_OPEN, _CLOSE = (
    r"(?:\\left\s*\||\\lvert(?![A-Za-z])|(?<![\\|])\|)",
    r"(?:\\right\s*\||\\rvert(?![A-Za-z])|(?<!\\)\|(?!\|))",
)
_LENGTH = re.compile(rf"{_OPEN}\s*(?P<x>-?\s*(?:{_VECTOR})(?:\s*[-+]\s*(?:{_VECTOR}))*)\s*{_CLOSE}")


def with_lengths(cut: Cut) -> Cut:
    """The text with the bars of a norm around vectors."""
    return cut.rewritten(lambda latex: _LENGTH.sub(r"\\left\\|\g<x>\\right\\|", latex))
