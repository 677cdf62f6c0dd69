"""How a problem is to be read, whatever its spelling."""

from __future__ import annotations

from dataclasses import dataclass

from matgrad.syntax.choices import Choices
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.scope import Broadcasting
from matgrad.syntax.sums import Choose, row_or_column


@dataclass(frozen=True)
class Way:
    """How a problem is to be read."""

    limits: Limits = GENEROUS
    scalar: bool = False  # the function must have one value
    choose: Choose = row_or_column  # are the x_i of a sum the rows or the columns of X?
    choices: Choices | None = None  # of what people type; without them the grammar is strict
    wrt: tuple[str, ...] = ()  # names that are asked for, so they are variables
    latex: bool = False
    bold: frozenset[str] = frozenset()  # small letters of LaTeX that look like vectors
    broadcasting: Broadcasting = "paper"
