r"""Functions with a parameter below their letter, L_\delta(r) = …, that are called L elsewhere.

Where only the one function has that letter, L is it: dL/dr is the derivative of L_\delta.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut

_GREEK = r"\\[a-z]+"
_NABLA = r"\\nabla(?:\s*_\s*(?:\{[^{}]*\}|\\[a-z]+|\w))?"
_HEAD = re.compile(
    rf"\s*(?P<f>[A-Za-z]|\\[a-z]+)\s*_\s*(?:\{{\s*(?P<p>{_GREEK})\s*\}}|(?P<q>{_GREEK}))\s*"
    r"(?:\\left\s*)?\([^()=]*\)\s*:?=(?P<value>.+)",
    re.DOTALL,
)


def with_parameters(cut: Cut) -> Cut:
    r"""The text with L for L_\delta, where that is a parameter and L is differentiated as well."""
    for head in filter(None, map(_HEAD.fullmatch, cut.formulas)):
        f, below = head["f"], head["p"] or head["q"]
        letter = rf"(?<![A-Za-z\\]){f}" if f.isalpha() else rf"{re.escape(f)}(?![A-Za-z])"
        own = re.compile(
            rf"{letter}\s*_\s*(?:\{{\s*{re.escape(below)}\s*\}}|{re.escape(below)}(?![A-Za-z]))"
        )
        moved = re.compile(rf"(?:{D}|{_NABLA})\s*{re.escape(f)}(?![A-Za-z])(?!\s*_)|{letter}\s*'")
        rest = [moved.sub(" ", own.sub(" ", latex)) for latex in cut.formulas]
        is_inside = re.search(rf"{re.escape(below)}(?![A-Za-z])", head["value"]) is not None
        is_one = is_inside and not any(re.search(letter, latex) for latex in rest)
        if is_one and any(moved.search(latex) for latex in cut.formulas):
            note = f"{quoted(rf'{f}_{{{below}}}').plain} is called {quoted(f).plain}"
            return cut.rewritten(lambda latex, own=own, f=f: own.sub(lambda _: f, latex), note)
    return cut
