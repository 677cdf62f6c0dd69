"""Formulas as SVG text: letters in italics, raised and lowered parts as such, widths estimated.

It reads the plain Unicode spelling, so every expression that prints can stand in a picture.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁽⁾ᵀˡ", "0123456789−+()Tl", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
SIGNS = frozenset("∇⊙⊘⊗‖")
BOLD = {"𝟏": "1"}  # the vector of ones
SIGN_FONT = "'DejaVu Sans','STIX Two Math','Cambria Math',serif"
SMALL = 0.7  # the size of raised and lowered parts
UP, DOWN = -0.38, 0.2  # how far they are moved, in ems
# The widths of letters in fonts like Times, in thousandths of an em.
_UPRIGHT = (
    "a444b500c444d500e444f333g500h500i278j278k500l278m778n500o500p500q500r333s389t278u500v500w722"
    "x500y500z444A722B667C667D722E611F556G722H722I333J389K722L611M889N722O722P556Q722R667S556T611"
    "U722V722W944X722Y722Z611(333)333[333]333+564−564=564 250,250.250;278:278/278|200′278∂494∇714"
    "⊤600⊙770⊘770⊗770…1000√549‖500"
)
_ITALIC = (
    "a500b500c444d500e444f278g500h500i278j278k444l278m722n500o500p500q500r389s389t278u500v444w667"
    "x444y444z389A611B611C667D722E611F611G722H722I333J444K667L556M833N667O722P611Q722R611S500T556"
    "U722V611W833X611Y556Z556"
)
_LETTER = re.compile(r"(\D)(\d{3,4})")
LOOSE = 1.05  # other fonts are a little wider
UPRIGHT = {letter: int(em) / 1000 for letter, em in _LETTER.findall(_UPRIGHT)}
ITALIC = {letter: int(em) / 1000 for letter, em in _LETTER.findall(_ITALIC)}
_WORD = re.compile(r"[^\W\d_ᵀ]{2,}(?:_[^\W\d_]+)*(?=′*\()")  # a function; gx is a product
_INDEX = re.compile(r"(?<![^\W\d_])[^\W\d_](_[^\W_]+)")  # the Q of W_Q


class Run(NamedTuple):
    """A piece of text in one style; level is 1 above the line and −1 below it."""

    text: str
    level: int
    italic: bool
    is_sign: bool = False  # one that fonts for text may not have
    bold: bool = False


def runs(formula: str) -> list[Run]:
    """A formula cut into pieces of one style."""
    words = {i for found in _WORD.finditer(formula) for i in range(*found.span())}
    pieces: list[Run] = []
    for i, (char, level) in enumerate(_levels(formula)):
        italic = char.isalpha() and i not in words and level == 0
        run = Run(BOLD.get(char, char), level, italic, char in SIGNS, char in BOLD)
        if pieces and pieces[-1][1:] == run[1:]:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + run.text)
        else:
            pieces.append(run)
    return pieces


def _levels(formula: str) -> Iterator[tuple[str, int]]:
    index = {i for found in _INDEX.finditer(formula) for i in range(*found.span(1))}
    for i, char in enumerate(formula):
        if i in index:
            yield ("" if char == "_" else char), -1
        elif char in RAISED:
            yield RAISED[char], 1
        elif char in LOWERED:
            yield LOWERED[char], -1
        else:
            yield char, 0


def run_width(run: Run, size: float) -> float:
    """How wide a piece is."""
    table = ITALIC if run.italic else UPRIGHT
    em = 0.0
    for char in unicodedata.normalize("NFD", run.text):
        if not unicodedata.combining(char):
            em += table.get(char, 0.5)
    return em * size * (SMALL if run.level else 1)


def width(formula: str, size: float) -> float:
    """How wide a formula is."""
    return LOOSE * sum(run_width(run, size) for run in runs(formula))


def text(at: tuple[float, float], formula: str, size: float, color: str, anchor: str) -> str:
    """A formula at a place, as SVG; the anchor is its start, middle or end.

    Each piece has its own place and width, whatever fonts there are: programs disagree about
    anchors of text with raised parts, and about which font draws what another one lacks.
    """
    x, y = at
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width(formula, size)
    parts: list[str] = []
    for run in runs(formula):
        length = LOOSE * run_width(run, size)
        height = y + {1: UP, -1: DOWN, 0: 0.0}[run.level] * size
        style = ' font-style="italic"' if run.italic else ""
        style += f' font-family="{SIGN_FONT}"' if run.is_sign else ""
        style += ' font-weight="bold"' if run.bold else ""
        small = f' font-size="{SMALL * size:.3g}"' if run.level else ""
        fitted = f'textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"' if length else ""
        place = f'x="{x:.1f}" y="{height:.1f}" {fitted}'
        parts.append(f"<tspan {place}{small}{style}>{escape(run.text)}</tspan>")
        x += length
    return (
        f'<text font-size="{size:.3g}" fill="{color}" xml:space="preserve">{"".join(parts)}</text>'
    )
