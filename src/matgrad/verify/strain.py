"""Points at which digits cannot tell a function from a simpler one.

tanh(10²⁰) is one to any number of digits in use, and sin(10⁻³⁰⁰) is 10⁻³⁰⁰: two formulas that
agree there need not agree elsewhere. All functions that behave so are built from a few.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.verify.ball import Balls

LARGE = 16  # exp(−16²), of which erf(16) is short of one, is seen with 512 bits
SMALL = Fraction(1, 1 << 16)  # so are thirty terms of a series
SATURATED = frozenset({"exp", "erf"})  # beside what is larger
# Where a function is a straight line, or a constant, to all digits.
STRAIGHT = {"exp": 0, "erf": 0, "sin": 0, "cos": 0, "tan": 0, "asin": 0, "atan": 0}
STRAIGHT |= {"log": 1, "sqrt": 1}


class Strained(Balls):
    """Real arithmetic that notes which functions were evaluated where digits hide what they are."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        super().__init__(sizes)
        self.strained: set[Expr] = set()

    def function(self, name: str, x: Any) -> Any:
        """An elementwise function."""
        if self.node is not None and self._hides(name, x) and any(True for _ in symbols(self.node)):
            self.strained.add(self.node)
        return super().function(name, x)

    def _hides(self, name: str, x: Any) -> bool:
        if name in SATURATED and abs(x) > LARGE:
            return True
        if name not in STRAIGHT:
            return False
        apart = x - STRAIGHT[name]
        return not apart.contains(0) and abs(apart) < self.rational(SMALL)
