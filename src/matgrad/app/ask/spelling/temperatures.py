r"""A temperature T beside transposes: in \sum_j \exp(q^Tk_j/T) it gets another letter.

What is divided by is a number. A T that counts, in \sum_{t=1}^T or \frac1T\sum_t, stays.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_TURNED = re.compile(r"\^\s*\{?\s*-?\s*(?:T|\\top|\\intercal|\\mathsf)|'\s*[A-Za-z]")
_LETTER = re.compile(  # and not that of a transpose
    r"(?P<other>\\[A-Za-z]+|\^\s*(?:T|\{\s*-?\s*T\s*\})|(?<!\\)[A-SU-Za-z]{2,}T|T[A-Za-z]*[a-z])|(?P<T>T)"
)
_DIVIDED = re.compile(
    r"(?P<over>[^\s/(=+,-]+)\s*/\s*\(?\s*T(?![A-Za-z])|\\[dt]?frac\s*\{(?P<top>[^{}]*)\}\s*\{\s*T\s*\}"
)
_COUNTED = re.compile(r"\s*\(?\s*\d+\s*\)?\s*|.*(?:\\sum|_\s*\{?\s*t(?![A-Za-z])|\)).*")
_OTHER = re.compile(  # a number of terms, an index, a matrix
    r"\\(?:sum|prod)\s*(?:\\limits\s*)?_\s*(?:\{[^{}]*\}|\w)\s*\^\s*\{?\s*T|\\[lc]?dots\s*,?\s*T|_\s*\{?\s*T"
    r"|(?<![A-Za-z\\^])T\s*(?:'|\^|_|\\times|[a-z](?![a-z]))|\\times\s*T|\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*\{?\s*T"
)
_BARE = re.compile(r"\^\s*(?:\{\s*(-?)\s*T\s*\}|T)")
_LETTERS = (r"\tau", r"\theta", "s")


def with_temperatures(cut: Cut) -> Cut:
    """The text with another letter for a T that is divided by, where something is transposed."""
    text = " ; ".join(cut.formulas)
    divided = [found["over"] or found["top"] or "" for found in _DIVIDED.finditer(text)]
    is_number = any(not _COUNTED.fullmatch(over) for over in divided)
    if not is_number or not _TURNED.search(text) or any(map(_OTHER.search, cut.formulas)):
        return cut
    if r"\sum" not in text:  # there T is a number anyway
        return cut.rewritten(lambda latex: _BARE.sub(r"^{\1\\top}", latex))
    free = next((x for x in _LETTERS if x not in text), "")
    if not free:
        return cut
    name = free.removeprefix("\\")

    def renamed(found: re.Match[str]) -> str:
        return found["other"] or f"{free} "

    note = f"the number T is called {name}, to tell it from transposes"
    return cut.rewritten(lambda latex: _LETTER.sub(renamed, latex), note)
