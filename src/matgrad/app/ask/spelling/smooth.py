r"""Functions of which a text says no more than that they are smooth: g differentiable, g(Ax).

They are declared as functions whose values are numbers, of a vector or a number as what they are
applied to tells: g : \mathbb{R}^p \to \mathbb{R}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.spelling.writing import ONE, Writing, has_marks
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import ENTRYWISE

_SMOOTH = (
    r"(?:(?:twice|continuously|infinitely|sufficiently|everywhere|two\s+times)[\s-]+){0,2}"
    r"(?:differentiable|smooth|convex|arbitrary|generic|unknown|unspecified)"
)
_SAID = re.compile(  # with ⟦g⟧ smooth; for some differentiable function ⟦g⟧
    rf"{ONE}\s*,?\s+(?:(?:is|be|being|are)\s+)?(?:an?\s+|any\s+|some\s+)?{_SMOOTH}\b"
    rf"|\b{_SMOOTH}\s+(?:and\s+{_SMOOTH}\s+)?(?:(?:scalar|real)[\s-]?(?:valued\s+)?)?(?:functions?\s+|loss\s+)?{ONE}",
    re.I,
)
_NAME = re.compile(r"\s*(?P<name>\\(?:phi|psi|rho|ell|varphi|eta)(?![A-Za-z])|[fghL])\s*")
_OF_VECTORS = re.compile(r"\s*[A-Z](?:_\w|_\{\w+\}|\^\s*(?:T|\\top|\{[^{}]*\}))?\s*\(?[a-z]")
_OF_NUMBERS = re.compile(r"\s*(?:\\\||\\lVert|\|)|\s*[a-z]\s*\^\s*\{?\s*(?:T|\\top)|\s*\\langle")
_SIZES = "pqkm"


def with_smooth(cut: Cut) -> Cut:
    """The text with a declaration for each function that it only calls smooth."""
    if has_marks(cut) or not re.search(_SMOOTH, cut.words, re.I):
        return cut
    if re.search(rf"{ENTRYWISE}|\bactivation|\bnon-?linearit", cut.words, re.I):
        return cut  # such a function acts on each entry
    writing = Writing.of(cut)
    more = [each for name in _names(writing) for each in _declared(name, cut)]
    return replace(cut, segments=(*cut.segments, *more)) if more else cut


def _names(writing: Writing) -> list[str]:
    """The letters that words call smooth."""
    found = (x[1] or x[2] for x in _SAID.finditer(writing.text))
    letters = (_NAME.fullmatch(writing.formula(mark)) for mark in found)
    return list(dict.fromkeys(each["name"] for each in letters if each))


def _declared(name: str, cut: Cut) -> Iterator[Segment]:
    """The declaration of a function that is called and neither defined nor declared."""
    own = re.escape(name)
    known = re.compile(rf"\s*{own}\s*(?:\([^()]*\)\s*:?=|:)")
    calls = re.compile(rf"(?<![A-Za-z\\]){own}\s*(?:\\left\s*)?\((?P<of>(?:[^()]|\([^()]*\))*)\)")
    if any(map(known.match, cut.formulas)):
        return
    arguments = [found["of"] for latex in cut.formulas for found in calls.finditer(latex)]
    letters = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
    size = next((x for x in _SIZES if x not in letters), "")
    is_called = bool(arguments) and bool(size)
    if is_called and all(map(_OF_VECTORS.match, arguments)):
        space = rf"\mathbb{{R}}^{{{size}}}"
    elif is_called and all(map(_OF_NUMBERS.match, arguments)):
        space = r"\mathbb{R}"
    else:
        return
    yield Segment(False, "\n\nHere ")
    yield Segment(True, rf"{name} : {space} \to \mathbb{{R}}")
    yield Segment(False, ".")
