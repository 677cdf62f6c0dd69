r"""Letters that a text has both calligraphic, or in another font, and plain: two names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.text.greek import plain_forms
from matgrad.app.ask.text.segments import Cut
from matgrad.syntax.latex_tables import FONTS

# Blackboard letters are sets, bold ones have a module of their own.
STYLES = {name: font for name, font in FONTS.items() if font not in ("bf", "bb")}
_STYLED = re.compile(
    r"(?<!\^)(?<!\^\{)(?P<in>\\in\s*)?(?:\\(?P<font>" + "|".join(STYLES) + r")(?![A-Za-z])\s*"
    r"(?:\{\s*(?P<group>[A-Za-z])\s*\}|(?P<one>[A-Za-z])(?![A-Za-z]))"
    r"|\{\s*\\(?P<switch>cal|sf|tt)\s+(?P<letter>[A-Za-z])\s*\})"
)
_PLAIN = re.compile(r"\\[A-Za-z]+\s*(?:\{[A-Za-z]{2,}\*?\})?|(?P<letter>[A-Za-z])")
_KNOWN = frozenset("NOUEPT")  # distributions, orders, expectations, transposes


def with_fonts(cut: Cut) -> Cut:
    r"""The text with a name of its own for \mathcal{L} where L is another one."""
    formulas = cut.formulas
    styled = {letter for text in formulas for letter in _styled(text)}
    plain = {letter for text in formulas for letter in _plain(text)}
    both = (styled & plain) - _KNOWN
    if not both:
        return cut

    def renamed(found: re.Match[str]) -> str:
        letter = _letter(found)
        if letter not in both or found["in"]:
            return found[0]
        return rf"\mathrm{{{letter}{STYLES[found['font'] or found['switch']]}}}"

    notes = (f"{x} and the {x} in another font are two names" for x in sorted(both))
    return cut.rewritten(lambda latex: _STYLED.sub(renamed, latex), *notes)


def _letter(found: re.Match[str]) -> str:
    return found["group"] or found["one"] or found["letter"]


def _styled(text: str) -> Iterator[str]:
    for found in _STYLED.finditer(text):
        if not found["in"]:
            yield _letter(found)


def _plain(text: str) -> Iterator[str]:
    """Letters that stand in no other font; those of bold type count."""
    for found in _PLAIN.finditer(_STYLED.sub(" ", text)):
        if found["letter"]:
            yield found["letter"]


def with_plain_letters(cut: Cut) -> Cut:
    r"""The text with \phi for \varphi, unless it has both."""
    return cut.rewritten(plain_forms(cut.formulas))
