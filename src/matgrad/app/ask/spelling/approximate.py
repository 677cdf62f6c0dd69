r"""Numbers that are only close: f'(1) \approx 0.54 says that f'(1) is about 0.54."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_CLOSE = re.compile(
    r"(?P<left>[^=<>]*?)\s*(?:\\(?:approx|simeq|doteq)(?![A-Za-z])|≈)\s*(?P<number>-?\s*\d+(?:\.\d+)?)"
    r"(?P<end>\s*[.,;]?\s*)"
)


def with_approximate(cut: Cut) -> Cut:
    """The text with an equation for such a formula, and words that say that it is close."""
    segments: list[Segment] = []
    for each in cut.segments:
        found = _CLOSE.fullmatch(each.text) if each.is_math else None
        if found is None:
            segments.append(each)
            continue
        left = f"{found['left'].strip()} = " if found["left"].strip() else ""
        before = segments.pop().text if segments and not segments[-1].is_math else ""
        segments.append(Segment(False, f"{before.rstrip()} about "))
        segments.append(Segment(True, f"{left}{found['number']}{found['end']}"))
    return replace(cut, segments=tuple(segments))
