"""Covariances that an equation names: of Σ = Cov(x) only that it is a covariance matrix is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_WORD = r"\\(?:operatorname|mathrm|text|mathbb|mathsf)\s*\*?\s*\{?\s*"
_EXPECTED = re.compile(r"\[\((?P<x>[^()]+)\)\((?P=x)\)\^\{?(?:T|\\top|\\intercal)\}?\]")
_COVARIANCE = re.compile(
    r"\s*(?P<name>\\[A-Z][a-z]+|[A-Z]|\\math\w+\s*\{\s*[A-Z]\s*\})(?:_\{?\w+\}?)?\s*:?=\s*"
    rf"(?:{_WORD}|\\)?(?:[Cc]ov|[Vv]ar)\s*\}}?\s*(?:\\left\s*)?[(\[](?P<of>[^(),;=]+)(?:\\right\s*)?[)\]]\s*"
)
_TURNED = re.compile(
    rf"\s*(?:{_WORD}|\\)?(?:[Cc]ov|[Vv]ar)\s*\}}?\s*(?:\\left\s*)?[(\[](?P<of>[^(),;=]+)"
    r"(?:\\right\s*)?[)\]]\s*=\s*(?P<name>\\[A-Z][a-z]+|[A-Z])\s*"
)
_SECOND = re.compile(
    rf"\s*(?P<name>\\[A-Z][a-z]+|[A-Z])\s*:?=\s*(?:{_WORD}E\s*\}}?|E)(?P<of>\[.+\])\s*"
)


def with_covariances(cut: Cut) -> Cut:
    """The text with words in the place of an equation that only says what a covariance is of."""
    segments = tuple(part for each in cut.segments for part in _told(each))
    return cut if segments == cut.segments else replace(cut, segments=segments)


def _told(segment: Segment) -> Iterator[Segment]:
    latex = re.sub(r"\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|\\[,;!:]|\s+", "", segment.text)
    whole = (pattern.fullmatch(segment.text) for pattern in (_COVARIANCE, _TURNED))
    found = next(filter(None, whole), None) if segment.is_math else None
    second = _SECOND.fullmatch(latex) if segment.is_math and found is None else None
    if second is not None and _EXPECTED.fullmatch(second["of"]):
        found = second
    if found is None:
        yield segment
        return
    yield Segment(False, " the covariance matrix ")
    yield Segment(True, found["name"])
