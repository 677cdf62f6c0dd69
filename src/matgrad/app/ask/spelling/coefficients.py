r"""Coefficients behind vectors: β of x_i^T\beta is a vector, where x_i \in \mathbb{R}^d.

A Greek letter is a number else, and x_i^T\beta would be a row for each i.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_MEMBER = r"(?P<x>[a-z])\s*_\s*\{?\s*[ijkn]\s*\}?"
_T = r"(?:\s*\^\s*\{?\s*(?:T|\\top|\\intercal|\\mathsf\s*\{?T\}?)\s*\}?|\s*')"
_GREEK = r"(?P<b>\\(?:alpha|beta|gamma|delta|eta|theta|omega|xi|zeta|phi|psi)(?![A-Za-z])|[α-ω])"
_PRODUCT = re.compile(rf"(?:(?<![A-Za-z\\])|(?<=_[a-z])){_MEMBER}{_T}\s*{_GREEK}(?!\s*[_^(])")
_DECLARED = re.compile(rf"\s*{_MEMBER}.{{0,40}}\\in\s*\\mathbb\s*\{{?\s*R\s*\}}?\s*\^", re.S)
_ALONE = re.compile(rf"\s*{_MEMBER}(?:{_T})?\s*")
_ROWS = re.compile(  # x_i^T are the rows of X
    r"\s*(?:,\s*)?(?:are|is|be|being|denotes?)\s+(?:the\s+)?(?:\S+\s+)?(?:rows?|columns?)\b", re.I
)
_NUMBER = re.compile(r"\b(?:scalars?|numbers?)\b", re.I)


def with_coefficients(cut: Cut) -> Cut:
    """The text that calls such letters vectors, unless it speaks of numbers or declares them."""
    vectors = {m["x"] for text in cut.formulas if (m := _DECLARED.match(text))}
    for n, each in enumerate(cut.segments):
        behind = "".join(x.text for x in cut.segments[n + 1 : n + 4])  # is the ⟦i⟧-th row of
        if (m := _ALONE.fullmatch(each.text)) and _ROWS.match(behind):
            vectors.add(m["x"])
    found = (m for text in cut.formulas for m in _PRODUCT.finditer(text) if m["x"] in vectors)
    letters = dict.fromkeys(m["b"] for m in found)
    is_told = [x for x in letters if any(_is_declared(x, text) for text in cut.formulas)]
    if _NUMBER.search(cut.words):
        return cut
    told = [
        part
        for letter in letters
        if letter not in is_told
        for part in (Segment(True, letter), Segment(False, " is a vector. "))
    ]
    if not told:
        return cut
    return replace(cut, segments=(*cut.segments, Segment(False, "\n\nHere "), *told))


def _is_declared(letter: str, latex: str) -> bool:
    return re.match(rf"\s*{re.escape(letter)}.{{0,20}}\\in(?![A-Za-z])", latex) is not None
