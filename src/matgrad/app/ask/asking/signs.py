"""Claims about the sign of a derivative: “the derivative is positive for all ⟦1⟧”."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said, Signed
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_OF = rf"(?:\s+of\s+{M})?"
_SIGN = r"(?:strictly\s+)?(?P<sign>positive|negative|non-?negative|non-?positive)"
_ALL = rf"(?:for\s+(?:all|every|any|each)(?:\s+real)?\s+(?P<x>{M})|everywhere)"
_KIND = r"(?P<kind>gradient|second\s+derivative|derivative|hessian)"
_WAYS = (
    rf"\b(?:the|its)\s+{_KIND}{_OF}\s+(?:is|stays|remains)\s+(?:always\s+)?{_SIGN}\s+{_ALL}",
    rf"\b(?:the|its)\s+{_KIND}{_OF}\s+(?:is|stays|remains)\s+always\s+{_SIGN}(?=\s*[.?!,;]|\s*$)",
    rf"\bis\s+(?:the|its)\s+{_KIND}{_OF}\s+(?:always\s+)?{_SIGN}\s+{_ALL}",
    rf"\bis\s+(?:the|its)\s+{_KIND}{_OF}\s+always\s+{_SIGN}(?=\s*[.?!,;]|\s*$)",
)


def tell_signs(said: Said, marked: str, reading: Reading) -> None:
    """Keep what a text says of the sign of a derivative everywhere."""
    for way in _WAYS:
        for found in re.finditer(way, marked, re.I):
            given = found.groupdict().get("x")
            is_name = given is None or all(n in reading.names for n in numbers(given))
            if is_name:  # not: for all ⟦x > 0⟧
                is_second = found["kind"].lower() not in ("gradient", "derivative")
                sign = found["sign"].lower().replace("-", "")
                words = " ".join(found["kind"].lower().split())
                said.signs.append(Signed(HESSIAN if is_second else GRADIENT, words, sign))
