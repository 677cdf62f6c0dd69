r"""Units behind the numbers of a text: “with ⟦h = 2 m⟧”, ⟦v = 20\,\mathrm{m/s}⟧.

The number is read and the unit left out. Upright letters are units, and so are letters behind a
number and a space where the text speaks of what is measured; elsewhere m may be the variable m.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import QUANTITIES

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
_LENGTHS = frozenset("hxyzrRlLdDsabcw")
_PLAIN = re.compile(rf"{_VALUE}(?P<gap>{_GAP}*)(?P<unit>{_UNIT})\s*(?P<end>[.,;]?)\s*")


def with_units(cut: Cut) -> Cut:
    """The text without the units of its values."""
    is_measured = QUANTITIES.search(cut.words) is not None
    letters = _letters(cut)
    notes: list[str] = []

    def bare(latex: str) -> str:
        plain = _PLAIN.fullmatch(latex) if is_measured else None
        found = _UPRIGHT.fullmatch(latex) or (plain if plain and _is_unit(plain, letters) else None)
        if found is None:
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
    letters = _letters(cut) if cut.has_stars else frozenset[str]()
    for each in filter(None, map(_PLAIN.fullmatch, cut.formulas)):
        if each["gap"].isspace() and each["unit"] in letters:
            value, unit = each["equation"].strip(), each["unit"]
            which = f"Is {unit} a unit in {value} {unit}, or the variable?"
            return f"{which} Write {value}, or {value}*{unit}."
    return None


def _is_unit(found: re.Match[str], letters: frozenset[str]) -> bool:
    """Is what stands behind a number a unit? A letter of other formulas is one as 2 m of a length.

    So it is in m/s, but nobody writes A/m of an area A.
    """
    unit, name = found["unit"], found["equation"].partition("=")[0].strip()
    used = letters & {*re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", unit)}
    if re.fullmatch(_SHORT, unit):
        return bool(found["gap"]) and (not used or (unit == "m" and name in _LENGTHS))
    return used <= {"m", "s"}


def _letters(cut: Cut) -> frozenset[str]:
    """The letters of the formulas that are no values."""
    others = (latex for latex in cut.formulas if not _PLAIN.fullmatch(latex))
    bare = (re.sub(r"\\[A-Za-z]+", " ", latex) for latex in others)
    return frozenset(letter for latex in bare for letter in re.findall("[A-Za-z]", latex))
