"""The input language: what is printed here parses back to the very same expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol, number_value
from matgrad.core.notation import (
    ATOM,
    HADAMARD,
    POSTFIX,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Call,
    Fence,
    Infix,
    Postfix,
    Power,
)
from matgrad.core.shape import Shape
from matgrad.render.layout import (
    Piece,
    Rope,
    Style,
    between,
    indices,
    leading_sign,
    reciprocal_exponent,
)

DECIMALS = 6


def decimal(value: Fraction) -> str | None:
    """A non-negative number as an exact decimal, or None if it needs too many digits.

    >>> decimal(Fraction(3, 8)), decimal(Fraction(1, 3))
    ('0.375', None)
    """
    if value.denominator == 1:
        return str(value)
    shifted = value * 10**DECIMALS
    if shifted.denominator != 1:
        return None
    whole, rest = divmod(int(shifted), 10**DECIMALS)
    return f"{whole}.{rest:0{DECIMALS}d}".rstrip("0")


def size_piece(size: Dim) -> Piece:
    """A size as a scalar, with the sign that binds most loosely in it."""
    string = str(size)
    loose = SUM if len(size.terms) > 1 else PRODUCT if "*" in string else ATOM
    return Piece(string, loose)


def sizes(shape: Shape) -> str:
    """The arguments that make ones or zeros of a shape."""
    return str(shape.rows) if shape.is_column else f"{shape.rows},{shape.cols}"


def symbol_name(data: Symbol) -> str:
    """A symbol as it is typed."""
    return data.name


LEAVES: dict[str, Callable[[Any], Rope]] = {
    "symbol": symbol_name,
    "constant": str,
    "eye": lambda size: f"I({size})",
    "ones": lambda shape: f"ones({sizes(shape)})",
    "zeros": lambda shape: f"zeros({sizes(shape)})",
    "unit": lambda data: f"e({data[0]},{data[1]})",
}


class Text(Style):
    """The spelling that a user types."""

    def leaf(self, node: Expr) -> Piece:
        """A symbol, number or constant as it is typed."""
        value = number_value(node)
        if value is not None:
            return self.number(value)
        if node.op.name in LEAVES:
            return Piece(LEAVES[node.op.name](node.data))
        return size_piece(node.data)

    def number(self, value: Fraction) -> Piece:
        """An exact decimal if that is short, else a quotient of integers."""
        string = decimal(abs(value))
        if string is not None:
            return Piece(string, SIGN if value < 0 else ATOM, value < 0)
        return Piece(f"{abs(value.numerator)}/{value.denominator}", PRODUCT, value < 0)

    def may_stand_bare(self, value: Fraction) -> bool:
        """A quotient would be read as a division, which is a scalar and not a number."""
        return decimal(abs(value)) is not None

    def scaled(self, node: Expr, parts: list[Piece]) -> Piece:
        """Factors from left to right, then divisions: a*x/b/c."""
        negative, factors, nodes = leading_sign(node, parts)
        if len(nodes) == 1 and number_value(node.args[0]) == -1 and factors[0].below is None:
            return self.negated(nodes[0], factors[0])
        over = [(n, f) for n, f in zip(nodes, factors, strict=True) if not self.divides(n, f)]
        under = [f.below for n, f in zip(nodes, factors, strict=True) if self.divides(n, f)]
        if len(over) == 2 and not under and number_value(over[0][0]) is not None:
            divisor = over[1][1].below
            if divisor is not None and not over[1][0].is_scalar:  # 2 ./ x
                ropes = (over[0][1].body, " ./ ", self.operand(divisor, HADAMARD).body)
                return Piece(ropes, HADAMARD, negative)
        divisors = [("/", self.operand(b, HADAMARD).body) for b in under if b is not None]
        if divisors and over and over[-1][1].binds == PRODUCT:
            return replace(self.divided(over, divisors), negative=negative)
        shown = [self.factor(n, f, i, len(over)) for i, (n, f) in enumerate(over)] or ["1"]
        return Piece((between("*", shown), *divisors), PRODUCT, negative)

    def divided(self, over: list[tuple[Expr, Piece]], divisors: Sequence[Rope]) -> Piece:
        """A product and its divisors: 2/n*A*x, or (A*x)/n if no scalar can be divided first."""
        scalars = [self.factor(n, f, i, len(over)) for i, (n, f) in enumerate(over[:-1])]
        node, last = over[-1]
        if not scalars:
            return Piece((self.operand(last, HADAMARD).body, *divisors), PRODUCT)
        body = self.factor(node, last, len(scalars), len(over))
        return Piece((between("*", scalars), *divisors, "*", body), PRODUCT)

    def divides(self, node: Expr, factor: Piece) -> bool:
        """Does this factor stand behind a division sign?"""
        return node.is_scalar and factor.below is not None

    def negated(self, node: Expr, factor: Piece) -> Piece:
        """Minus something; a product needs no brackets, any looser sign does."""
        if factor.binds == PRODUCT and number_value(node) is None and not factor.negative:
            return Piece(factor.body, PRODUCT, True)
        return Piece(self.operand(factor, HADAMARD).body, PRODUCT, True)

    def factor(self, node: Expr, factor: Piece, position: int, total: int) -> Rope:
        """One factor; a quotient of integers may stand first and a matrix product last."""
        is_number = number_value(node) is not None
        open_ended = factor.binds == PRODUCT and not factor.negative and factor.explicit is None
        if open_ended and ((position == 0 and is_number) or position == total - 1 != 0):
            is_product = isinstance(node.op.notation, Infix)
            if is_number or is_product:
                return factor.body
        return self.signed(self.operand(factor, HADAMARD, first=position == 0))

    def infix(self, node: Expr, sign: Infix, parts: list[Piece]) -> Piece:
        """Arguments with a sign between them; A .* B.^(-1) is the division A ./ B."""
        ropes: list[Rope] = [self.signed(self.operand(parts[0], sign.binds, first=True))]
        if parts[0].below is not None and parts[0].explicit is not None:
            ropes[0] = parts[0].explicit.body
        for part in parts[1:]:
            if sign.binds == HADAMARD and part.below is not None:
                ropes.append((" ./ ", self.operand(part.below, HADAMARD).body))
            else:
                ropes.append((sign.sign.text, self.operand(part, sign.binds).body))
        return Piece(tuple(ropes), sign.binds)

    def postfix(self, node: Expr, sign: Postfix, part: Piece) -> Piece:
        """A mark after the argument; a mark that is a word is a function instead."""
        if sign.mark.text.isalpha():
            return Piece((sign.mark.text, "(", self.signed(part), ")"))
        return self.marked(self.operand(part, POSTFIX - 1), sign.mark.text)

    def power(self, node: Expr, sign: Power, parts: list[Piece]) -> Piece:
        """x^2, X.^2, and 1/x for the power −1."""
        exponent = parts[1] if sign.elementwise else self.number(Fraction(node.data))
        caret = "^" if node.is_scalar or not sign.elementwise else ".^"
        raised = exponent if self.is_plain_exponent(exponent) else self.bracket(exponent)
        spelled = Piece((self.operand(parts[0], POWER).body, caret, raised.body), POWER)
        if reciprocal_exponent(node) != -1:
            return spelled
        slash, binds = ("/", PRODUCT) if node.is_scalar else (" ./ ", HADAMARD)
        body = ("1", slash, self.operand(parts[0], HADAMARD).body)
        return Piece(body, binds, below=parts[0], explicit=spelled)

    def is_plain_exponent(self, exponent: Piece) -> bool:
        """Can the exponent stand without brackets?"""
        return exponent.binds == ATOM and not exponent.negative

    def call(self, node: Expr, sign: Call, parts: list[Piece]) -> Piece:
        """name(arguments); a function that is only named has its primes."""
        if sign.name.text:
            return Piece((sign.name.text, "(", between(", ", self.arguments(node, parts)), ")"))
        name, primes = node.data
        return Piece((name, "'" * primes, "(", self.signed(parts[0]), ")"))

    def fenced(self, node: Expr, sign: Fence, parts: list[Piece]) -> Piece:
        """Delimiters are a function in text."""
        return Piece((sign.name, "(", between(", ", self.arguments(node, parts)), ")"))

    def entry(self, node: Expr, parts: list[Piece]) -> Piece:
        """A[2,3] and x[2]."""
        found = indices(node)
        if found is None:  # the index vectors are expressions: uᵀ A v
            row, column = self.operand(parts[1], POSTFIX - 1), self.operand(parts[2], HADAMARD)
            ropes = (row.body, "'*", self.operand(parts[0], HADAMARD).body, "*", column.body)
            return Piece(ropes, PRODUCT)
        inside = ",".join(map(str, found))
        return Piece((self.operand(parts[0], POSTFIX - 1).body, f"[{inside}]"), POSTFIX)


_style = Text()


def text(expr: Expr) -> str:
    """The expression in the input language."""
    return _style.string(expr)
