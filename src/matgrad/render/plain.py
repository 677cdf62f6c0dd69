"""Unicode for people to read: 2Bᵀ(y ⊙ Aᵀ)rᵀ."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Symbol, number_value
from matgrad.core.notation import (
    ATOM,
    HADAMARD,
    INNER,
    KRON,
    POSTFIX,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Call,
    Fence,
    Infix,
    Leaf,
    Named,
    Over,
    Postfix,
    Power,
)
from matgrad.core.shape import Shape
from matgrad.ops import transpose
from matgrad.ops.families import merge_op
from matgrad.render.glyphs import SUPERSCRIPT, VULGAR, is_letter, plain_name, plain_size
from matgrad.render.grids import indices
from matgrad.render.indexed import block_of, in_unicode, is_row, places
from matgrad.render.layout import HALF, Style, decimal, reciprocal_exponent
from matgrad.render.named import Marks, spelled
from matgrad.render.quotients import Quotient, quotient
from matgrad.render.rope import Piece, Rope, between

QUOTIENT = PRODUCT - 1  # x/n is not taken apart by a sign beside it
# The ends of factors that may touch: digits, letters, parentheses, bars; words keep their distance.
TOUCHING = {"dn", "dp", "db", "nn", "nb", "np", "pn", "pp"}
LIGATURES = {("⁻¹", "ᵀ"): "⁻ᵀ"}


def symbol_piece(data: Symbol) -> Piece:
    """A name; differentials and long names keep their distance in products."""
    return name_piece(data, [axis.name for axis in data.axes])


def name_piece(data: Symbol, places: Sequence[str]) -> Piece:
    """A name with its indices."""
    if data.is_differential:
        return Piece("d" + in_unicode(plain_name(data.differential_of or ""), places))
    edge = "n" if is_letter(data.name) else "w"
    return Piece(in_unicode(plain_name(data.name), places), left=edge, right=edge)


def size_piece(size: Dim) -> Piece:
    """A size as a scalar."""
    string = plain_size(size)
    binds = SUM if len(size.terms) > 1 else PRODUCT if "*" in str(size) else ATOM
    edge = "n" if len(string) == 1 else "w"
    return Piece(string, binds, left="d" if string[0].isdigit() else edge, right=edge)


def ones_piece(shape: Shape) -> Piece:
    """𝟏 for a column, 𝟏ᵀ for a row, 𝟏𝟏ᵀ for a matrix."""
    if shape.is_column:
        return Piece("𝟏", left="n", right="n")
    if shape.is_vector:
        return Piece("𝟏ᵀ", POSTFIX, left="n", right="n")
    return Piece("𝟏𝟏ᵀ", PRODUCT, left="n", right="n")


LEAVES: dict[str, Callable[[Any], Piece]] = {
    "symbol": symbol_piece,
    "delta": lambda data: Piece(in_unicode("δ", [str(data.one), str(data.other)]), left="n"),
    "index": lambda axis: Piece(axis.name, left="n", right="n"),
    "constant": lambda name: Piece(plain_name(name), left="n", right="n"),
    "eye": lambda size: Piece("I", left="n", right="n"),
    "ones": ones_piece,
    "zeros": lambda shape: Piece("0", left="d", right="d"),
    "unit": lambda data: Piece(plain_name(f"e{data[0]}"), left="n", right="n"),
    "size": size_piece,
    "units": lambda span: Piece(f"e[{plain_size(span.first)}:{plain_size(span.last)}]"),
    "commutation": lambda shape: Piece(f"K({plain_size(shape.rows)},{plain_size(shape.cols)})"),
    "toeplitz_columns": lambda shape: Piece(
        f"C({plain_size(shape.rows)},{plain_size(shape.cols)})"
    ),
    "toeplitz_rows": lambda shape: Piece(f"R({plain_size(shape.rows)},{plain_size(shape.cols)})"),
    "duplication": lambda size: Piece(f"D({plain_size(size)})"),
    "elimination": lambda size: Piece(f"L({plain_size(size)})"),
    "diagonal_selection": lambda size: Piece(f"E({plain_size(size)})"),
}


ROOT = "√"


def juxtapose(pieces: Sequence[Piece]) -> Piece:
    """Factors side by side, with a space where they would run together."""
    ropes: list[Rope] = []
    for left, right in pairwise(pieces):
        edge = left.right + right.left
        ropes += [left.body, "" if edge in TOUCHING else "·" if edge == "dd" else " "]
    return Piece((*ropes, pieces[-1].body), PRODUCT, left=pieces[0].left, right=pieces[-1].right)


NAMED = Marks(
    plain_name, "′", "∇{1}", "∇{0}{1}", "J_{1}", "∂_{0} {1}", "∇_{0} {1}", "*",
    lambda order: str(order).translate(SUPERSCRIPT),
)  # fmt: skip


class Plain(Style):
    """The spelling that people read in a terminal."""

    minus = "−"

    def leaf(self, node: Expr) -> Piece:
        """A symbol, number or constant."""
        value = number_value(node)
        return LEAVES[node.op.name](node.data) if value is None else self.number(value)

    def number(self, value: Fraction) -> Piece:
        """An integer, a decimal or a quotient."""
        string = decimal(abs(value)) or str(abs(value))
        binds = QUOTIENT if "/" in string else SIGN if value < 0 else ATOM
        return Piece(string, binds, value < 0, left="d", right="d")

    def fits(self, piece: Piece, above: int) -> bool:
        """Products written side by side bind more tightly than ⊙ and ⊗."""
        if above in (HADAMARD, KRON) and piece.binds == PRODUCT:
            return True
        return super().fits(piece, above)

    def scaled(self, node: Expr, parts: list[Piece]) -> Piece:
        """Factors side by side over a slash: 2x/‖x‖."""
        found = quotient(node, parts)
        body = found.body
        if body is not None and (found.is_sign_of(HADAMARD) or found.is_sign_of(INNER)):
            return replace(body, negative=found.negative)  # −s ⊙ t
        if body is not None and not node.is_scalar and body.below and not found.over:
            return self.divided(found, body.below)
        return self.fraction(found, isinstance(node.args[-1].op.notation, Infix | Leaf | Over))

    def divided(self, found: Quotient, divisor: Piece) -> Piece:
        """A number over a vector: 2 ⊘ x."""
        top = self.fraction(replace(found, body=None), False)
        ropes = (self.operand(replace(top, negative=False), HADAMARD).body, " ⊘ ")
        below = self.operand(divisor, HADAMARD)
        return Piece((*ropes, below.body), HADAMARD, found.negative)

    def fraction(self, found: Quotient, open_ended: bool) -> Piece:
        """The factors with at most one slash; a product may stand last without brackets."""
        under, number = list(found.under), found.number
        whole = decimal(number) or (None if under else VULGAR.get(str(number)))
        if whole is None:
            under.insert(0, self.number(Fraction(number.denominator)))
            whole = str(number.numerator)
        over = [self.operand(factor, PRODUCT) for factor in found.over]
        if found.body is not None:
            is_product = found.body.binds in (PRODUCT, KRON) or found.body.is_open
            closed = not is_product or found.body.negative
            inside = open_ended and not closed
            over.append(found.body if inside else self.operand(found.body, PRODUCT))
        if whole != "1" or not over:
            over.insert(0, Piece(whole, left="d", right="d"))
        top = juxtapose(over)
        if not under:
            return replace(top, negative=found.negative)
        below = self.operand(under[0] if len(under) == 1 else self.denominator(under), PRODUCT)
        return Piece((top.body, "/", below.body), QUOTIENT, found.negative, left=top.left)

    def denominator(self, under: list[Piece]) -> Piece:
        """Several factors under the slash."""
        return juxtapose([self.operand(factor, PRODUCT) for factor in under])

    def infix(self, node: Expr, sign: Infix, parts: list[Piece]) -> Piece:
        """Arguments with a sign between them; entrywise divisions come last."""
        if not sign.sign.plain:
            return juxtapose([self.operand(part, sign.binds) for part in parts])
        over, under = parts, list[Piece]()
        if sign.binds == HADAMARD:
            over = [part for part in parts if part.below is None or part.negative]  # u ⊙ (−1 ⊘ b)
            under = [part.below for part in parts if part.below is not None and not part.negative]
        shown = [self.operand(part, sign.binds, i == 0) for i, part in enumerate(over)]
        top = between(sign.sign.plain, [self.signed(part) for part in shown]) or "1"
        divisors = [(" ⊘ ", self.operand(part, sign.binds).body) for part in under]
        return Piece((top, *divisors), sign.binds, left=shown[0].left if shown else "d")

    def postfix(self, node: Expr, sign: Postfix, part: Piece) -> Piece:
        """A mark after the argument; two marks that have one sign together are joined."""
        if is_row(node) and isinstance(part.body, tuple):
            stem, index = part.body  # as `member` made it
            return replace(part, body=(stem, str(index).removesuffix("ᵀ")))
        mark = sign.mark.plain
        if isinstance(node.args[0].op.notation, Postfix) and isinstance(part.body, tuple):
            stem, inner = part.body  # as `marked` made it
            if isinstance(inner, str) and (joined := LIGATURES.get((inner, mark))):
                return replace(part, body=(stem, joined))
        return self.marked(self.operand(part, POSTFIX), mark)

    def power(self, node: Expr, sign: Power, parts: list[Piece]) -> Piece:
        """x², X^⊙2, √x, and 1/x² for negative exponents."""
        if len(parts) == 1:
            return self.superscript(node, parts[0], Fraction(node.data), "")
        value = number_value(node.args[1])
        dot = "⊙" if sign.elementwise and node.shape.is_square and not node.is_scalar else ""
        if value is None:
            base = self.operand(parts[0], POSTFIX)
            exponent = self.operand(parts[1], ATOM - 1)
            return Piece((base.body, "^", dot, exponent.body), POWER, left=base.left)
        if reciprocal_exponent(node) is None:
            return self.superscript(node, parts[0], value, dot)
        below = parts[0] if value == -1 else self.superscript(node, parts[0], -value, dot)
        slash, binds = ("/", QUOTIENT) if node.is_scalar else (" ⊘ ", HADAMARD)
        ropes = ("1", slash, self.operand(below, PRODUCT if node.is_scalar else HADAMARD).body)
        return Piece(ropes, binds, below=below, left="d")

    def superscript(self, node: Expr, base: Piece, value: Fraction, dot: str) -> Piece:
        """A base to the power of a number; `dot` tells elementwise powers from matrix powers."""
        if value == HALF and not dot:
            return self.root(base)
        data = node.args[0].data
        bare = not (isinstance(data, Symbol) and data.differential_of)
        shown = self.operand(base, POSTFIX) if bare else self.bracket(base)
        mark = f"^{dot}{value}" if dot else str(value).translate(SUPERSCRIPT)
        if value.denominator != 1:
            mark = f"^{dot}({value})"
        return self.marked(shown, mark, POWER)

    def root(self, base: Piece) -> Piece:
        """√x, √2 and √(x + y)."""
        is_sign = base.binds == ATOM and base.left in "nd" and not base.negative
        inside = base if is_sign else self.bracket(base)
        return Piece((ROOT, inside.body), POSTFIX)

    def call(self, node: Expr, sign: Call, parts: list[Piece]) -> Piece:
        """name(arguments); a function that is only named has its primes."""
        if sign.name.plain == ROOT and (node.is_scalar or not node.shape.is_square):
            return self.root(parts[0])
        if sign.name.plain:  # √ of a square matrix might be its matrix square root
            name = sign.name.text if sign.name.plain == ROOT else sign.name.plain
            binds = PRODUCT if " " in name else ATOM  # (log det(S))²
            return Piece((name, "(", between(", ", self.arguments(node, parts)), ")"), binds)
        name, primes = node.data
        return Piece((plain_name(name), "′" * primes, "(", self.signed(parts[0]), ")"))

    def named(self, node: Expr, parts: list[Piece]) -> Piece:
        """∇f(X), A′(t)."""
        return Piece(spelled(NAMED, node, [self.signed(part) for part in parts]))

    def fenced(self, node: Expr, sign: Fence, parts: list[Piece]) -> Piece:
        """Delimiters around the argument."""
        left, right = sign.plain
        inside = between(", ", self.arguments(node, parts))
        return Piece((left, inside, right), left="b", right="b")

    def member(self, node: Expr, parts: list[Piece]) -> Piece:
        """Aⱼ, x[i], X[i,:]ᵀ and X[:,h:k]."""
        block = block_of(node)
        if block is None:
            return name_piece(node.args[0].data, places(node))
        if block.width != ONE:
            shown = f"[{block.place}; {plain_size(block.width)}]"
            return self.marked(self.operand(parts[0], POSTFIX), shown)
        (base,) = node.args
        if base.op is not transpose:
            return self.marked(self.operand(parts[0], POSTFIX), f"[:,{block.place}]")
        index = f"[{block.place}]" if node.is_scalar else f"[{block.place},:]ᵀ"
        return self.marked(self.operand(self.spelled(base.args[0]), POSTFIX), index)

    def over(self, node: Expr, index: str, body: Piece) -> Piece:
        """Σᵢ xᵢ, and [xᵢ]ᵢ for [x₁, …, xₙ]."""
        if node.op is merge_op:
            return Piece((in_unicode("[", []), self.signed(body), in_unicode("]", [index])))
        inside = self.operand(body, SUM).body
        return Piece((in_unicode("Σ", [index]), " ", inside), INNER, is_open=True)

    def entry(self, node: Expr, parts: list[Piece]) -> Piece:
        """A[2,3] and x[2]."""
        found = indices(node, plain_size)
        if found is None:  # the index vectors are expressions: uᵀAv
            row = self.marked(self.operand(parts[1], POSTFIX), "ᵀ")
            rest = [self.operand(part, PRODUCT) for part in (parts[0], parts[2])]
            return juxtapose([row, *rest])
        inside = ",".join(found)
        return self.marked(self.indexed(node, parts[0]), f"[{inside}]")

    def indexed(self, node: Expr, part: Piece) -> Piece:
        """What has an index; ∇f(X)[E] has a direction in brackets."""
        is_named = isinstance(node.args[0].op.notation, Named)
        return self.bracket(part) if is_named else self.operand(part, POSTFIX)


# The sizes that the shapes around a sign tell, one for each sign.
UNSAID: dict[str, Callable[[Expr], Sequence[object]]] = {
    "eye": lambda node: (node.shape.rows,),
    "ones": lambda node: [n for n in node.shape if n != ONE] or (ONE,),
    "zeros": lambda node: (f"{node.shape.rows},{node.shape.cols}",),
    "unit": lambda node: (node.shape.rows,),
    "units": lambda node: (node.shape.rows,),
}
_SIGNS = re.compile("I|𝟏|0|e[₀-₉]*")


class Sized(Plain):
    """The same with all sizes, I⟦n⟧ and 𝟏⟦m⟧𝟏⟦n⟧ᵀ, so that it can be read back piece by piece."""

    def leaf(self, node: Expr) -> Piece:
        """What Plain prints, with the sizes behind each sign."""
        piece = super().leaf(node)
        if node.op.name not in UNSAID:
            return piece
        sizes = iter(UNSAID[node.op.name](node))
        shown = _SIGNS.sub(lambda sign: f"{sign[0]}⟦{next(sizes, ONE)}⟧", str(piece.body))
        return replace(piece, body=shown)


_style, _sized = Plain(), Sized()


def plain(expr: Expr) -> str:
    """The expression in Unicode, for reading."""
    return _style.string(expr)


def plain_with_sizes(expr: Expr) -> str:
    """The same as `plain`, with the sizes of I, 𝟏, e and 0 in brackets behind them.

    >>> from matgrad import ops
    >>> plain_with_sizes(ops.symbol("A", "n", "n") + ops.eye("n"))
    'A + I⟦n⟧'
    """
    return _sized.string(expr)
