"""What a text is cut into: lexemes of prose, and pieces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """What a piece is."""

    WORD = "word"
    MARK = "mark"
    LATEX = "latex"
    TYPED = "typed"
    CODE = "code"
    BREAK = "break"  # between paragraphs and items


@dataclass(frozen=True)
class Piece:
    """A piece of the text, and where it stands."""

    sort: Sort
    text: str
    start: int
    end: int
    inner: int = -1  # where the formula itself begins, behind its dollars

    @property
    def inside(self) -> int:
        """Where the text begins."""
        return self.start if self.inner < 0 else self.inner

    @property
    def is_formula(self) -> bool:
        """Is this mathematics?"""
        return self.sort in (Sort.LATEX, Sort.TYPED)


@dataclass(frozen=True)
class Lexeme:
    """A word, a number or a sign of prose."""

    kind: str  # the group that matched
    text: str
    start: int
    end: int
    is_apart: bool  # a blank stands before it
