r"""Functions and sums whose arguments stand without brackets: where these end, or who is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_tables import ENTRYWISE, OF_MATRIX
from matgrad.syntax.latex_tokens import Position
from matgrad.syntax.tokens import Token

PRODUCTS = frozenset({"⋅", "×", "*"})
_OF_MATRICES = frozenset({".*", "./", "⊗"})
ENDS_SUM = frozenset({"+", "-", "=", ":", ",", "∈"})
_LOGARITHMS = frozenset({"log", "ln", "logdet"})
# What a logarithm is often taken of together with the factor before it.
_OF_LOGARITHMS = frozenset({"exp", "det", "prod"})
_OF_NUMBERS = frozenset({"sqrt", "sum", "prod", "det"})  # which numbers stand before
SHARE = "share"  # a fraction such as 1/n


@dataclass
class Waiting:
    """A function or a sum whose argument stands without brackets."""

    name: str
    position: Position
    closing: list[Token]
    is_sum: bool = False
    until: int = 0  # a sum reaches at least as far as this
    factors: int = 0
    spaced: bool = False
    leave: Callable[[], None] | None = None
    is_whole: bool = False  # all of its term is the argument
    is_number: bool = False  # the argument is a number so far
    is_share: bool = False  # the only factor so far is a fraction such as 1/n
    last: int | None = None  # behind what has the index of a sum whose reach changes its value
    is_braced: bool = False  # the argument began with a group: \det{A}

    def ends_at(self, sign: str, at: int) -> bool:
        """Does a sign at this place end the argument?"""
        is_long = self.is_sum or self.is_whole
        is_over = sign in ENDS_SUM and at >= self.until
        return not is_long or is_over or (sign in PRODUCTS and self.is_past(at))

    def is_past(self, at: int) -> bool:
        r"""Is the index behind us, where the reach matters, as at the c of \prod_i x_i \cdot c?"""
        return self.last is not None and at >= self.last

    def take(self, what: str, glyph: Glyph) -> None:
        r"""Count a factor of the argument; of \ln 2\sin x 2 may be all of it."""
        self.is_braced = self.is_braced or (self.factors == 0 and glyph.kind == "group")
        self.is_number = what == "number" and not self.is_sum and self.factors == 0
        if what in ("number", "constant"):
            return
        self.factors += 1
        self.is_share = self.factors == 1 and what == SHARE

    def begin_with_minus(self) -> None:
        r"""Take the whole term of \exp -x^2/2: nobody halves the exponential so."""
        self.is_whole = self.name == "exp" and not self.is_sum

    def goes_on(self, at: int, glyph: Glyph, what: str, called: str, notes: list[str]) -> bool:
        """Does this belong to the argument of a function that has no brackets?"""
        if self.is_sum and self.is_past(at):
            return self._goes_past_index(glyph, what, called, notes)
        if self.is_number and what == "function" and called not in _OF_NUMBERS:
            raise self._unclear(glyph, f"{self._call('2')}…, or {self._call('2 …')}")
        if self.is_sum or self.factors == 0:
            return True
        if self.is_whole or (self.is_share and called == "sum"):  # \log\frac1n\sum_i e^{x_i}
            self.is_whole = True
            notes.append(self._taken)
            return True
        if what == "function" and not self._may_take(called):
            return False
        is_product = self.name in OF_MATRIX and what == "name" and not self.spaced
        is_product = is_product and not self.is_braced
        if is_product and self.factors == 1:
            return True
        raise self._unclear(glyph, f"{self._call('…')}…, or {self._call('… …')}")

    def _goes_past_index(self, glyph: Glyph, what: str, called: str, notes: list[str]) -> bool:
        r"""End \prod_i x_i before \sum_j y_j; ask about c in \prod_i x_ic, not in \sum_i x_ic."""
        if what == "name" and not self.spaced and self.name == "sum":
            notes.append(self._taken)
            return True
        if self.name == "sum" or called == "sum":  # what waits for the sum decides
            return False
        sign = rf"\{self.name}_i"
        raise self._unclear(glyph, rf"\left({sign} …\right) …, or {sign} \left(… …\right)")

    def _may_take(self, called: str) -> bool:
        r"""Could \log a \det A or \sin a \sum_i x_i be of the product?"""
        return called == "sum" or (self.name in _LOGARITHMS and called in _OF_LOGARITHMS)

    @property
    def _taken(self) -> str:
        return f"{self.name} without brackets is read here as one of its whole term"

    def check_quotient(self, at: int, glyph: Glyph, by_number: bool, notes: list[str]) -> None:
        r"""Refuse \sin x/2 and \log p/q, where the quotient may be the argument.

        \log\det X/2 is read: nobody takes the determinant of half a matrix.
        """
        is_clear = by_number and self.name in OF_MATRIX
        if self.is_sum and self.is_past(at):
            sign = rf"\{self.name}_i"
            raise self._unclear(glyph, rf"\left({sign} x_i\right)/c, or {sign} (x_i/c)")
        if self.is_whole and not self.is_sum:
            notes.append(self._taken)
        if not (self.is_sum or self.is_whole or self.spaced or is_clear):
            raise self._unclear(glyph, f"{self._call('p/q')}, or {self._call('p')}/q")

    def check_dot(self, sign: str, glyph: Glyph) -> None:
        r"""Refuse \cos k\cdot x, where the product may be the argument, as in \cos kx."""
        is_logarithm = self.is_number and self.name in _LOGARITHMS  # \ln 2 \cdot x
        if sign in ("⋅", "×") and not (self.is_sum or self.is_whole or is_logarithm):
            shown = {"⋅": r"\cdot", "×": r"\times"}[sign]
            ways = f"{self._call(f'a {shown} b')}, or {self._call('a')} {shown} b"
            raise self._unclear(glyph, ways)

    def check_one(self, sign: str, argument: str, glyph: Glyph) -> None:
        r"""Refuse \log 1+e^x: nobody adds the logarithm of one."""
        is_one = self.is_number and argument == "1"
        if sign in ("+", "-") and self.name in _LOGARITHMS and is_one:
            raise self._unclear(glyph, f"{self._call('1 + x')}, or {self._call('1')} + x")

    def check_entrywise(self, sign: str, glyph: Glyph) -> None:
        r"""Refuse \operatorname{tr} A\odot B and \det A\otimes B: a number is no factor there."""
        if sign in _OF_MATRICES and not self.is_sum and self.name not in ENTRYWISE:
            shown = {".*": r"\odot", "./": r"\oslash", "⊗": r"\otimes"}[sign]
            ways = f"{self._call(f'A {shown} B')}, or {self._call('A')} {shown} B"
            raise self._unclear(glyph, ways)

    def _unclear(self, glyph: Glyph, ways: str) -> AmbiguousError:
        return AmbiguousError(
            f"where does the argument of {self.name} end?",
            (self.position[0], glyph.end),
            f"put it in parentheses: {ways}",
        )

    def _call(self, inside: str) -> str:
        return f"{self.name}({inside})"
