"""A derivation laid out for reading, before any spelling is chosen.

A document is a list of sections, a section a list of rows; rows hold expressions and words. The
writers for terminals, LaTeX and Markdown only decide how a row looks.
"""

from __future__ import annotations

from dataclasses import dataclass

from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling

Item = Expr | Spelling
Words = tuple[str | Item, ...]


class Verbatim(str):
    """Words that are shown sign by sign, in the type of code: a formula that cannot be set."""

    __slots__ = ()


class Bold(str):
    """Words in bold type."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Equation:
    """Two sides of an equals sign; a left side of None goes on from the line above."""

    left: Item | None
    right: Item


@dataclass(frozen=True, slots=True)
class Row:
    """A line: an equation, what follows from it, and words; a detail explains the line above.

    A display is a formula in two parts, what stands left of its sign and the rest.
    """

    equation: Equation | None = None
    implies: Equation | None = None
    words: Words = ()
    is_detail: bool = False
    display: tuple[Spelling, Spelling] | None = None

    @property
    def is_formula(self) -> bool:
        """Does the line stand in the columns of equations?"""
        return self.equation is not None or self.display is not None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document, with its title."""

    title: str
    rows: tuple[Row, ...]
    is_prose: bool = False  # are rows of words paragraphs, not the items of a list?


@dataclass(frozen=True, slots=True)
class Document:
    """A derivation as sections of rows."""

    sections: tuple[Section, ...]
