r"""Velocities that something is differentiated by: \frac{\partial T}{\partial\dot q}.

There \dot q is a variable beside q, and gets a name of its own.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut

_DOTTED = r"\\dot\s*(?:\{\s*(?P<one>[A-Za-z])\s*\}|(?P<other>[A-Za-z])(?![A-Za-z]))"
_BELOW = re.compile(rf"(?:[{{/]\s*{D}|\\nabla\s*_\s*\{{?)\s*{_DOTTED}")
_ALL = re.compile(_DOTTED)


def with_velocities(cut: Cut) -> Cut:
    r"""The text with a name for \dot q, where it differentiates by that."""
    found = [each for text in cut.formulas for each in _BELOW.finditer(text)]
    letters = {each["one"] or each["other"] for each in found}

    def named(dotted: re.Match[str]) -> str:
        letter = dotted["one"] or dotted["other"]
        return rf"\mathrm{{{letter}dot}} " if letter in letters else dotted[0]

    notes = (
        f"the derivative of {x} by time is a variable of its own, {x}dot" for x in sorted(letters)
    )
    return cut.rewritten(lambda latex: _ALL.sub(named, latex), *notes) if letters else cut
