"""Matrices written out entry by entry: the arithmetic whose scalars are expressions.

Operators say what they compute in any arithmetic; in this one an entry of z is the symbol z₁.
"""

from __future__ import annotations

from fractions import Fraction

from matgrad.core.expr import Expr, Symbol, catalogue, make
from matgrad.core.notation import Spelling
from matgrad.core.rule import Context
from matgrad.core.shape import SCALAR
from matgrad.errors import LimitError
from matgrad.nets.propagation import lectured
from matgrad.ops import constant, number, power, symbol_op, unspecified
from matgrad.render import latex, plain, text
from matgrad.rules import simplify
from matgrad.verify.arithmetic import Arithmetic, Matrix
from matgrad.verify.evaluate import value_of

MOST = 64  # entries of a matrix that is written out
LARGEST = 9  # so that an index is one digit


class Entries(Arithmetic):
    """Scalars are expressions, kept simple."""

    zero = number(0)
    one = number(1)

    def symbol(self, node: Expr) -> Matrix:
        """The entries of a symbol, each a symbol of its own."""
        rows, cols = (self.size(d) for d in node.shape)
        if node.is_scalar:
            return [[node]]
        return [
            [entry_symbol(node.name, i, j, node.shape.is_vector) for j in range(1, cols + 1)]
            for i in range(1, rows + 1)
        ]

    def rational(self, value: Fraction) -> Expr:
        """A number."""
        return number(value)

    def invert(self, x: Expr) -> Expr:
        """1/x."""
        return self.reduced(power(x, -1))

    def is_unit(self, x: Expr) -> bool:
        """Is x anything but 0?"""
        return x is not self.zero

    def function(self, name: str, x: Expr) -> Expr:
        """An elementwise function."""
        return self.reduced(catalogue[name](x))

    def unknown(self, name: str, primes: int, x: Expr) -> Expr:
        """A function that is only named."""
        return unspecified(name, x, primes)

    def raised(self, x: Expr, p: Expr, exponent: Expr) -> Expr:
        """A power."""
        return self.reduced(power(x, p))

    def named(self, name: str) -> Expr:
        """The constant pi or e."""
        return constant(name)

    def reduced(self, x: Expr) -> Expr:
        """The simplest form of an entry."""
        return simplify(x, Context())


def entry_symbol(name: str, i: int, j: int, is_vector: bool) -> Expr:
    """The symbol for one entry: z₁ of a vector, W₁₂ of a matrix; layers stay raised."""
    stem, raised, layer = name.partition("__")
    index = str(max(i, j)) if is_vector else f"{i}{j}"
    return make(symbol_op, (), Symbol(f"{stem}_{index}{raised}{layer}", SCALAR))


def entries(root: Expr) -> Matrix:
    """The entries of an expression of numeric sizes."""
    sizes = [d.value for d in root.shape]
    if None in sizes or max(size or 0 for size in sizes) > MOST:
        raise LimitError(
            f"a {root.shape} matrix is not written out entry by entry",
            hint="entries are for small sizes that are numbers, such as 2,2,4",
        )
    return value_of(Entries({}), root)


def written(root: Expr) -> Spelling:
    """A matrix with all its entries, in three spellings."""
    rows = [[lectured(x) for x in row] for row in entries(root)]
    return Spelling(
        "[" + "; ".join(", ".join(map(text, row)) for row in rows) + "]",
        _brackets([[plain(x) for x in row] for row in rows]),
        r"\begin{bmatrix} "
        + r" \\ ".join(" & ".join(map(latex, row)) for row in rows)
        + r" \end{bmatrix}",
    )


def _brackets(rows: list[list[str]]) -> str:
    between = ", " if any(" " in x for row in rows for x in row) else " "
    return "[" + "; ".join(between.join(row) for row in rows) + "]"
