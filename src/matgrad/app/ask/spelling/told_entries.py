r"""Entries of a derivative in words: its gradient has entries -\log p_i - 1, for H(p) = ….

They are a claim about \frac{\partial H}{\partial p_i}; of a diagonal Hessian, about the whole.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_ENTRIES = r"(?:entries|components|coordinates|elements|entry|component)"
_GRADIENT = re.compile(
    rf"\b(?:gradient|derivative)(?:\s+vector)?\s+(?:has|with|having)\s+(?:the\s+)?{_ENTRIES}\s*:?\s*$",
    re.I,
)
_HESSIAN = re.compile(
    rf"\bhessian\s+(?:matrix\s+)?(?:is\s+)?(?:an?\s+)?diagonal(?:\s+matrix)?\s*,?\s+(?:with|having)\s+"
    rf"(?:the\s+)?(?:diagonal\s+)?{_ENTRIES}\s*:?\s*$",
    re.I,
)
_HEAD = re.compile(r"\s*(?P<f>\\?[A-Za-z]+)\s*\(\s*(?P<x>\\?[A-Za-z]+)\s*\)\s*:?=")
_BELOW = re.compile(r"_\s*(?:\{\s*([ijkl])\s*\}|([ijkl])(?![A-Za-z]))")


def with_told_entries(cut: Cut) -> Cut:
    """The text with equations for the entries that it tells in words."""
    segments = list(cut.segments)
    for n in range(1, len(segments)):
        before, here = segments[n - 1].text, segments[n]
        head = _head(segments[:n])
        indices = {a or b for a, b in _BELOW.findall(here.text)} if here.is_math else set[str]()
        if head is None or len(indices) != 1 or "=" in here.text:
            continue
        f, x, value = head["f"], head["x"], here.text.strip()
        if _GRADIENT.search(before):
            left = rf"\frac{{\partial {f}}}{{\partial {x}_{{{indices.pop()}}}}}"
            segments[n] = Segment(True, f"{left} = {value}")
        elif _HESSIAN.search(before):
            whole = rf"\nabla^2 {f}({x}) = \operatorname{{diag}}({value})"
            segments[n] = Segment(True, whole)
    return replace(cut, segments=tuple(segments))


def _head(segments: list[Segment]) -> re.Match[str] | None:
    """The function of one letter that was defined last."""
    found = (_HEAD.match(each.text) for each in reversed(segments) if each.is_math)
    return next(filter(None, found), None)
