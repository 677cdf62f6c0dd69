r"""Partial derivatives, which hold fixed what a text defines, told from total ones.

Of f = x^2 + xy with y = x^3, the total derivative is 2x + 4x^3 and the partial one 2x + y. A text
that speaks of both means by “with y held fixed” the partial one alone.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.held import HELD
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.segments import Cut

_TOTAL = re.compile(
    r"(?<!not the )(?<!not a )(?<!no )\b(?:total|full)\s+(?:time\s+)?"
    r"(?:derivative|differential|rate)",
    re.I,
)
_NAME = r"(\\?[A-Za-z]+?)"
_QUOTIENT = (
    rf"(?:\\[td]?frac\s*\{{\s*)?{{0}}\s*{_NAME}\s*(?:\}}\s*\{{|/)\s*{{0}}\s*{_NAME}(?![A-Za-z])"
)
_WHOLE = re.compile(_QUOTIENT.replace("{0}", r"(?:(?<![A-Za-z\\])d|\\mathrm\s*\{\s*d\s*\})"))
_PART = re.compile(_QUOTIENT.replace("{0}", r"(?:\\partial|∂)"))
_EXPLICIT = re.compile(r"\s*,?\s*\(?(?:for\s+the\s+)?explicit(?:ly)?\s+(?:dependence|part)", re.I)
_CLAUSE = re.compile(r"[.?!](?=\s|$)|[;,]|\b(?:and|but|while|whereas)\b", re.I)
_WHICH = re.compile(r"\b(total|full(?=\s+derivative)|partial|explicit)\b", re.I)
_APART = re.compile(
    r"\bpartial\b.*\btotal\b|\btotal\b.*\bpartial\b|\bexplicit(?:ly)?\s+(?:dependence|part)"
    r"|\bdistinguish",
    re.I | re.S,
)


def tells_apart(cut: Cut) -> bool:
    """May a formula of the text be a partial derivative that is not the total one?"""
    return _APART.search(cut.words) is not None or has_both(cut)


def has_both(cut: Cut) -> bool:
    """Does a text speak of the total derivative, and of one with something held fixed?"""
    is_both = _has_signs(cut)
    is_held = any(way.search(cut.marked) for way in HELD)
    if not _TOTAL.search(cut.words):
        return is_both and is_held
    return is_both or is_held or re.search(r"\bpartial", cut.words, re.I) is not None


def _has_signs(cut: Cut) -> bool:
    """Does a text write both df/dx and ∂f/∂x of one function?"""
    formulas = " ; ".join(cut.formulas)
    return bool({*_WHOLE.findall(formulas)} & {*_PART.findall(formulas)})


def is_of_partial(cut: Cut, sentence: str) -> bool:
    """Is what a sentence holds fixed held for a partial derivative in it alone?"""
    if not has_both(cut):
        return False
    marks = [n for n, each in enumerate(cut.segments) if each.is_math and _PART.search(each.text)]
    return "partial" in sentence.lower() or any(mark_of(n) in sentence for n in marks)


def called(cut: Cut, segment: int) -> str:
    """What the words beside a formula, or else its sign, call it: partial, total, or neither."""
    before, _, behind = cut.marked.partition(mark_of(segment))
    if _EXPLICIT.match(behind):
        return "partial"
    own = _CLAUSE.split(behind)[0]
    words = _WHICH.findall(own) or _WHICH.findall(_CLAUSE.split(before)[-1])
    if words:
        return "total" if words[-1].lower() in ("total", "full") else "partial"
    if not has_both(cut):
        return ""
    latex = cut.segments[segment].text if 0 <= segment < len(cut.segments) else ""
    if any(way.search(own) for way in HELD):
        return "partial"
    signs = {"partial": _PART, "total": _WHOLE} if _has_signs(cut) else {}
    return next((word for word, sign in signs.items() if sign.match(latex.strip())), "")
