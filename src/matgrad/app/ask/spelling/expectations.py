r"""Expectations that are written with a plain letter: E[x] is \mathbb{E}[x], no product with E."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_EXPECTED = re.compile(
    r"(?<![A-Za-z\\_^])(?:E|\\(?:operatorname|mathrm|text|mathsf)\s*\{\s*E\s*\})"
    r"(?=(?:\s*_\s*(?:\{[^{}]*\}|\\?\w+))?\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\[)"
)
_LETTER = re.compile(  # of which something else is said, or that is a factor elsewhere
    r"(?<![A-Za-z\\])E\s*(?::?=|\\in\b|\^|[A-Za-z]|\()|[A-Za-z)]\s*E(?![A-Za-z\[{])|\s*E\s*\Z"
)


def with_expectations(cut: Cut) -> Cut:
    r"""The text with \mathbb{E} for an E that only stands before square brackets."""
    rest = [_EXPECTED.sub("", latex) for latex in cut.formulas]
    if any(map(_LETTER.search, rest)):
        return cut
    return cut.rewritten(lambda latex: _EXPECTED.sub(r"\\mathbb{E}", latex))
