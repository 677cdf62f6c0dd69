r"""Factorials and binomials of the data, as in likelihoods: \log y_i! is a number that stays fixed.

They get a letter. One whose names are differentiated, \Gamma-like, is left as it is and refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from matgrad.app.ask.formulas.notation import names_in, with_bases
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import LIST, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_NAME = r"(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:[a-z]|\{\s*[a-z]+\s*\}))?"
_FACTORIAL = rf"(?:{_NAME}|\([^()]*\))\s*!"
_GROUP = r"(?:\{[^{}]*\}|\w)"
_BINOMIAL = rf"\\[dt]?binom\s*{_GROUP}\s*{_GROUP}|\{{\s*{_NAME}\s*\\choose\s*{_NAME}\s*\}}"
_CHOSEN = re.compile(rf"\\[dt]?binom\s*({_GROUP})\s*({_GROUP})")
_LOG = r"\\(?:log|ln)(?![A-Za-z])\s*"
_FIXED = re.compile(
    rf"(?<![A-Za-z\\])(?:{_LOG}(?:\(\s*(?:{_FACTORIAL}|{_BINOMIAL})\s*\)|\{{\s*{_FACTORIAL}\s*\}})"
    rf"|{_LOG}(?:{_FACTORIAL}|{_BINOMIAL})|{_FACTORIAL}|{_BINOMIAL})"
)
_LEFT = re.compile(r"\s*\\?[A-Za-z]+\s*\((?P<of>[^()]*)\)\s*:?=|\s*(?P<name>[^=()]+?)\s*:?=")
_BAR = re.compile(r"\||;|\\mid(?![A-Za-z])")
_BY = re.compile(r"\\partial\s*(\\?[A-Za-z]+(?:_\w)?)\s*\}|\\nabla\s*_\s*\{?\s*(\\?[A-Za-z]+)")
_WORDS = re.compile(rf"(?:{RESPECT}|\b(?:over|by|in))\s+({LIST})", re.I)
_SUMMED = re.compile(r"\\(?:sum|prod)\s*(?:\\limits)?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
_INDEX = re.compile(r"_\s*\{?\s*([a-z])")
_LETTERS = "cqhrsvgk"


def with_factorials(cut: Cut) -> Cut:
    """The text with a letter for each factorial of what is not differentiated."""
    found = dict.fromkeys(m[0] for latex in cut.formulas for m in _FIXED.finditer(latex))
    moving = _differentiated(cut) if found else set[str]()
    used = {
        *re.findall(r"[A-Za-z]", " ".join(re.sub(r"\\[A-Za-z]+", " ", x) for x in cut.formulas))
    }
    free = [x for x in _LETTERS if x not in used and x.upper() not in used]
    named: dict[str, str] = {}
    for latex in found:
        indices = {*_INDEX.findall(latex)}
        if {*with_bases(names_in(latex))} & moving or len(indices) > 1 or not free:
            return cut
        named[latex] = free.pop(0) + (f"_{{{indices.pop()}}}" if indices else "")
    notes = (f"{quoted(x).plain} is held fixed, and called {name}" for x, name in _shown(named))
    return cut.rewritten(lambda x: _FIXED.sub(lambda m: f" {named[m[0]]} ", x), *notes)


def _shown(named: dict[str, str]) -> Collection[tuple[str, str]]:
    return [(_CHOSEN.sub(r"(\1\\text{ choose }\2)", x), quoted(n).plain) for x, n in named.items()]


def _differentiated(cut: Cut) -> set[str]:
    """The names that a derivative may be taken by, those that the text defines, and indices."""
    lefts = [m for latex in cut.formulas if (m := _LEFT.match(latex))]
    written = [_BAR.split(m["of"])[-1] if m["of"] else m["name"] for m in lefts]
    written += [m[1] or m[2] for latex in cut.formulas for m in _BY.finditer(latex)]
    marks = [n for m in _WORDS.finditer(cut.marked) for n in numbers(m[1])]
    written += [cut.segments[n].text for n in marks]
    counted = {i for latex in cut.formulas for i in _SUMMED.findall(latex)}  # k! below a sum over k
    return counted | {name for latex in written for name in with_bases(names_in(latex))}
