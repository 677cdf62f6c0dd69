r"""\nabla f \propto E is the claim that \nabla f = E up to a constant factor."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_CLAIM = re.compile(
    r"(?P<left>\s*(?:\\nabla|\\(?:[dt]?frac)\s*\{\s*(?:\\partial|d\b|\\mathrm\s*\{?d)|\\partial)"
    r"[^=]{0,120}?)\\propto(?![A-Za-z])(?P<right>[^=]+)"
)
WORDS = "up to a constant factor, "


def with_proportions(cut: Cut) -> Cut:
    """The text with an equation and words for a derivative that is proportional to something."""
    segments: list[Segment] = []
    for each in cut.segments:
        found = _CLAIM.fullmatch(each.text) if each.is_math else None
        if found is None:
            segments.append(each)
            continue
        before = segments.pop().text if segments and not segments[-1].is_math else ""
        segments.append(Segment(False, f"{before.rstrip()} {WORDS}".lstrip()))
        segments.append(Segment(True, f"{found['left']} = {found['right']}"))
    return replace(cut, segments=tuple(segments))
