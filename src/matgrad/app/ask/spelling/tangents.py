"""The slope of a curve is a derivative: “at ⟦x = 1⟧ the slope is ⟦2⟧”.

That of a line or of a regression, beside an intercept, is a letter of the text, and that of a ReLU
is told elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut, Segment

_OF = r"(?:\s+of\s+(?:the|its)\s+(?:tangent(?:\s+line)?|curve|graph|function))?"
_SLOPE = re.compile(
    rf"(?<!respect to )\b(the|its|their)\s+slope(?P<s>s?){_OF}"
    r"(?=\s*$|\s+(?:at|is|are|there|equals?|of|in|when|for|should|must|would)\b|\s*[,.?])",
    re.I,
)
_DERIVED = re.compile(r"\b(?:derivative|slope)s?\b", re.I)
_OTHER = re.compile(
    r"\bintercepts?\b|\bregress|\bleaky|\brelu\b|\blogistic|\bline\b(?<!tangent line)", re.I
)


_ZERO = re.compile(rf"(\bat\s+{ANY}\s*,?\s+it\s+is\s+)(?:zero|0)(?=\s*[.,;?]|\s+and\b)", re.I)


def with_tangents(cut: Cut) -> Cut:
    """The text with the word derivative for slope, where it is that of a function."""
    if not has_marks(cut) and _ZERO.search(cut.marked) and _DERIVED.search(cut.words):
        writing = Writing.of(cut)
        writing.text = _ZERO.sub(lambda found: found[1] + writing.add("0"), writing.text)
        cut = writing.recut(cut)
    if _OTHER.search(cut.words) or not _SLOPE.search(cut.words):
        return cut
    made = (
        each if each.is_math else Segment(False, _SLOPE.sub(r"\1 derivative\g<s>", each.text))
        for each in cut.segments
    )
    return replace(cut, segments=tuple(made))
