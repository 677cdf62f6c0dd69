"""The input language: what is printed here parses back to the very same expression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Symbol, number_value
from matgrad.core.notation import (
    ATOM,
    HADAMARD,
    INNER,
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
from matgrad.ops import transpose
from matgrad.ops.families import sum_op
from matgrad.render.grids import indices
from matgrad.render.indexed import as_text, block_of, is_row, places
from matgrad.render.layout import Style, decimal, reciprocal_exponent
from matgrad.render.named import typed
from matgrad.render.quotients import Quotient, quotient
from matgrad.render.rope import Piece, Rope, between


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
    return as_text(data.name, [axis.name for axis in data.axes])


LEAVES: dict[str, Callable[[Any], Rope]] = {
    "symbol": symbol_name,
    "delta": lambda data: f"delta({data.one},{data.other})",
    "index": lambda axis: axis.name,
    "constant": str,
    "eye": lambda size: f"I({size})",
    "ones": lambda shape: f"ones({sizes(shape)})",
    "zeros": lambda shape: f"zeros({sizes(shape)})",
    "unit": lambda data: f"e({data[0]},{data[1]})",
    "units": lambda span: f"e({span},{span.size})",
    "commutation": lambda shape: f"commutation({shape.rows},{shape.cols})",
    "toeplitz_columns": lambda shape: f"toeplitz_columns({shape.rows},{shape.cols})",
    "toeplitz_rows": lambda shape: f"toeplitz_rows({shape.rows},{shape.cols})",
    "duplication": lambda size: f"duplication({size})",
    "elimination": lambda size: f"elimination({size})",
    "diagonal_selection": lambda size: f"diagonal_selection({size})",
}


class Text(Style):
    """The spelling that a user types."""

    even_rows = False

    def leaf(self, node: Expr) -> Piece:
        """A symbol, number or constant as it is typed."""
        value = number_value(node)
        if value is not None:
            return self.number(value)
        if node.op.name in LEAVES:
            return Piece(LEAVES[node.op.name](node.data))
        return size_piece(node.data)

    def number(self, value: Fraction) -> Piece:
        """An integer, an exact decimal or a quotient of integers."""
        string = decimal(abs(value))
        if string is not None:
            return Piece(string, SIGN if value < 0 else ATOM, value < 0)
        return Piece(f"{abs(value.numerator)}/{value.denominator}", PRODUCT, value < 0)

    def scaled(self, node: Expr, parts: list[Piece]) -> Piece:
        """Factors from left to right, then what they are divided by: a*x/(2*n)."""
        found = quotient(node, parts)
        body = found.body
        if found.is_sign_of(INNER) and body is not None:
            return Piece(self.bracket(body).body, PRODUCT, found.negative, term=body.body)
        if body is not None and body.below and not (found.over or found.under):
            ropes = (
                self.number(found.number).body,
                " ./ ",
                self.operand(body.below, HADAMARD).body,
            )
            return Piece(ropes, HADAMARD, found.negative)
        over = [self.operand(factor, HADAMARD).body for factor in found.over]
        is_product = body is not None and body.binds == PRODUCT and not body.negative
        if body is not None:
            over.append(body.body if is_product else self.operand(body, HADAMARD).body)
        divided = self.is_divided(found, over, is_product)
        under = list(found.under)
        number = found.number
        if divided:
            under.insert(0, self.number(Fraction(number.denominator)))
            number = Fraction(number.numerator)
        if number != 1 or not over:
            over.insert(0, self.number(number).body)
        return Piece((between("*", over), *self.divisor(under)), PRODUCT, found.negative)

    def is_divided(self, found: Quotient, over: list[Rope], is_product: bool) -> bool:
        """Does the denominator of the number come last, as in x/2, or first, as in 1/2*x?

        Numbers are not multiplied when they are read, so only one of them may be written.
        """
        if decimal(found.number) is not None:
            return False
        one_factor = len(over) == 1 and not is_product
        return not over or (found.number.numerator == 1 and (one_factor or not found.negative))

    def divisor(self, under: list[Piece]) -> tuple[Rope, ...]:
        """A division by one factor, or by a product in brackets."""
        shown = [self.operand(factor, HADAMARD).body for factor in under]
        if len(shown) < 2:
            return tuple(("/", factor) for factor in shown)
        return ("/(", between("*", shown), ")")

    def infix(self, node: Expr, sign: Infix, parts: list[Piece]) -> Piece:
        """Arguments with a sign between them; A .* B.^(-1) is the division A ./ B.

        A sign that is a word is a function instead: kron(A, B).
        """
        if sign.sign.text.isalpha():
            inside = between(", ", [self.signed(part) for part in parts])
            return Piece((sign.sign.text, "(", inside, ")"))
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
        if is_row(node) and isinstance(part.body, tuple):
            stem, index = part.body  # as `member` made it
            return replace(part, body=(stem, str(index).removesuffix("'")))
        if sign.mark.text.isalpha():
            return Piece((sign.mark.text, "(", self.signed(part), ")"))
        return self.marked(self.operand(part, POSTFIX - 1), sign.mark.text)

    def power(self, node: Expr, sign: Power, parts: list[Piece]) -> Piece:
        """x^2, X.^2, and 1/x^2 for negative exponents."""
        exponent = parts[1] if len(parts) > 1 else self.number(Fraction(node.data))
        caret = "^" if node.is_scalar or not sign.elementwise else ".^"
        spelled = self.raised(parts[0], caret, exponent)
        value = reciprocal_exponent(node)
        if value is None:
            return spelled
        below = parts[0] if value == -1 else self.raised(parts[0], caret, self.number(-value))
        slash, binds = ("/", PRODUCT) if node.is_scalar else (" ./ ", HADAMARD)
        body = ("1", slash, self.operand(below, HADAMARD).body)
        return Piece(body, binds, below=below, explicit=spelled)

    def raised(self, base: Piece, caret: str, exponent: Piece) -> Piece:
        """A base with its exponent."""
        raised = exponent if self.is_plain_exponent(exponent) else self.bracket(exponent)
        return Piece((self.operand(base, POWER).body, caret, raised.body), POWER)

    def is_plain_exponent(self, exponent: Piece) -> bool:
        """Can the exponent stand without brackets?"""
        return exponent.binds == ATOM and not exponent.negative

    def call(self, node: Expr, sign: Call, parts: list[Piece]) -> Piece:
        """name(arguments); a function that is only named has its primes."""
        if sign.name.text:
            return Piece((sign.name.text, "(", between(", ", self.arguments(node, parts)), ")"))
        name, primes = node.data
        return Piece((name, "'" * primes, "(", self.signed(parts[0]), ")"))

    def named(self, node: Expr, parts: list[Piece]) -> Piece:
        """grad_f(X), A'(t)."""
        return typed(node, [self.signed(part) for part in parts])

    def fenced(self, node: Expr, sign: Fence, parts: list[Piece]) -> Piece:
        """Delimiters are a function in text."""
        return Piece((sign.name, "(", between(", ", self.arguments(node, parts)), ")"))

    def member(self, node: Expr, parts: list[Piece]) -> Piece:
        """A_j, x[i], X[i,:]' and block(h, X, k)."""
        block = block_of(node)
        if block is None:
            return Piece(as_text(node.args[0].name, places(node)))
        if block.width != ONE:
            return Piece((f"block({block.place}, ", self.signed(parts[0]), f", {block.width})"))
        (base,) = node.args
        if base.op is not transpose:
            inside = self.operand(parts[0], POSTFIX - 1).body
            return Piece((inside, f"[:,{block.place}]"), POSTFIX)
        inner = self.operand(self.spelled(base.args[0]), POSTFIX - 1).body
        index = f"[{block.place}]" if node.is_scalar else f"[{block.place},:]'"
        return Piece((inner, index), POSTFIX)

    def over(self, node: Expr, index: str, body: Piece) -> Piece:
        """sum(i, x_i), and columns(i, x_i) for [x_1, …, x_n]."""
        name = "sum" if node.op is sum_op else "columns"
        return Piece((f"{name}({index}, ", self.signed(body), ")"))

    def entry(self, node: Expr, parts: list[Piece]) -> Piece:
        """A[2,3] and x[2]."""
        found = indices(node)
        if found is None:  # the index vectors are expressions: uᵀ A v
            row, column = self.operand(parts[1], POSTFIX - 1), self.operand(parts[2], HADAMARD)
            ropes = (row.body, "'*", self.operand(parts[0], HADAMARD).body, "*", column.body)
            return Piece(ropes, PRODUCT)
        inside = ",".join(found)
        return Piece((self.operand(parts[0], POSTFIX - 1).body, f"[{inside}]"), POSTFIX)


_style = Text()


@lru_cache(maxsize=256)  # a step begins with the line in which the last one ended
def text(expr: Expr) -> str:
    """The expression in the input language."""
    return _style.string(expr)
