r"""The letter for the number of samples: “n samples”, “do I have to divide by n?” beside Xw - y.

y, which has an entry for each sample, is then declared as a vector in \mathbb{R}^n, so that no
other size is called n.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.writing import ONE, Writing, has_marks
from matgrad.app.ask.text.segments import Cut, Segment

_SAMPLES = (
    r"(?:(?:training|data|labell?ed)\s+)?(?:samples|examples|observations|data\s?points|points"
    r"|measurements|records|instances)"
)
_COUNTED = (
    rf"{ONE}\s+(?:iid\s+|i\.i\.d\.\s+)?{_SAMPLES}\b",  # with ⟦n⟧ samples
    rf"{ONE}\s+(?:is|denotes|being|=)\s+the\s+(?:number|count)\s+of\s+(?:the\s+)?{_SAMPLES}\b",
    rf"\bnumber\s+of\s+{_SAMPLES}\s*(?:,|is|\()?\s*{ONE}",
    rf"\bdivid(?:e|ed|ing)\s+(?:(?:it|this|that|everything|the\s+\w+)\s+)?by\s+{ONE}",
)
_WAYS = tuple(re.compile(way, re.I) for way in _COUNTED)
_SIZE = re.compile(r"\s*[nNmMT]\s*")
_PRODUCT = (  # of the data, whose rows are samples; not Wx
    r"(?:X|\\mathbf\s*\{\s*X\s*\}|\\Phi)\s*(?:\\cdot\s*)?(?:\\[a-z]+(?:\s*\{\s*[a-z]\s*\})?|[a-z])"
)
_RESIDUAL = re.compile(  # Xw - y, y - Xw
    rf"(?<![A-Za-z\\^_]){_PRODUCT}(?:\s*\+\s*b)?\s*-\s*(?P<y>[yt])(?![A-Za-z_^])"
    rf"|(?<![A-Za-z\\^_])(?P<t>[yt])\s*-\s*{_PRODUCT}"
)
NOTE = "{0} has {1} entries, one for each sample"


def with_sample_counts(cut: Cut) -> Cut:
    """The text with the length of y, where words count the samples by a letter of their own."""
    residuals = {x["y"] or x["t"] for text in cut.formulas for x in _RESIDUAL.finditer(text)}
    if len(residuals) != 1 or has_marks(cut) or any(r"\in" in text for text in cut.formulas):
        return cut
    writing = Writing.of(cut)
    found = (x for way in _WAYS for x in way.finditer(writing.text))
    sizes = {writing.formula(x[1]).strip() for x in found}
    size = sizes.pop() if len(sizes) == 1 else ""
    if not _SIZE.fullmatch(size):
        return cut
    (y,) = residuals
    made = (Segment(False, "\n\nHere "), Segment(True, rf"{y} \in \mathbb{{R}}^{{{size}}}"))
    segments = (*cut.segments, *made, Segment(False, "."))
    return replace(cut, segments=segments, notes=(*cut.notes, NOTE.format(y, size)))
