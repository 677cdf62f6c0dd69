r"""Optima that a text defines and differentiates are names, x^* = (A^TA + \lambda I)^{-1}A^Tb.

Elsewhere the star may mean the adjoint, or where a minimum is, and stays.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import STAR
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_HEAD = re.compile(rf"\s*(?P<x>[A-Za-z]|\\[A-Za-z]+){STAR}\s*(?:\([^()=]*\)\s*)?:?=(?!=)")
_D = (
    r"(?:\\nabla\s*(?:_\s*(?:\w|\{[^{}]*\})\s*)?|\\partial\s*"
    r"|(?<![A-Za-z\\])d\s*|\\mathrm\s*\{\s*d\s*\}\s*)"
)


def with_starred(cut: Cut) -> Cut:
    r"""The text with \hat x for x^*, where that is defined and differentiated."""
    for head in filter(None, map(_HEAD.match, cut.formulas)):
        x = head["x"]
        starred = rf"{re.escape(x)}{STAR}"
        is_taken = any(re.search(rf"hat\s*\{{?\s*{re.escape(x)}", each) for each in cut.formulas)
        if is_taken or not _is_differentiated(cut, starred):
            continue
        hat = re.compile(rf"(?<![A-Za-z\\])(d?){starred}" if x.isalpha() else f"(){starred}")
        name = rf"\hat{{{x}}}"
        note = f"{quoted(x).plain}^* is called {quoted(name).plain}"
        return cut.rewritten(lambda latex, h=hat, n=name: h.sub(lambda m: m[1] + n, latex), note)
    return cut


def _is_differentiated(cut: Cut, starred: str) -> bool:
    """Does a formula have dx^*, or do words ask for its derivative?"""
    if any(re.search(_D + starred, latex) for latex in cut.formulas):
        return True
    segments = enumerate(cut.segments)
    own = rf"{starred}\s*(?:\([^()=]*\)\s*)?(?::?=.*)?"  # alone, or where it is defined
    named = [n for n, x in segments if x.is_math and re.fullmatch(own, x.text.strip(), re.S)]
    of = rf"\b(?:{DERIVATIVE}|sensitivity|slope)\s+of\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}"
    return any(re.search(of + mark_of(n), cut.marked, re.I) for n in named)
