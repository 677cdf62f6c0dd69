r"""How wide a formula is on paper, about: what does not fit into a line is set in another way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from matgrad.render.formula import BRACES, OVER, Machine, Notation
from matgrad.render.math_text import ITALIC, UPRIGHT

LOOSE = 1.15  # letters of formulas are wider than those of Times, for which the tables are
LETTER, DIGIT, BRACKET, TALL_BRACKET = 0.6, 0.5, 0.4, 0.75
OPERATOR, RELATION, PUNCTUATION = 1.22, 1.34, 0.45
SCRIPT = 0.72  # the size of scripts
BAR, ROOT, GAP = 0.24, 0.9, 1.0  # what fractions, roots and columns need besides
WIDTHS = {"thin": 0.17, "medium": 0.28, "wide": 1.0, "break": 0.0}
OPERATORS = frozenset("+−⊙⊘⊗⋅×⊕±∓∘∗⋆∙")
RELATIONS = frozenset("=≠≤≥∈⟹↦→≈⇒<>≡∼∝⟺⇔:")


class Ruler(Notation):
    """The language of widths: each part is a number of ems."""

    def row(self, parts: Sequence[str]) -> str:
        """Parts side by side."""
        return str(sum(map(float, parts)))

    def letter(self, text: str) -> str:
        """A name of one letter."""
        return str(LOOSE * ITALIC.get(text, LETTER))

    def word(self, text: str, look: str) -> str:
        """A function, text, or letters in another face."""
        return str(LOOSE * sum(UPRIGHT.get(letter, LETTER) for letter in text))

    def number(self, text: str) -> str:
        """Digits."""
        return str(DIGIT * len(text))

    def sign(self, text: str) -> str:
        """An operator or relation, or a bracket."""
        if text in OPERATORS:
            return str(OPERATOR)
        if text in RELATIONS:
            return str(RELATION)
        return str(PUNCTUATION if text in ",;." else BRACKET if text in "()[]{}|′" else LETTER)

    def space(self, width: str) -> str:
        """A space."""
        return str(WIDTHS[width])

    def scripts(self, base: str, below: str | None, above: str | None) -> str:
        """Indices and exponents."""
        return str(float(base or 0) + SCRIPT * max(float(below or 0), float(above or 0)))

    def command(self, name: str, args: Sequence[str]) -> str:
        """Fractions, roots, accents; a cell has the width that is given for it."""
        if name in ("fit", "cell"):
            return args[0]
        widest = max(map(float, args), default=0.0)
        extra = 0.0 if name in (*OVER, *BRACES) else ROOT if name == "sqrt" else BAR
        return str(widest + extra)

    def fence(self, left: str, inside: str, right: str) -> str:
        """Delimiters that grow."""
        return str(float(inside) + BRACKET * (bool(left) + bool(right)))

    def table(self, rows: Sequence[Sequence[str]], left: str, right: str) -> str:
        """A matrix."""
        count = max(map(len, rows), default=0)
        columns = (max(float(row[j]) for row in rows if j < len(row)) for j in range(count))
        return str(sum(columns) + GAP * (count - 1) + TALL_BRACKET * (bool(left) + bool(right)))


@lru_cache(4096)
def width(latex: str) -> float:
    r"""How wide a formula is, in ems.

    >>> width(r"\frac{a + b}{c}") < width("a + b + c")
    True
    """
    return float(Machine(Ruler()).run(latex))
