r"""Units behind the numbers of a text: “with ⟦h = 2 m⟧”, ⟦v = 20\,\mathrm{m/s}⟧.

The number is read and the unit left out. Upright letters are units, and so are letters behind a
number and a space where the text speaks of what is measured; elsewhere m may be the variable m.
"""

from __future__ import annotations

import re

from matgrad.app.ask.facts.scalars import QUANTITIES
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut

_LONG = (
    r"(?:[kcmnµ]m|[kmµ]?g|k?mol|[kMGm]?(?:Hz|Pa|eV)|[kM][WJNV]|m[sALVW]|rad|deg|bar|min|days?|hours?|cal"
    r"|kWh|dB|ohm|\\Omega|Ω|°[CF]?|%)"
)
_SHORT = r"[mgsNJWVAKCFHTLh]"
_POWER = r"(?:\s*(?:\^\s*\{?\s*-?\d\s*\}?|[²³]))?"
_ONE = rf"(?:{_LONG}|{_SHORT}){_POWER}(?![A-Za-z])"
_UNIT = rf"(?:1\s*/\s*)?{_ONE}(?:\s*(?:/|\*|\\cdot|\\,|\s)\s*(?:\(\s*)?{_ONE}(?:\s*\))?){{0,3}}"
_GAP = r"(?:\s|\\[,;: ]|~|\\cdot(?![A-Za-z]))"
_VALUE = (
    r"\s*(?P<equation>[^=<>]{1,30}?(?:=|\\approx)\s*-?\s*\d+(?:\.\d+)?"
    r"(?:\s*(?:\\times|\\cdot)\s*10\s*\^\s*(?:\{[^{}]*\}|\d))?)"
)
_UPRIGHT = re.compile(
    rf"{_VALUE}{_GAP}*\\(?:mathrm|text|textrm|rm|operatorname|mathsf|unit|si)\s*\{{\s*(?P<unit>{_UNIT})\s*\}}"
    rf"(?:{_POWER})\s*(?P<end>[.,;]?)\s*"
)
_PLAIN = re.compile(rf"{_VALUE}(?P<gap>{_GAP}*)(?P<unit>{_UNIT})\s*(?P<end>[.,;]?)\s*")


def with_units(cut: Cut) -> Cut:
    """The text without the units of its values."""
    is_measured = QUANTITIES.search(cut.words) is not None
    notes: list[str] = []

    def bare(latex: str) -> str:
        found = _UPRIGHT.fullmatch(latex) or (_PLAIN.fullmatch(latex) if is_measured else None)
        if found is None or not (found.groupdict().get("gap", " ") or _is_long(found["unit"])):
            return latex
        value, unit = (quoted(found[part]).plain for part in ("equation", "unit"))
        notes.append(f"{value}: the unit {unit} is left out")
        return found["equation"] + found["end"]

    made = cut.rewritten(bare)
    return made.rewritten(lambda latex: latex, *dict.fromkeys(notes)) if notes else cut


def unclear_unit(cut: Cut) -> str | None:
    """The question whether a letter behind a number and a space is a unit or the variable.

    It is asked where products are written with stars and this would be one without.
    """
    if not cut.has_stars:
        return None
    found = (_PLAIN.fullmatch(latex) for latex in cut.formulas)
    for each in filter(None, found):
        if each["gap"].isspace() and each["unit"] in "".join(_letters(cut)):
            value, unit = each["equation"].strip(), each["unit"]
            which = f"Is {unit} a unit in {value} {unit}, or the variable?"
            return f"{which} Write {value}, or {value}*{unit}."
    return None


def _letters(cut: Cut) -> list[str]:
    others = (latex for latex in cut.formulas if not _PLAIN.fullmatch(latex))
    return [
        x for latex in others for x in re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", latex)
    ]


def _is_long(unit: str) -> bool:
    return re.fullmatch(_SHORT, unit) is None
