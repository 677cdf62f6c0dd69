"""Letters in the plural: both Σs are covariance matrices speaks of Σ₁ and Σ₂."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_PLURAL = re.compile(rf"\b((?:both|all|the|these)\s+(?:the\s+)?({M}))['’]?s(?=\s+(?:is|are|be)\b)")


def without_plurals(marked: str, reading: Reading) -> str:
    """The text without these plurals; each then stands for all such letters with a number."""
    formulas = [value for each in reading.defined for value in each.values]
    formulas += reading.bare.values()
    known = list(dict.fromkeys(name for latex in formulas for name in names_in(latex)))

    def letters(found: re.Match[str]) -> str:
        (number,) = numbers(found[2])
        stem = next(iter(reading.names.get(number, ())), "")
        numbered = [name for name in known if re.fullmatch(rf"{re.escape(stem)}\d", name)]
        if not stem or not numbered:
            return found[0]
        reading.names[number] = numbered
        return found[1]

    return _PLURAL.sub(letters, marked)
