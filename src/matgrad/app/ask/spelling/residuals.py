r"""The letter e beside the product of a matrix and a vector: Dx - e has a vector, no number.

Euler's number cannot be added to a vector. Where e is the base of a power as well, it is asked.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_E = r"(?<![A-Za-z\\_^{])e(?![A-Za-z_^'(]|\s*[\^_'(])"
_VECTOR = r"(?:[a-z]|\\(?:alpha|beta|gamma|theta|phi|eta|mu|xi|mathbf\s*\{[a-z]\}))(?![A-Za-z(])"
_TURNED = r"(?:\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})|')?\s*"
_MATRIX = rf"(?<![A-Za-z\\])[A-Z]\s*(?:_\s*(?:\w|\{{\w+\}}))?\s*{_TURNED}"
_PRODUCT = rf"{_MATRIX}{_VECTOR}"
_BESIDE = re.compile(
    rf"{_PRODUCT}\s*[-+]\s*{_E}(?=\s*(?:[-+)\]|,.;\\]|$))|{_E}\s*[-+]\s*{_PRODUCT}"
)
_POWER = re.compile(r"(?<![A-Za-z\\_^{])e\s*\^(?!\s*\{?\s*(?:T|\\top|\\mathsf))")
_TOLD = re.compile(r"(?<![A-Za-z\\])e\s*(?::?=|\\in\b)")
NOTE = "e is a vector here: it is added to one"


def with_residuals(cut: Cut) -> Cut:
    """The text with a vector e, where a formula adds it to one and nothing else is said of it."""
    formulas = cut.formulas
    is_beside = any(map(_BESIDE.search, formulas))
    is_other = any(_POWER.search(text) or _TOLD.search(text) for text in formulas)
    is_told = any(text.strip() == "e" for text in formulas) or re.search(r"\bEuler", cut.words)
    if not is_beside or is_other or is_told:
        return cut
    let = (Segment(False, "\n\nLet "), Segment(True, "e"), Segment(False, " be a vector."))
    return replace(cut, segments=(*cut.segments, *let), notes=(*cut.notes, NOTE))
