"""Scalar factors around a fraction bar, before any spelling is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from matgrad.core.expr import Expr, number_value
from matgrad.core.notation import ATOM, SIGN
from matgrad.render.rope import Piece


@dataclass(slots=True)  # not frozen: so many are made that it would be felt
class Quotient:
    """Scalar factors sorted around a fraction bar; `body` is the last factor over the bar."""

    negative: bool
    number: Fraction
    over: list[Piece]
    body: Piece | None
    under: list[Piece]

    def is_sign_of(self, binds: int) -> bool:
        """Is this nothing but a sign before a piece that binds as given?"""
        alone = self.number == 1 and not (self.over or self.under)
        return alone and self.body is not None and self.body.binds == binds


def quotient(node: Expr, parts: list[Piece]) -> Quotient:
    """Sort the factors of a scaled node: the number, what is over the bar, what is under it."""
    negative, factors, nodes = leading_sign(node, parts)
    number, value = Fraction(1), number_value(nodes[0])
    if value is not None and len(nodes) > 1 and not factors[0].negative:
        number = abs(value)
        del factors[0], nodes[0]
    under = [f.below for n, f in zip(nodes, factors, strict=True) if n.is_scalar and f.below]
    over = [f for n, f in zip(nodes, factors, strict=True) if not (n.is_scalar and f.below)]
    body = over.pop() if over else None
    return Quotient(negative, number, over, body, under)


def without_sign(piece: Piece) -> Piece:
    """The absolute value of a number's piece."""
    return replace(piece, negative=False, binds=ATOM if piece.binds == SIGN else piece.binds)


def leading_sign(node: Expr, parts: list[Piece]) -> tuple[bool, list[Piece], list[Expr]]:
    """Take the sign out of a scaled node: is it negative, and what remains; −1 vanishes."""
    factors, nodes = list(parts), list(node.args)
    value = number_value(nodes[0])
    negative = value is not None and value < 0
    if value == -1:
        del factors[0], nodes[0]
    elif negative:
        factors[0] = without_sign(factors[0])
    return negative, factors, nodes
