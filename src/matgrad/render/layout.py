"""How notation becomes a string, whatever the spelling: brackets, signs and fraction bars.

An expression is spelled bottom-up into pieces. A piece knows how tightly its outermost sign binds,
so the piece around it can decide whether brackets are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from matgrad.core.expr import Expr, number_value
from matgrad.core.notation import (
    HADAMARD,
    INNER,
    KRON,
    POSTFIX,
    PRODUCT,
    SUM,
    Call,
    Entry,
    Fence,
    Grid,
    Infix,
    Leaf,
    Member,
    Named,
    Notation,
    Postfix,
    Power,
    Scaled,
    Sum,
)
from matgrad.core.walk import fold
from matgrad.errors import LimitError
from matgrad.render.euler import unmistakable
from matgrad.render.grids import is_ragged, split_zeros
from matgrad.render.indexed import goes_over, with_index
from matgrad.render.rope import Piece, Rope, between, flatten

LONGEST = 1_000_000  # nodes of an expression that is printed without names for its parts

REMEMBERED = 2_000  # parts whose spelling is kept
HALF = Fraction(1, 2)
DECIMALS, SMALL = 6, 9


def decimal(value: Fraction) -> str | None:
    """A non-negative number as people write it without a fraction, or None if they would not.

    Fractions with small denominators stay fractions.

    >>> decimal(Fraction(1, 100)), decimal(Fraction(1, 2)), decimal(Fraction(1, 30))
    ('0.01', None, None)
    """
    if value.denominator == 1:
        return str(value)
    shifted = value * 10**DECIMALS
    if value.denominator <= SMALL or shifted.denominator != 1:
        return None
    whole, rest = divmod(int(shifted), 10**DECIMALS)
    return f"{whole}.{rest:0{DECIMALS}d}".rstrip("0")


def fill_value(term: Expr) -> Fraction | None:
    """The number that a term has in every entry, if it is a multiple of the matrix of ones."""
    if term.op.name == "ones":
        return Fraction(1)
    if isinstance(term.op.notation, Scaled) and len(term.args) == 2 and not term.is_scalar:
        value = number_value(term.args[0])
        return value if value is not None and term.args[1].op.name == "ones" else None
    return None


def reciprocal_exponent(node: Expr) -> Fraction | None:
    """The exponent of an elementwise power if it is a negative number."""
    if isinstance(node.op.notation, Power) and len(node.args) == 2:
        value = number_value(node.args[1])
        return value if value is not None and value < 0 else None
    return None


class Style:
    """What the three spellings share; each of them fills in the rest."""

    minus = "-"
    fence = ("(", ")")
    comma = ", "
    brackets = ("[", ", ", "; ", "]")
    even_rows = True  # rows of a block matrix have the same number of blocks

    def __init__(self) -> None:
        self.known: dict[Expr, Piece] = {}  # lines of a derivation share many parts

    def string(self, root: Expr) -> str:
        """The expression in this spelling."""
        if root.size > LONGEST:  # with shared parts, a small graph can be a tree without end
            raise LimitError(
                f"printed in full, this expression has more than {LONGEST:,} parts",
                hint="d.text() and d.definitions have it with names for what is shared",
            )
        return flatten(self.signed(self.spelled(root)))

    def spelled(self, root: Expr) -> Piece:
        """The expression as a piece of something larger."""
        if len(self.known) > REMEMBERED:
            self.known = {}
        known, stack, opened = self.known, [root], dict[Expr, tuple[str, Expr]]()
        while stack:
            node = stack[-1]
            if goes_over(node) and node not in opened:
                opened[node] = with_index(node)
            below = opened[node][1:] if node in opened else node.args
            waiting = [arg for arg in below if arg not in known]
            if node in known or not waiting:
                stack.pop()
            if node in known:
                continue
            if waiting:
                stack += waiting
            elif node in opened:
                letter, body = opened[node]
                known[node] = self.over(node, letter, known[body])
            else:
                known[node] = self.piece(node, [known[arg] for arg in node.args])
        return known[root]

    def piece(self, node: Expr, parts: list[Piece]) -> Piece:
        """Spell a node whose arguments are spelled already."""
        if (inner := unmistakable(node)) is not None:
            parts = [fold(inner, self.piece, self.known)]
        sign = node.op.notation
        return SPELLERS[type(sign)](self, node, sign, parts)

    # What a spelling must say for itself.
    def leaf(self, node: Expr) -> Piece:
        """A symbol, number or constant."""
        raise NotImplementedError

    def number(self, value: Fraction) -> Piece:
        """A rational number."""
        raise NotImplementedError

    def scaled(self, node: Expr, parts: list[Piece]) -> Piece:
        """Scalar factors before something."""
        raise NotImplementedError

    def infix(self, node: Expr, sign: Infix, parts: list[Piece]) -> Piece:
        """Arguments with a sign between them."""
        raise NotImplementedError

    def postfix(self, node: Expr, sign: Postfix, part: Piece) -> Piece:
        """An argument with a mark after it."""
        raise NotImplementedError

    def power(self, node: Expr, sign: Power, parts: list[Piece]) -> Piece:
        """A base with an exponent."""
        raise NotImplementedError

    def call(self, node: Expr, sign: Call, parts: list[Piece]) -> Piece:
        """A function of arguments."""
        raise NotImplementedError

    def named(self, node: Expr, parts: list[Piece]) -> Piece:
        """A function that is only named, or a derivative of it."""
        raise NotImplementedError

    def fenced(self, node: Expr, sign: Fence, parts: list[Piece]) -> Piece:
        """Delimiters around an argument."""
        raise NotImplementedError

    def entry(self, node: Expr, parts: list[Piece]) -> Piece:
        """An entry of a vector or matrix."""
        raise NotImplementedError

    def member(self, node: Expr, parts: list[Piece]) -> Piece:
        """A member of a family, or a block of columns."""
        raise NotImplementedError

    def over(self, node: Expr, index: str, body: Piece) -> Piece:
        """What goes over an index: a sum, or members beside each other."""
        raise NotImplementedError

    def grid(self, node: Expr, sign: Grid, parts: list[Piece]) -> Piece:
        """Blocks in brackets; a row of blocks below others needs none of its own."""
        opening, beside, under, closing = self.brackets
        if not sign.vertical:
            rope = between(beside, [self.signed(part) for part in parts])
            return Piece((opening, rope, closing), left="p", right="p")
        rows = [self.row(node, arg, part) for arg, part in zip(node.args, parts, strict=True)]
        return Piece((opening, between(under, rows), closing), left="p", right="p")

    def row(self, node: Expr, arg: Expr, part: Piece) -> Rope:
        """One row of blocks below others; it keeps its brackets if the others are not as long."""
        if self.even_rows and is_ragged(node):
            return self.signed(part)
        split = split_zeros(node, arg) if self.even_rows else None
        if split is not None:
            return between(self.brackets[1], [self.leaf(zero).body for zero in split])
        return part.body[1] if isinstance(arg.op.notation, Grid) else self.signed(part)

    # What all spellings have in common.
    def signed(self, piece: Piece) -> Rope:
        """A piece with its sign."""
        return (self.minus, piece.body) if piece.negative else piece.body

    def bracket(self, piece: Piece) -> Piece:
        """A piece in brackets."""
        opening, closing = self.fence
        return Piece((opening, self.signed(piece), closing), left="p", right="p")

    def fits(self, piece: Piece, above: int) -> bool:
        """Can a piece stand without brackets beside a sign that binds as tightly as `above`?

        A Hadamard or Kronecker product beside another product is always bracketed, since
        conventions differ about which of them binds more tightly.
        """
        if above in (INNER, PRODUCT, HADAMARD) and piece.binds in (HADAMARD, KRON):
            return False
        if piece.is_open:  # a sum goes on to the right as far as it can
            return above <= SUM
        return piece.binds > above

    def operand(self, piece: Piece, above: int, first: bool = False) -> Piece:
        """A piece as it stands beside a sign: in brackets where it must be."""
        if self.fits(piece, above) and (first or not piece.negative):
            return piece
        if piece.explicit is not None and self.fits(piece.explicit, above):
            return piece.explicit
        return self.bracket(piece)

    def sum(self, node: Expr, parts: list[Piece]) -> Piece:
        """Terms with signs between them; a matrix filled with a number is that number."""
        terms = self.terms(node, parts)
        ropes: list[Rope] = [self.signed(self.operand(terms[0], SUM, first=True))]
        for term in terms[1:]:
            bare = replace(term, negative=False) if term.negative else term
            shown = self.operand(bare, SUM).body
            ropes.append((f" {self.minus if term.negative else '+'} ", term.term or shown))
        return Piece(tuple(ropes), SUM)

    def terms(self, node: Expr, parts: list[Piece]) -> list[Piece]:
        """The terms of a sum, with numbers for filled matrices where the reading is unique.

        A number beside a square matrix might mean a multiple of the identity, and a number beside
        a number is a scalar: then the matrix of ones is written.
        """
        if node.shape.is_square:
            return parts
        values = [fill_value(term) for term in node.args]
        shown = [
            self.number(value) if value is not None else part
            for value, part in zip(values, parts, strict=True)
        ]
        if values[0] is not None and values[1] is not None:
            shown[0] = parts[0]
        return shown

    def arguments(self, node: Expr, parts: list[Piece]) -> list[Rope]:
        """The arguments of a call: expressions, then the sizes and integers in its data."""
        data: Any = node.data
        extra = cast(tuple[object, ...], data if isinstance(data, tuple) else (data,))
        sizes = [] if data is None else [str(value) for value in extra]
        return [*(self.signed(part) for part in parts), *sizes]

    def marked(self, part: Piece, mark: str, binds: int = POSTFIX) -> Piece:
        """A piece with a mark after it."""
        return Piece((part.body, mark), binds, left=part.left, right=part.right)


SPELLERS: dict[type[Notation], Callable[[Style, Expr, Any, list[Piece]], Piece]] = {
    Leaf: lambda style, node, sign, parts: style.leaf(node),
    Sum: lambda style, node, sign, parts: style.sum(node, parts),
    Scaled: lambda style, node, sign, parts: style.scaled(node, parts),
    Infix: lambda style, node, sign, parts: style.infix(node, sign, parts),
    Postfix: lambda style, node, sign, parts: style.postfix(node, sign, parts[0]),
    Power: lambda style, node, sign, parts: style.power(node, sign, parts),
    Call: lambda style, node, sign, parts: style.call(node, sign, parts),
    Fence: lambda style, node, sign, parts: style.fenced(node, sign, parts),
    Named: lambda style, node, sign, parts: style.named(node, parts),
    Entry: lambda style, node, sign, parts: style.entry(node, parts),
    Grid: lambda style, node, sign, parts: style.grid(node, sign, parts),
    Member: lambda style, node, sign, parts: style.member(node, parts),
}
