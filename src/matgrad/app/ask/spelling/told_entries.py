r"""Entries of a derivative in words: its gradient has entries -\log p_i - 1, for H(p) = ….

They are a claim about \frac{\partial H}{\partial p_i}; of a diagonal Hessian, about the whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
_OF_ONE = r"(?:entry|component|coordinate|element)"
_NUMBERED = re.compile(  # the ⟦k⟧-th component of the gradient is ⟦…⟧
    rf"\s*[-–]?\s*(?:th|st|rd|nd)?\s*{_OF_ONE}(?:\s+of\s+(?:the|its|this|my)\s+(?:gradient|derivative))?"
    r"\s+(?:(?:is|should|must|would|be|equals|then|just|reads)\s+)+",
    re.I,
)
_FOR_ONE = re.compile(rf"\s*,?\s*(?:for|in|as)\s+(?:the\s+)?{_OF_ONE}\s+", re.I)
_IN_THE = re.compile(r"\s*,?\s*(?:for|in|at|as)\s+(?:the|its|each|every)\s+", re.I)
_TH = re.compile(rf"\s*[-–]?\s*(?:th|st|rd|nd)\s+{_OF_ONE}\b", re.I)  # ⟦…⟧ in the ⟦k⟧th component
_INDEX = re.compile(r"\s*([i-n])\s*")
_HEAD = re.compile(r"\s*(?P<f>\\?[A-Za-z]+)\s*\(\s*(?P<x>\\?[A-Za-z]+)\s*\)\s*:?=")
_BELOW = re.compile(r"_\s*(?:\{\s*([ijkl])\s*\}|([ijkl])(?![A-Za-z]))")


def with_told_entries(cut: Cut) -> Cut:
    """The text with equations for the entries that it tells in words."""
    segments = _with_numbers_before(list(cut.segments))
    head = None  # the function of one letter that was defined last
    for n in range(1, len(segments)):
        before, here = segments[n - 1].text, segments[n]
        head = (_HEAD.match(before) if segments[n - 1].is_math else None) or head
        if head and here.is_math and "=" not in here.text and (k := _numbered(segments, n)):
            left = rf"\frac{{\partial {head['f']}}}{{\partial {head['x']}_{{{k}}}}}"
            segments[n] = Segment(True, f"{left} = {here.text.strip()}")
            if n + 2 < len(segments) and _FOR_ONE.fullmatch(segments[n + 1].text):
                segments[n + 1 : n + 3] = [Segment(False, " "), Segment(False, "")]  # said with it
            continue
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


def _with_numbers_before(segments: list[Segment]) -> list[Segment]:
    """Write “⟦…⟧ in the component ⟦k⟧” for “⟦…⟧ in the ⟦k⟧th component”."""
    for n in range(1, len(segments) - 1):
        before, index, after = segments[n - 1 : n + 2]
        th = _TH.match(after.text) if not after.is_math else None
        is_one = index.is_math and _INDEX.fullmatch(index.text) and _IN_THE.fullmatch(before.text)
        if th and is_one and not before.is_math:
            segments[n - 1] = Segment(False, " in the component ")
            segments[n + 1] = Segment(False, after.text[th.end() :])
    return segments


def _numbered(segments: Sequence[Segment], n: int) -> str:
    """The number k of the entry that a formula is said to be: “the k-th component is …”."""
    beyond = [each.text for each in segments[n + 1 : n + 3]]
    places = [(_NUMBERED, segments[n - 2].text if n > 1 else "", segments[n - 1].text)]
    places += [(_FOR_ONE, beyond[1], beyond[0])] if len(beyond) == 2 else []
    for pattern, letter, words in places:
        index = _INDEX.fullmatch(letter)
        if index and pattern.fullmatch(words):
            return index[1]
    return ""
