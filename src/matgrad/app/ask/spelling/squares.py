r"""Functions that are named as squares: d^2(x, y) = … and \sigma^2(w) = … define d² and σ²."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.quantities import LETTER, Quantity
from matgrad.app.ask.text.segments import Cut

_SQUARE = r"\s*\^\s*(?:(?P<p>2)|\{\s*(?P<q>2)\s*\})"
_NAMES = r"(?:\\left\s*)?\(\s*(?P<names>[A-Za-z\\{}_,;|\s]{1,60}?)(?:\\right\s*)?\)"
_DEFINED = re.compile(rf"(?:^|[,;&]|\\\\)\s*{LETTER}{_SQUARE}\s*{_NAMES}\s*&?\s*:?=")


def with_squares(cut: Cut) -> Cut:
    """The text with names of their own for functions that are named as squares."""
    found = (m for text in cut.formulas for m in _DEFINED.finditer(text))
    for square in dict.fromkeys(Quantity.found(m) for m in found if not _is_argument(m)):
        if not any(re.search(rf"{square.letter}\s*(?:\\left\s*)?\(", x) for x in cut.formulas):
            cut = _renamed(cut, square)
    return cut


def _is_argument(found: re.Match[str]) -> bool:
    """Is the letter one of the names in the brackets, so that this is a product?"""
    names = re.findall(r"\\[A-Za-z]+|[A-Za-z]", found["names"])
    return found["stem"] in names


def _renamed(cut: Cut, square: Quantity) -> Cut:
    power = re.compile(rf"{square.letter}{_SQUARE}")
    made = cut.rewritten(lambda latex: power.sub(lambda _: square.name, latex))
    written = quoted(f"{square.stem}^2").plain
    note = f"{written} is a function of its own here, called {quoted(square.name).plain}"
    return replace(made, notes=(*made.notes, note))
