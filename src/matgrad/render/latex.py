r"""LaTeX: 2 B^{\top} \left(y \odot A^{\top}\right) r^{\top}."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

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
    Postfix,
    Power,
)
from matgrad.core.shape import Shape
from matgrad.ops import transpose
from matgrad.ops.families import merge_op
from matgrad.render.glyphs import latex_name, latex_size
from matgrad.render.grids import indices
from matgrad.render.indexed import block_of, in_latex, is_row, places
from matgrad.render.latex_constants import LEAVES
from matgrad.render.layout import HALF, Style, decimal, reciprocal_exponent
from matgrad.render.named import Marks, spelled
from matgrad.render.quotients import Quotient, quotient
from matgrad.render.rope import Piece, Rope, between

FRACTION = SIGN - 1  # a fraction is a block: only exponents and marks need brackets around it
TOP, PLUS = r"^{\top}", "^{+}"
MARKED = 2  # parts of what has a mark: the stem and the mark
LIGATURES = {("^{-1}", TOP): r"^{-\top}"}
LAYER_ENDS = ")}}"  # of {W^{(1)}}, whose transpose is {W^{(1)\top}}
BRACED = {r"\sqrt"}  # macros whose argument stands in braces
# Bars around a matrix would mean its largest singular value and its determinant, and single ones
# around a vector its length.
OF_MATRIX = {"norm2": (r"\left\|", r"\right\|_F")}
OF_VECTOR = {"abs": (r"\operatorname{abs}\left(", r"\right)")}
SHORT_BODY = 8  # nodes that may stand over a fraction bar


def symbol_piece(data: Symbol) -> Piece:
    """A name; differentials keep their distance in products."""
    return name_piece(data, [axis.name for axis in data.axes])


def name_piece(data: Symbol, places: Sequence[str]) -> Piece:
    """A name with its indices."""
    if data.is_differential:
        return Piece(f"d{in_latex(latex_name(data.differential_of or ''), places)}")
    name = in_latex(latex_name(data.name), places)
    return Piece(name) if name.startswith(r"\mathit") else Piece(name, left="n", right="n")


def size_piece(size: Dim) -> Piece:
    """A size as a scalar."""
    loose = SUM if len(size.terms) > 1 else PRODUCT if "*" in str(size) else ATOM
    string = latex_size(size)
    return Piece(string, loose, left="d" if string[0].isdigit() else "n", right="n")


def side_by_side(pieces: Sequence[Piece]) -> Piece:
    """Factors side by side, with thin spaces around differentials.

    A bracket behind the call of a function that is a number may be taken for its argument.
    """
    ropes: list[Rope] = []
    for left, right in pairwise(pieces):
        edge = left.right + right.left
        is_apart = edge[1] == "d" or edge == "fp"
        ropes += [left.body, r" \cdot " if is_apart else r" \, " if "w" in edge else " "]
    return Piece((*ropes, pieces[-1].body), PRODUCT, left=pieces[0].left, right=pieces[-1].right)


NAMED = Marks(
    latex_name, "'", r"\nabla {1}", r"\nabla^{{0}} {1}", "J_{{1}}", r"\partial_{{0}} {1}",
    r"\nabla_{{0}} {1}", "^{*}", str,
)  # fmt: skip


class Latex(Style):
    """The spelling for paper and for the web."""

    fence = (r"\left(", r"\right)")
    brackets = (r"\begin{bmatrix}", " & ", r" \\ ", r"\end{bmatrix}")

    def leaf(self, node: Expr) -> Piece:
        """A symbol, number or constant."""
        match node.data:
            case Symbol() as data:
                return symbol_piece(data)
            case Fraction() as value:
                return self.number(value)
            case Shape() as shape if node.op.name == "ones" and shape.rows == ONE != shape.cols:
                column = LEAVES["ones"](shape.transposed)
                return Piece((column, TOP), POSTFIX, left="n", right="n")
            case data if node.op.name in LEAVES:
                return Piece(LEAVES[node.op.name](data), left="n", right="n")
            case data:
                return size_piece(data)

    def number(self, value: Fraction) -> Piece:
        """An integer, a decimal or a small fraction."""
        string = decimal(abs(value))
        if string is not None:
            return Piece(string, SIGN if value < 0 else ATOM, value < 0, left="d", right="d")
        small = rf"\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"
        return Piece(small, FRACTION, value < 0, left="d", right="n")

    def scaled(self, node: Expr, parts: list[Piece]) -> Piece:
        """Scalar factors and a fraction; a long body stands beside the fraction, not over it."""
        found = quotient(node, parts)
        body, last = found.body, node.args[-1]
        if body is None:
            beside = list[Piece]()
        elif body.below and not last.is_scalar and not (found.over or found.under):
            top = self.number(found.number).body  # a number over a vector
            below = self.operand(body.below, HADAMARD)
            return Piece((top, r" \oslash ", below.body), HADAMARD, found.negative)
        elif found.is_sign_of(HADAMARD) or found.is_sign_of(INNER):
            return replace(body, negative=found.negative)  # −s ⊙ t
        else:
            beside = [body] if last.size > SHORT_BODY or not found.under else []
        over = found.over if beside or body is None else [*found.over, body]
        return self.product([*self.fraction(found, over), *beside], found.negative)

    def fraction(self, found: Quotient, over: list[Piece]) -> list[Piece]:
        """The factors over a bar, or side by side if nothing stands under it."""
        number = found.number
        if not found.under:
            return over if number == 1 else [self.number(number), *over]
        top, bottom = Fraction(number.numerator), Fraction(number.denominator)
        if decimal(number) is not None:
            top, bottom = number, Fraction(1)
        above = over if over and top == 1 else [self.number(top), *over]
        below = found.under if bottom == 1 else [self.number(bottom), *found.under]
        return [self.bar(above, below)]

    def product(self, factors: list[Piece], negative: bool) -> Piece:
        """Factors side by side; the last may itself be a product without brackets."""
        *front, last = factors
        shown = [self.operand(factor, PRODUCT) for factor in front]
        open_ended = (last.binds in (PRODUCT, KRON) or last.is_open) and not last.negative
        shown.append(last if open_ended else self.operand(last, PRODUCT))
        if len(shown) == 1 and not negative:
            return shown[0]
        return replace(side_by_side(shown), negative=negative)

    def bar(self, over: list[Piece], under: list[Piece]) -> Piece:
        """A fraction; what stands alone over or under the bar needs no brackets."""
        top, bottom = (
            self.signed(side[0]) if len(side) == 1 else self.product(side, False).body
            for side in (over, under)
        )
        return Piece((r"\frac{", top, "}{", bottom, "}"), FRACTION, left="n", right="n")

    def infix(self, node: Expr, sign: Infix, parts: list[Piece]) -> Piece:
        """Arguments with a sign between them; entrywise divisions come last."""
        if sign.binds == PRODUCT:
            return side_by_side([self.operand(part, sign.binds) for part in parts])
        over, under = parts, list[Piece]()
        if sign.binds == HADAMARD:
            over = [part for part in parts if part.below is None]
            under = [part.below for part in parts if part.below is not None]
        shown = [self.operand(part, sign.binds, i == 0) for i, part in enumerate(over)]
        top = between(sign.sign.latex, [self.signed(part) for part in shown]) or "1"
        divisors = [(r" \oslash ", self.operand(part, sign.binds).body) for part in under]
        return Piece((top, *divisors), sign.binds)

    def postfix(self, node: Expr, sign: Postfix, part: Piece) -> Piece:
        """A mark after the argument; two marks that have one sign together are joined."""
        if is_row(node) and isinstance(part.body, tuple):
            return replace(part, body=part.body[0])  # without the mark of the column
        mark = sign.mark.latex
        if mark == PLUS and node.args[0].shape.is_vector:  # x^+ is a positive part
            return Piece((r"\operatorname{pinv}\left(", self.signed(part), r"\right)"))
        is_marked = isinstance(node.args[0].op.notation, Postfix)
        if is_marked and isinstance(part.body, tuple) and len(part.body) == MARKED:
            stem, inner = part.body  # as `marked` made it; the pinv of a vector has no mark
            if isinstance(inner, str) and (joined := LIGATURES.get((inner, mark))):
                return replace(part, body=(stem, joined))
        shown = self.operand(part, POSTFIX)
        if mark == TOP and shown is part and number_value(node.args[0]) is not None:
            shown = self.bracket(part)  # a transposed 1 is read as a vector of ones
        if mark == TOP and isinstance(shown.body, str) and shown.body.endswith(LAYER_ENDS):
            return replace(shown, body=shown.body.removesuffix("}}") + r"\top}}")
        return self.marked(shown, mark)

    def power(self, node: Expr, sign: Power, parts: list[Piece]) -> Piece:
        r"""x^2, x^{\odot 2}, \sqrt{x}, and fractions for negative exponents."""
        if len(parts) == 1:
            return self.superscript(node, parts[0], str(node.data))
        value = number_value(node.args[1])
        if value is None:
            return self.superscript(node, parts[0], self.signed(parts[1]))
        exponent = reciprocal_exponent(node)
        if exponent is None:
            return self.root(node, parts[0], value)
        below = parts[0] if exponent == -1 else self.root(node, parts[0], -exponent)
        if node.is_scalar:
            return replace(self.bar([self.number(Fraction(1))], [below]), below=below)
        ropes = (r"1 \oslash ", self.operand(below, HADAMARD).body)
        return Piece(ropes, HADAMARD, below=below, left="d")

    def root(self, node: Expr, base: Piece, value: Fraction) -> Piece:
        """A base to a positive power, which is a root if the power is one half."""
        if value == HALF:
            return Piece((r"\sqrt{", self.signed(base), "}"), left="n", right="n")
        return self.superscript(node, base, str(value))

    def superscript(self, node: Expr, base: Piece, exponent: Rope) -> Piece:
        """A base with an exponent, marked as elementwise for vectors and matrices."""
        elementwise = node.op.notation == Power(elementwise=True) and not node.is_scalar
        data = node.args[0].data
        bare = not (isinstance(data, Symbol) and data.differential_of)
        shown = self.operand(base, POSTFIX) if bare else self.bracket(base)
        braced = ("{", r"\odot " if elementwise else "", exponent, "}")
        is_digit = isinstance(exponent, str) and len(exponent) == 1 and not elementwise
        mark = ("^", exponent) if is_digit else ("^", braced)
        return Piece((shown.body, mark), POWER, left=shown.left, right=shown.right)

    def call(self, node: Expr, sign: Call, parts: list[Piece]) -> Piece:
        """name(arguments); a function that is only named has its primes."""
        if sign.name.latex:
            name, inside = sign.name.latex, between(", ", self.arguments(node, parts))
        else:
            upright = latex_name(node.data[0]).replace(r"\mathit", r"\operatorname")
            name, inside = upright + "'" * node.data[1], self.signed(parts[0])
        if name in BRACED:
            return Piece((name, "{", inside, "}"), left="n", right="n")
        small = all(part.binds == ATOM and isinstance(part.body, str) for part in parts)
        opening, closing = ("(", ")") if small else self.fence
        edge = "f" if node.is_scalar else "n"
        binds = PRODUCT if name.count("\\") > 1 else ATOM  # \left(\log\det(S)\right)^2
        return Piece((name, opening, inside, closing), binds, left="n", right=edge)

    def named(self, node: Expr, parts: list[Piece]) -> Piece:
        r"""\nabla f(X), A'(t)."""
        small = all(part.binds == ATOM and isinstance(part.body, str) for part in parts)
        fence = ("(", ")") if small else self.fence
        rope = spelled(NAMED, node, [self.signed(part) for part in parts], fence)
        return Piece(rope, left="n", right="n")

    def fenced(self, node: Expr, sign: Fence, parts: list[Piece]) -> Piece:
        """Delimiters around the argument."""
        left, right = sign.latex
        inner = node.args[0]
        if not inner.is_scalar or inner.op is node.op:  # ||x|| is a norm
            left, right = OF_VECTOR.get(sign.name, (left, right))
        if not inner.shape.is_vector:
            left, right = OF_MATRIX.get(sign.name, (left, right))
        gap = " " if left[-1:].isalpha() else ""
        inside = between(", ", self.arguments(node, parts))
        return Piece((left, gap, inside, right), left="n", right="n")

    def member(self, node: Expr, parts: list[Piece]) -> Piece:
        """A_{j}, and columns, rows and blocks of columns in brackets with their index."""
        block = block_of(node)
        if block is None:
            return name_piece(node.args[0].data, places(node))
        (base,) = node.args
        is_row = base.op is transpose and block.width == ONE
        inner = self.signed(self.spelled(base.args[0]) if is_row else parts[0])
        if block.width != ONE:
            width = latex_size(block.width)
            name = rf"\operatorname{{block}}_{{{block.place}}}"
            return Piece((name, r"\left(", inner, f", {width}", r"\right)"), left="n", right="n")
        index = f":,{block.place}" if not is_row else str(block.place)
        index += ",:" * (is_row and not node.is_scalar)
        whole = Piece((r"\left[", inner, rf"\right]_{{{index}}}"), left="n", right="n")
        return whole if node.is_scalar or not is_row else self.marked(whole, TOP)

    def over(self, node: Expr, index: str, body: Piece) -> Piece:
        r"""\sum_{i} x_{i}, and \left[x_{i}\right]_{i} for all of them beside each other."""
        if node.op is merge_op:
            name = rf"\operatorname{{columns}}_{{{index}}}"
            return Piece((name, r"\left(", self.signed(body), r"\right)"), left="n", right="n")
        inside = self.operand(body, SUM).body
        return Piece((rf"\sum_{{{index}}} ", inside), INNER, left="n", is_open=True)

    def entry(self, node: Expr, parts: list[Piece]) -> Piece:
        """Brackets with indices, since a bare subscript is part of a name."""
        found = indices(node, latex_size)
        if found is None:  # the index vectors are expressions
            row = self.marked(self.operand(parts[1], POSTFIX), r"^{\top}")
            rest = [self.operand(part, PRODUCT) for part in (parts[0], parts[2])]
            return side_by_side([row, *rest])
        inside = ",".join(found)
        ropes = (r"\left[", self.signed(parts[0]), rf"\right]_{{{inside}}}")
        return Piece(ropes, left="n", right="n")


USUAL = Latex()


@lru_cache(maxsize=256)  # a step begins with the line in which the last one ended
def latex(expr: Expr) -> str:
    """The expression in LaTeX."""
    return USUAL.string(expr)
