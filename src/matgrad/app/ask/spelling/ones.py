r"""Vectors of ones that are written as the number: 1^Tx, X^T1 and 1b^T, for there is no factor 1.

So is 11^T, the matrix of ones: nobody transposes eleven. In a text that has 1^T, so is a 1 behind
brackets or a Greek letter: (1^Tx)1, \\lambda 1; and one in any product where words call 1 so.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_T = r"\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})"
_VECTOR = (
    r"(?:\\(?:mathbf|bm|boldsymbol|bar|hat)\s*\{?\s*\\?[a-z]+\s*\}?|\\[a-z]+(?![A-Za-z])|[a-z])"
)
_BEHIND = re.compile(rf"({_T}\s*)1(?!\s*[\d./_^])")
_BEFORE = re.compile(rf"(?P<sign>^|[-+=(]|\\left\s*\()\s*1(?=\s*{_VECTOR}\s*{_T})")
_FONT = r"(?P<font>\\(?:math[a-z]+|bm|boldsymbol|vec)\s*\{?\s*1)"  # which says it already
_TURNED = re.compile(rf"{_FONT}|(?<![\d.A-Za-z_^\\])(?<!_\{{)(?<!\^\{{)1(?=\s*{_T})")
_TWICE = re.compile(rf"(?<![\d.A-Za-z_^\\])(?<!_\{{)(?<!\^\{{)1\s*1(?=\s*(?:{_T}|'))")
_GREEK = r"\\(?:alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau)\s+"
_LAST = re.compile(rf"{_FONT}|(?P<before>\)\s*|{_GREEK})1(?!\s*[\d./_^(])")
_PRODUCT = re.compile(
    rf"{_FONT}|(?P<before>\)\s*|{_GREEK}|[ρλμγαβητνκ]\s*|\\cdot\s*|(?<![A-Za-z\\])[a-z]\s+)1(?!\s*[\d./_^(])"
)
# b·1 with nothing behind it: nobody multiplies by the number.
_TIMES = re.compile(r"(?<=[A-Za-z}])\s*\\cdot\s*1(?=\s*(?:[-+)|=,;]|\\[|)]|\\right|$))")
_IS_ONES = (
    r"\s*,?\s+(?:(?:is|denotes|being|means)\s+|=\s*)?(?:an?\s+|the\s+)?(?:[a-z]\w*-)?"
    r"(?:(?:column\s+)?vector\s+of\s+(?:all\s+)?(?:ones|1['’]?s)|(?:all[- ]?)?ones?[- ]vector)\b"
)
_CALLED = re.compile(rf"(?<![\w.])(?:1|(?P<mark>{M})){_IS_ONES}")  # where 1 is the vector of ones
_LISTED = re.compile(  # A is symmetric, 1 is the vector of ones: what A is, is said of A alone
    rf"(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:where\s+)?1{_IS_ONES}|(?<![\w.])1{_IS_ONES}(?:\s*,\s*|\s+and\s+)"
)


def with_bare_ones(cut: Cut) -> Cut:
    r"""The text with \mathbf{1} for a 1 that is turned, or behind or before a transpose."""
    cut = cut.rewritten(lambda latex: _TWICE.sub(r"\\mathbf{1}\\mathbf{1}", latex))
    is_told = any(
        all(cut.segments[number].text.strip() == "1" for number in numbers(found["mark"] or ""))
        for found in _CALLED.finditer(cut.marked)
    )
    is_turned = any(x for latex in cut.formulas for x in _TURNED.finditer(latex) if not x["font"])

    def one(found: re.Match[str]) -> str:
        before = found.groupdict().get("before") or ""
        return found[0] if found["font"] else rf"{before}\mathbf{{1}}"

    def written(latex: str) -> str:
        latex = _TIMES.sub(r" \\mathbf{1}", latex)
        last = _PRODUCT if is_told else _LAST
        latex = _TURNED.sub(one, last.sub(one, latex) if is_turned or is_told else latex)
        latex = _BEHIND.sub(r"\1\\mathbf{1}", latex)
        return _BEFORE.sub(r"\g<sign>\\mathbf{1}", latex)

    segments = (
        each if each.is_math else Segment(False, _LISTED.sub("", each.text))
        for each in cut.segments
    )
    return replace(cut, segments=tuple(segments)).rewritten(written)
