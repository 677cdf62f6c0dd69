r"""Equations side by side in one display, a = b, \qquad c = d: each by itself, where it matters.

A derivative that is given may be defined in one of them and used in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.spelling.upstream import with_upstream
from matgrad.app.ask.text.segments import Cut, Segment

_BESIDE = re.compile(r"\s*,\s*\\q?quad(?![A-Za-z])\s*|\s*\\qquad(?![A-Za-z])\s*")
_BRACES = re.compile(r"\{[^{}]*\}")


def with_given_derivatives(cut: Cut) -> Cut:
    """The text with a letter for the derivative that it calls given, also inside of displays."""
    apart = replace(cut, segments=tuple(x for each in cut.segments for x in _apart(each)))
    made = with_upstream(apart)
    return made if made.segments != apart.segments else with_upstream(cut)


def _apart(segment: Segment) -> Iterator[Segment]:
    """The equations of a display, each a formula."""
    parts = _BESIDE.split(segment.text) if segment.is_math else []
    is_list = len(parts) > 1 and all(_outside(x).count("=") == 1 and _is_closed(x) for x in parts)
    for n, part in enumerate(parts if is_list else ()):
        if n:
            yield Segment(False, " and ")
        yield replace(segment, text=part)
    if not is_list:
        yield segment


def _outside(latex: str) -> str:
    """A formula without what stands in braces, as the limits of a sum."""
    while (less := _BRACES.sub(" ", latex)) != latex:
        latex = less
    return latex


def _is_closed(latex: str) -> bool:
    return r"\begin" not in latex and latex.count("{") == latex.count("}")
