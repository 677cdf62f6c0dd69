"""The words of a text in which formulas are typed, and the words that tell where these stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBERED = frozenset(
    "equation eq eqn theorem lemma section step figure table part case chapter problem question "
    "line page exercise example".split()
)
ENDS = (",", ";", "?", ".", ":", "!")
BEFORE_NAME = frozenset(
    "to wrt w.r.t. respect of by in matrix vector scalar matrices vectors and weights biases bias "
    "weight parameters variable variables over direction".split()
)
VARIABLE_FOLLOWS = ("to", "wrt", "w.r.t.", "over", "by")
ENGLISH = frozenset({"a", "I", "A"})
NO_NAMES = frozenset(
    "the and some its our his her this that then which where with const constant other another "
    "for you are was not but".split()
)


def balanced(formula: str) -> str:
    """Without a closing bracket that belongs to the sentence."""
    while formula.endswith(")") and formula.count(")") > formula.count("("):
        formula = formula[:-1]
    return formula


@dataclass(frozen=True)
class Word:
    """A word of a text and its place."""

    start: int
    end: int
    text: str

    @property
    def bare(self) -> str:
        """Without the marks of a sentence around it."""
        return self.text.strip(".,;:?!") or self.text

    @property
    def is_sign(self) -> bool:
        """Has it neither letters nor digits?"""
        return re.search(r"\w", self.bare) is None
