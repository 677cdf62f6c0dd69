r"""Powers of functions: \sin^2(x) of a vector is the square of each entry, as it has no other."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from matgrad.core.steps import Problem
from matgrad.errors import DoubtError, MatgradError, ShapeError
from matgrad.syntax.latex_aliases import ENTRYWISE
from matgrad.syntax.latex_tokens import Position
from matgrad.syntax.tokens import Kind, Token

_OF_EACH = "power of "  # before the number that stands above an entrywise function


def power_of(called: str, power: int, position: Position) -> Token:
    r"""The token of the 2 in \sin^2 x."""
    text = f"{_OF_EACH}{power}" if called in ENTRYWISE else str(power)
    return Token(Kind.RAISED, text, *position, Fraction(power))


def with_powers(read: list[Token], build: Callable[[list[Token]], Problem]) -> Problem:
    """The problem of the tokens; with entrywise powers of functions where it fits only so."""
    try:
        return build(read)
    except (ShapeError, DoubtError) as error:
        if not any(map(_is_of_function, read)):
            raise
        try:
            return build([new for token in read for new in _of_each_entry(token)])
        except MatgradError:
            raise error from None


def _is_of_function(token: Token) -> bool:
    return token.kind is Kind.RAISED and token.text.startswith(_OF_EACH)


def _of_each_entry(token: Token) -> list[Token]:
    if not _is_of_function(token):
        return [token]
    digits = token.text.removeprefix(_OF_EACH)
    sign = Token(Kind.SIGN, ".^", *token.position)
    return [sign, Token(Kind.NUMBER, digits, *token.position, Fraction(digits))]
