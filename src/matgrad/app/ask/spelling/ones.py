r"""Vectors of ones that are written as the number: X^T1 and 1b^T, for there is no factor 1."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_T = r"\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})"
_VECTOR = (
    r"(?:\\(?:mathbf|bm|boldsymbol|bar|hat)\s*\{?\s*\\?[a-z]+\s*\}?|\\[a-z]+(?![A-Za-z])|[a-z])"
)
_BEHIND = re.compile(rf"({_T}\s*)1(?!\s*[\d./_^])")
_BEFORE = re.compile(rf"(?P<sign>^|[-+=(]|\\left\s*\()\s*1(?=\s*{_VECTOR}\s*{_T})")


def with_bare_ones(cut: Cut) -> Cut:
    r"""The text with \mathbf{1} for a 1 behind or before a transpose."""

    def written(latex: str) -> str:
        latex = _BEHIND.sub(r"\1\\mathbf{1}", latex)
        return _BEFORE.sub(r"\g<sign>\\mathbf{1}", latex)

    return cut.rewritten(written)
