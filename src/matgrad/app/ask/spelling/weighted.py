r"""Norms with a matrix below, \|x\|_A^2 = x^TAx."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_OPEN, _CLOSE = r"(?:\\left\s*)?(?:\\\||\\lVert|\\Vert)", r"(?:\\right\s*)?(?:\\\||\\rVert|\\Vert)"
_WEIGHT = (
    r"(?:(?P<a>[A-EG-Z])|\{\s*(?P<b>(?:[A-EG-Z]|\\[A-Z][a-z]+)(?:\s*\^\s*\{\s*-\s*1\s*\})?)\s*\})"
)
_NORM = re.compile(
    rf"{_OPEN}(?P<x>(?:(?!\\\||Vert)[^|]){{1,80}}?){_CLOSE}\s*_\s*{_WEIGHT}"
    r"(?P<square>\s*\^\s*(?:2|\{\s*2\s*\}))?"
)


def with_weights(cut: Cut) -> Cut:
    """The text with products for norms that have a matrix below."""
    return cut.rewritten(lambda latex: _NORM.sub(_product, latex))


def _product(found: re.Match[str]) -> str:
    x, weight = found["x"].strip(), found["a"] or found["b"]
    product = rf"\left({x}\right)^{{\top}} {weight} \left({x}\right)"
    return rf"\left({product}\right)" if found["square"] else rf"\sqrt{{{product}}}"
