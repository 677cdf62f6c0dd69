r"""Norms with a matrix below, \|x\|_A^2 = x^TAx; softmax that words behind it make one of rows."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_OPEN, _CLOSE = r"(?:\\left\s*)?(?:\\\||\\lVert|\\Vert)", r"(?:\\right\s*)?(?:\\\||\\rVert|\\Vert)"
_WEIGHT = r"(?:(?P<a>[A-EG-Z])|\{\s*(?P<b>[A-EG-Z]|\\[A-Z][a-z]+(?:\s*\^\s*\{\s*-\s*1\s*\})?)\s*\})"
_NORM = re.compile(
    rf"{_OPEN}(?P<x>(?:(?!\\\||Vert)[^|]){{1,80}}?){_CLOSE}\s*_\s*{_WEIGHT}"
    r"(?P<square>\s*\^\s*(?:2|\{\s*2\s*\}))?"
)
_BY_ROWS = re.compile(
    rf"({M})\s*,?\s*\(?(?:(?:is\s+)?(?:applied|taken|computed|acting|acts|understood)\s+)?"
    r"(?:row-?\s?wise|by\s+rows|along\s+(?:the\s+)?rows|(?:to|over|on)\s+each\s+row|per\s+row)\b",
    re.I,
)
_SOFTMAX = re.compile(r"softmax(?!\s*\\?_)")


def with_weights(cut: Cut) -> Cut:
    """The text with products for norms that have a matrix below, and softmax of rows."""
    cut = cut.rewritten(lambda latex: _NORM.sub(_product, latex))
    rows = {n for found in _BY_ROWS.finditer(cut.marked) for n in numbers(found[1])}
    segments = (
        Segment(True, _SOFTMAX.sub(r"softmax\\_rows", each.text)) if i in rows else each
        for i, each in enumerate(cut.segments)
    )
    return replace(cut, segments=tuple(segments)) if rows else cut


def _product(found: re.Match[str]) -> str:
    x, weight = found["x"].strip(), found["a"] or found["b"]
    product = rf"\left({x}\right)^{{\top}} {weight} \left({x}\right)"
    return rf"\left({product}\right)" if found["square"] else rf"\sqrt{{{product}}}"
