r"""Rows that are written with a dot for the second index: X_{i\cdot}\beta is x_i^T\beta.

So are X_{i,:} and X_{i:}; the small letter must be free.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_BOLD = r"\\(?:mathbf|boldsymbol|bm)\s*"
_ROW = re.compile(
    rf"(?:{_BOLD}\{{\s*(?P<a>[A-Z])\s*\}}|{_BOLD}(?P<b>[A-Z])|(?<![A-Za-z\\])(?P<c>[A-Z]))"
    r"\s*_\s*\{\s*(?P<i>[a-z])\s*,?\s*(?:\\cdot|\\bullet|:|\\ast|\*|\.)\s*\}"
    r"(?P<turn>\s*\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\}))?"
)


def with_dotted_rows(cut: Cut) -> Cut:
    """The text with x_i^T for the row X_{i·}, and x_i for its transpose."""
    text = " ; ".join(cut.formulas)
    names = {m["a"] or m["b"] or m["c"] for m in _ROW.finditer(text)}
    letters = re.sub(r"\\[A-Za-z]+", " ", text)
    free = {name for name in names if name.lower() not in letters}
    if not free:
        return cut

    def written(found: re.Match[str]) -> str:
        name = found["a"] or found["b"] or found["c"]
        turn = "" if found["turn"] else "^T "
        return f"{name.lower()}_{found['i']}{turn}" if name in free else found[0]

    rows = {(m["a"] or m["b"] or m["c"], m["i"]) for m in _ROW.finditer(text)}
    cut = cut.rewritten(lambda latex: _ROW.sub(written, latex))
    told = [each for name, i in sorted(rows) if name in free for each in _told(name, i)]
    return replace(cut, segments=(*cut.segments, *told))


def _told(name: str, i: str) -> tuple[Segment, ...]:
    """That x_i is the i-th row of X, in words."""
    words = ("\n\nHere ", f"{name.lower()}_{i}", " is the ", i, "-th row of ", name, ".")
    return tuple(Segment(n % 2 == 1, text) for n, text in enumerate(words))
