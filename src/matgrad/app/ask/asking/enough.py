"""Equations that are said to be enough for a gradient to vanish: it is zero if ⟦Ax = b⟧.

Nothing is said of where else it is zero; “if and only if”, “exactly when” say that.
"""

from __future__ import annotations

import re

from matgrad.app.ask.asking.conditions import is_zero
from matgrad.app.ask.asking.unknowns import gives_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_NOUN = r"(?:gradients?|derivatives?|partials?|differential|it|this|they|both)"
_VANISHES = (
    rf"(?:\b{_NOUN}(?:\s+(?:of|by|with\s+respect\s+to|at)\s+{M}){{0,2}}\s+(?:(?:then|also|indeed|always|must|all)\s+)*"
    r"(?:vanish(?:es)?|(?:is|are|be|becomes?|equals?)\s+(?:equal\s+to\s+)?(?:zero\b|0\b))"
    rf"|\b(?:is|are)\s+(?:the\s+|its\s+)?{_NOUN}(?:\s+of\s+{M})?\s+(?:equal\s+to\s+)?(?:zero\b|0\b))"
)
_IF = (
    r"(?<!only )(?<!exactly )(?<!precisely )(?<!just )"
    r"(?:if|when|whenever|wherever|as\s+soon\s+as|provided(?:\s+that)?|as\s+long\s+as)"
)
# What is said of a vector by an equation stands behind its name: if ⟦x⟧ is a vector with ⟦1⟧.
_OF_VECTOR = rf"(?:{M}\s+is\s+an?\s+(?:unit\s+)?vector\s+with\s+)?"
_BEFORE = re.compile(rf"(?:({M})|{_VANISHES})\s*,?\s*\b{_IF}\s+{_OF_VECTOR}$", re.I)
_OPENS = re.compile(rf"(?:^|[.,;:(]|\bthat)\s*{_IF}\s+{_OF_VECTOR}$", re.I)
_THEN = r"\s*,?\s*(?:then\s+)?(?:(?:we\s+have|one\s+has|it\s+follows\s+that)\s+)?"
_AFTER = re.compile(
    rf"{_THEN}(?:({M})|(?:(?:the|its|this|both)\s+)?(?:[a-z]+\s+)?{_VANISHES})", re.I
)
IF_BEHIND = re.compile(rf"\s*,?\s*{_IF}\s+{_OF_VECTOR}({M})", re.I)  # ⟦∇f = 0⟧ if ⟦1⟧
IF_BEFORE = re.compile(rf"\b{_IF}\s+{_OF_VECTOR}({M}){_THEN}$", re.I)  # if ⟦1⟧, then ⟦∇f = 0⟧


def is_enough(reading: Reading, segment: int, before: str, after: str) -> bool:
    """Do the words around an equation say that a gradient vanishes if it holds?

    One that gives a name its value, ⟦x = A^{-1}b⟧, is a point, of which they may say more.
    """
    if gives_name(reading, segment):
        return False
    if found := _BEFORE.search(before):
        return not found[1] or _is_zero(reading, found[1])
    found = _AFTER.match(after) if _OPENS.search(before) else None
    return found is not None and (not found[1] or _is_zero(reading, found[1]))


def _is_zero(reading: Reading, mark: str) -> bool:
    return any(is_zero(reading, n) for n in numbers(mark))
