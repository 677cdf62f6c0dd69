"""Characters of mathematics that LaTeX has commands for: σ, ², ᵀ, 𝐱, ½."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from matgrad.errors import ParseError
from matgrad.syntax.latex.glyphs import Glyph
from matgrad.syntax.latex.groups import Argument
from matgrad.syntax.latex.writer import Frame, Writer, braced
from matgrad.syntax.tokens import FRACTIONS, GREEK, Kind, Token

_SPECIAL_NAMES = {("bb", "R"): "ℝ", ("bb", "E"): "𝔼"}
_SMALL = str.maketrans("−T", "-⊤")
# Letters with a look of their own, by the words in their names.
_LOOKS = {
    **{"DOUBLE-STRUCK": "bb", "SCRIPT": "cal", "FRAKTUR": "frak", "BLACK-LETTER": "frak"},
    **{"SANS-SERIF": "sf", "MONOSPACE": "tt", "BOLD": "bf"},
}


def plain_name(writer: Writer, frame: Frame, text: str, glyph: Glyph) -> None:
    """Write a letter in the font that stands around it."""
    special = _SPECIAL_NAMES.get((frame.font, text))
    font = "" if special or frame.font == "rm" else frame.font
    writer.name(special or text, glyph.position, font)


def mathematics(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    """A character of mathematics that LaTeX has a command for: σ, ², ᵀ, 𝐱, ½."""
    look, _, base = unicodedata.decomposition(glyph.text).rpartition(" ")
    if glyph.text in FRACTIONS:
        value = Fraction(*FRACTIONS[glyph.text])
        writer.write([Token(Kind.NUMBER, glyph.text, *glyph.position, value)])
    elif glyph.text == "ℓ":
        plain_name(writer, frame, "ell", glyph)
    elif look in ("<super>", "<sub>"):
        _small(writer, frame, look)
    elif look == "<font>":
        called = unicodedata.name(glyph.text)
        font = next((font for word, font in _LOOKS.items() if word in called), "")
        inside = [_plain(glyph, chr(int(base, 16)))]
        writer.push(Frame(inside, font=font, script=frame.script, is_in_font=True))
    elif glyph.text in GREEK:
        plain_name(writer, frame, GREEK[glyph.text], glyph)
    else:
        shown = f"{glyph.text} " if glyph.text.isprintable() else ""
        raise ParseError(
            f"the character {shown}(U+{ord(glyph.text):04X}) is not part of the language",
            glyph.position,
        )


def _small(writer: Writer, frame: Frame, look: str) -> None:
    """Small characters side by side: x₁₂ is x_{12}, A⁻¹ has a raised number."""
    inside: list[Glyph] = []
    frame.at -= 1
    while (item := frame.beside()) is not None and item.kind == "sign":
        kind, _, base = unicodedata.decomposition(item.text).rpartition(" ")
        if kind != look:
            break
        inside.append(_plain(item, chr(int(base, 16)).translate(_SMALL)))
        frame.at += 1
    text = "".join(item.text for item in inside)
    place = (inside[0].start, inside[-1].end)
    if look == "<super>" and re.fullmatch(r"-?\d{1,32}", text):
        writer.write([Token(Kind.RAISED, text, *place, Fraction(text))])
    else:
        sign, kind = ("^", "sup") if look == "<super>" else ("_", "sub")
        writer.sign(sign, place)
        writer.push(braced(Argument(inside, *place, True), kind, is_loose=text == "⊤"))


def _plain(item: Glyph, char: str) -> Glyph:
    """What a small or a bold character stands for; a small T is a mark of transposition."""
    kind = "letter" if char.isascii() and char.isalpha() else "digit" if char.isdigit() else "sign"
    return Glyph(kind, char, *item.position)
