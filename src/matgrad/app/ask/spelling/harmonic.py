r"""Functions that are called harmonic: g is harmonic says that \Delta g = 0."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_SAID = re.compile(
    r"\s*(?:(?:is|be)\s+)?(?:(?:indeed|really|a)\s+)*harmonic(?:\s+function)?\b"
    r"(?!\s*-|\s+(?:mean|average|oscillat|series|sum|number|potential|function))"
    r"(?P<ie>\s*[,:(]*\s*(?:i\.\s?e\.|that\s+is|meaning(?:\s+that)?|so)\s*,?\s*$)?",
    re.I,
)
_NAMED = re.compile(r"\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*(?:\([^()=]*\)\s*)?(?:[:.]?=.*)?", re.DOTALL)
_HEAD = re.compile(r"\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*(?:\([^()=]*\)\s*)?:?=")
_IF = re.compile(r"\b(?:if|suppose|assume|assuming|when|whenever|that)\s+$", re.I)
_SHOWN = re.compile(r"\b(?:show|prove|verify|check|see|find|know)\s+that\s+$", re.I)
_LAPLACE = re.compile(r"\s*(?:\\Delta|\\nabla\s*\^)")


def with_harmonic(cut: Cut) -> Cut:
    r"""The text with \Delta g = 0 for “is harmonic”, unless that stands there as well."""
    segments: list[Segment] = []
    known = {head["f"] for latex in cut.formulas if "=" in latex and (head := _HEAD.match(latex))}
    for at, each in enumerate(cut.segments):
        before = _NAMED.fullmatch(cut.segments[at - 1].text) if at and not each.is_math else None
        said = _SAID.match(each.text) if before else None
        if said is None or before is None or before["f"] not in known or _supposed(cut, at - 1):
            segments.append(each)
            continue
        after = cut.segments[at + 1].text if at + 1 < len(cut.segments) else ""
        is_told = said["ie"] is not None and _LAPLACE.match(after)
        told = [] if is_told else [Segment(True, rf"\Delta {before['f']} = 0")]
        segments += [Segment(False, " satisfies "), *told, Segment(False, each.text[said.end() :])]
    return replace(cut, segments=tuple(segments))


def _supposed(cut: Cut, at: int) -> bool:
    """Is it supposed that the function at this place is harmonic?"""
    words = cut.segments[at - 1].text if at else ""
    return bool(_IF.search(words)) and not _SHOWN.search(words)
