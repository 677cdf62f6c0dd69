r"""Optima that a text defines and differentiates are names, x^* = (A^TA + \lambda I)^{-1}A^Tb.

Where words say so, A^* is the transpose. Elsewhere the star may mean the adjoint, or where a
minimum is, and stays.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import STAR
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_HEAD = re.compile(rf"\s*(?P<x>[A-Za-z]|\\[A-Za-z]+){STAR}\s*(?:\([^()=]*\)\s*)?:?=(?!=)")
_D = (
    r"(?:\\nabla\s*(?:_\s*(?:\w|\{[^{}]*\})\s*)?|\\partial\s*"
    r"|(?<![A-Za-z\\])d\s*|\\mathrm\s*\{\s*d\s*\}\s*)"
)

_IS = (
    r"\s+(?:is|denotes?|means?|stands\s+for|being|be|for|as)\s+(?:(?:just|simply|here|always)\s+)*"
)
_TRANSPOSE = r"(?:the\s+)?(?:usual\s+|real\s+|matrix\s+)*transpos(?:e|ition)\b"
_SAID = re.compile(  # ⟦A^*⟧ denotes the transpose of ⟦A⟧; not: of the inverse
    rf"(?:({M})|\b(?:the\s+)?(?:star|asterisk)(?:\s+{M})?){_IS}{_TRANSPOSE}"
    rf"(?!\s+of\s+(?!{M}|the\s+matrix|an?\s))",
    re.I,
)
_LETTER = re.compile(
    rf"\s*(?P<x>[A-Za-z]|\\[A-Za-z]+|\{{\s*\}}|){STAR}\s*|\s*(?:\*|\\ast|\\star)\s*"
)


def with_star_transposes(cut: Cut) -> Cut:
    """The text with A^T for A^* where words call it the transpose."""
    found = _SAID.search(cut.marked)
    if found is None:
        return cut
    latex = cut.segments[next(numbers(found[1]))].text if found[1] else "*"
    named = _LETTER.fullmatch(latex)
    if named is None:
        return cut
    x = named["x"] if named["x"] and named["x"].strip("{} ") else ""
    before = rf"(?<![a-z\\]){re.escape(x)}" if x else r"(?:[A-Za-z]|\}|(?<=[A-Za-z]))"
    starred = re.compile(rf"({before}|\)){STAR}")
    return cut.rewritten(lambda latex: starred.sub(r"\1^T ", latex), "the star is the transpose")


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
