"""Tokens of the grammar that stand where glyphs of LaTeX stood."""

from __future__ import annotations

from fractions import Fraction

from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.tokens import Kind, Token

Position = tuple[int, int]


def token(text: str, glyph: Glyph) -> Token:
    """A sign where a glyph stands."""
    return Token(Kind.SIGN, text, *glyph.position)


def name_token(text: str, position: Position) -> Token:
    """A name at a position."""
    return Token(Kind.NAME, text, *position)


def number_token(value: int, position: Position) -> Token:
    """An integer at a position."""
    return Token(Kind.NUMBER, str(value), *position, Fraction(value))
