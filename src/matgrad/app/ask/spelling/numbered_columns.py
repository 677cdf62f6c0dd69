r"""Columns by their numbers: \sum_i (w_1x_{i1} + w_2x_{i2} - y_i)^2 has two vectors of data.

Each column is a vector of its own there, with a letter that the text does not have.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_INDEX = re.compile(r"\\sum\s*(?:\\limits)?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LETTERS = "uvpqstcdgh"


def with_numbered_columns(cut: Cut) -> Cut:
    """The text with a letter for each column of data that sums name by its number."""
    text = " ; ".join(cut.formulas)
    for index in dict.fromkeys(_INDEX.findall(text)):
        one = re.compile(rf"(?<![A-Za-z\\])([A-Za-z])\s*_\s*\{{\s*{index}\s*,?\s*(\d)\s*\}}")
        found = dict.fromkeys(one.findall(text))
        stems = {stem for stem, _ in found}
        rest = {*_COMMAND.sub(" ", one.sub(" ", text))}  # where the matrix may stand whole
        if len(stems) != 1 or stems & rest:
            continue
        used = {*re.findall("[A-Za-z]", _COMMAND.sub(" ", text))}
        free = [x for x in _LETTERS if x not in used and x.upper() not in used]
        if len(free) < len(found):
            continue
        named = dict(zip(found, free, strict=False))
        notes = (f"{x} is the column {n} of {stem}" for (stem, n), x in named.items())

        def column(
            each: re.Match[str], i: str = index, to: dict[tuple[str, str], str] = named
        ) -> str:
            return f"{to[each[1], each[2]]}_{{{i}}}"

        return cut.rewritten(lambda latex, p=one, c=column: p.sub(c, latex), *notes)
    return cut
