r"""Powers of a number with the index of a sum above are weights: \sum_k \lambda^{N-k}(…)^2.

Where the number is not what the text differentiates by, they are a vector w of fixed numbers.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import LIST, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_SUM = re.compile(
    r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*(?P<k>[a-z])\s*=\s*\d\s*\}\s*\^\s*"
    r"(?:\{[^{}]*[A-Zn][^{}]*\}|[A-Zn])"
)
_POWER = (
    r"(?P<base>\\(?:lambda|beta|gamma|delta|rho|alpha|eta|theta|mu)(?![A-Za-z])"
    r"|(?<![A-Za-z\\_])[a-dg-z](?![A-Za-z]))"
    r"\s*\^\s*(?:{0}(?![A-Za-z])|\{{[\w\s+-]*(?<![A-Za-z]){0}(?![A-Za-z])[\w\s+-]*\}})"
)
_BY = re.compile(rf"\b(?:{RESPECT}|over|by|in)\s+(?:[a-z]+\s+){{0,2}}?({LIST})", re.I)
_BELOW = re.compile(r"(?:\\partial|\\nabla\s*_\s*\{?|(?<![A-Za-z\\])d)\s*(\\[A-Za-z]+|[A-Za-z])")
_VALUE = re.compile(r"\s*[A-Z]\s*=\s*\d+\s*")  # how many there are: the terms are written out
_DEFINED = r"\s*{}\s*(?:\([^()]*\)\s*)?:?=(?!\s*[\d.]+\s*$)"  # it may move with something
_ALL = re.compile(r"\b(?:all|every|each)\b[^.?!]{0,30}\b(?:parameter|variable|unknown)s?\b", re.I)
NOTE = "{} is called {}: the weights are a vector that is held fixed"


def with_index_weights(cut: Cut) -> Cut:
    """The text with w_k for the powers of a number with the index of a sum above."""
    moved = _moved(cut)
    found = [(x["k"], latex) for latex in cut.formulas for x in _SUM.finditer(latex)]
    is_known = any(map(_VALUE.fullmatch, cut.formulas))
    if not found or not moved or is_known or _ALL.search(cut.words):
        return cut
    written = " ".join(cut.formulas)
    free = (x for x in "wvqgu" if not re.search(rf"(?<![A-Za-z\\]){x}(?![A-Za-z])", written))
    powers = [(k, x) for k, latex in found for x in re.finditer(_POWER.format(k), latex)]
    k, power = next(((k, x) for k, x in powers if _is_fixed(x["base"], moved, cut)), ("", None))
    name = next(free, "")
    if power is None or not name:
        return cut
    same = r"\s*".join(map(re.escape, re.findall(r"\\[A-Za-z]+|\S", power[0])))
    note = NOTE.format(quoted(power[0]).plain, f"{name}_{k}")
    return cut.rewritten(lambda latex: re.sub(same, f"{name}_{k} ", latex), note)


def _is_fixed(base: str, moved: set[str], cut: Cut) -> bool:
    """Is a number neither what the text differentiates by, nor made of something else?"""
    defined = re.compile(_DEFINED.format(re.escape(base)))
    return base not in moved and not any(map(defined.match, cut.formulas))


def _moved(cut: Cut) -> set[str]:
    """The letters by which the text differentiates."""
    named = {x for latex in cut.formulas for x in _BELOW.findall(latex)}
    for found in _BY.finditer(cut.marked):
        for n in numbers(found[1]):
            named |= {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", cut.segments[n].text)}
    return named
