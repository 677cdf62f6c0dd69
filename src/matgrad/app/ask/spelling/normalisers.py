r"""What makes a density one: Z(\theta) in \frac{1}{Z(\theta)}e^{-E(x)}, of which nothing is said.

It is a number Z. A derivative by what it may depend on is asked about where the variable is known.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut

_BELOW = r"\s*_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\w)"
_CALL = r"\s*(?:\\left\s*)?\([^()=]{1,20}\)"
_Z = rf"(?<![A-Za-z\\])Z(?:{_BELOW}(?:{_CALL})?|{_CALL})"
_DEFINED = re.compile(rf"\s*(?:{_Z}|Z)\s*(?::?=|\\in)")
_OVER = re.compile(rf"\}}\s*\{{\s*({_Z})\s*\}}|/\s*({_Z})")
_EXPONENTIAL = re.compile(r"\\exp|(?<![A-Za-z])e\s*\^")


def with_normalisers(cut: Cut) -> Cut:
    r"""The text with Z for Z(\theta) below an exponential, if nothing says what it is."""
    text = " ; ".join(x for x in cut.formulas if _EXPONENTIAL.search(x))
    found = _OVER.search(text)
    if found is None or any(map(_DEFINED.match, cut.formulas)):
        return cut
    note = f"{quoted(found[1] or found[2]).plain} is called Z"
    return cut.rewritten(lambda latex: re.sub(_Z, "Z", latex), note)
