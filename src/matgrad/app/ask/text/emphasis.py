r"""Words that are set off from others, as *square*, <b>square</b> and \emph{square}, are words."""

from __future__ import annotations

import re

_WORDS = r"[A-Za-z]{3,}(?:[ -][A-Za-z]+){0,5}"
_SET_OFF = (
    re.compile(rf"(?<![\w*])(\*{{1,3}})({_WORDS})\1(?![\w*])"),
    re.compile(rf"(?<!\w)(_{{1,2}})({_WORDS})\1(?!\w)"),
    re.compile(rf"<(b|i|u|em|strong|mark|span)>\s*({_WORDS})\s*</\1>", re.I),
    re.compile(rf"\\(emph|text\w{{2}}|underline|uline)\s*\{{\s*({_WORDS})\s*\}}"),
    re.compile(rf"(?<!\w)([\"“‘])({_WORDS})[\"”’](?!\w)"),
    re.compile(rf"(\[)({_WORDS})\]\([^()\s]{{1,200}}\)"),  # a link
)


def without_emphasis(prose: str) -> str:
    """The words of a text without the marks around some of them.

    >>> without_emphasis("the *square* of")
    'the square of'
    """
    for pattern in _SET_OFF:
        prose = pattern.sub(r"\2", prose)
    return prose
