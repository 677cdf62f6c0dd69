r"""A function called df, as that of the degrees of freedom: df(\lambda) = tr(H), no differential.

It is one where the text speaks of these or of the derivative of df, and has no f besides. Otherwise
df(x) = 2x is the derivative of f.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut

_LEFT = re.compile(
    r"\s*d\s?f\s*(?P<of>\(\s*(?:\\[a-z]+|[a-z])\s*\))?\s*:?=(?P<value>[^=]*[A-Za-z][^=]*)"
)
_DIFFERENTIAL = re.compile(
    r"(?<![A-Za-z\\])d\s?(?:[A-Za-z]|\\[A-Za-z]+)|\\mathrm\s*\{\s*d\s*\}|\\partial"
)
_F = re.compile(r"(?<![A-Za-z\\])(?<!d)(?<!d )f(?![A-Za-z])|d\s?f\s*\}\s*\{")
_DF = re.compile(r"(?<![A-Za-z\\])d\s?f(?![A-Za-z])")
_FREEDOM = re.compile(r"\bdegrees? of freedom\b", re.I)
_OF = re.compile(rf"\b(?:gradient|derivative)\s+of\s+({M})", re.I)


def with_degrees(cut: Cut) -> Cut:
    """The text with one name for df, where that is a function."""
    plain = [re.sub(COMMAND, " ", latex) for latex in cut.formulas]
    values = [m["value"] for latex in cut.formulas if (m := _LEFT.fullmatch(latex))]
    if len(values) != 1 or _DIFFERENTIAL.search(re.sub(COMMAND, " ", values[0])):
        return cut
    of = [cut.segments[n].text for m in _OF.finditer(cut.marked) for n in numbers(m[1])]
    is_spoken = _FREEDOM.search(cut.words) or any(map(_DF.match, of))
    if not is_spoken or any(map(_F.search, plain)):
        return cut
    return cut.rewritten(lambda latex: _DF.sub(r"\\mathrm{df}", latex))
