r"""Letters with a prime that are points of their own: x' beside x, \nabla_{x'}, v'^T."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.patterns import LETTER

_PLACES = (
    re.compile(rf"\\nabla\s*_\s*\{{?\s*(?P<x>{LETTER})'"),
    re.compile(rf"\\partial\s*(?P<x>{LETTER})'\s*\}}"),
    re.compile(rf"(?P<x>{LETTER})'\s*\^\s*\{{?\s*(?:T|\\top)"),
    re.compile(r"(?<![A-Za-z\\])(?P<x>[a-z])\s*-\s*(?P=x)'(?!'|\s*(?:\\cdot|\*|[A-Za-z(]))"),
    re.compile(r"(?<![A-Za-z\\])(?P<x>[a-z])'\s*-\s*(?P=x)(?![A-Za-z'^])"),
)


def points_beside(latex: str) -> Iterator[str]:
    """The letters whose prime is no transpose here, since nothing would fit otherwise."""
    for pattern in _PLACES:
        yield from (found["x"] for found in pattern.finditer(latex))
