"""Matrices written out entry by entry: the arithmetic whose scalars are expressions.

Operators say what they compute in any arithmetic; in this one an entry of z is the symbol z₁.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations, product
from random import Random

from matgrad.core.expr import Expr, Facts, Symbol, catalogue, is_differential, make
from matgrad.core.facts import facts_of
from matgrad.core.notation import Spelling
from matgrad.core.rule import Context
from matgrad.core.shape import SCALAR
from matgrad.core.walk import symbols
from matgrad.errors import LimitError, VerifyError
from matgrad.nets.propagation import lectured
from matgrad.ops import constant, number, power, symbol_op, unspecified
from matgrad.render import latex, plain, text
from matgrad.render.boxes import boxed
from matgrad.rules import simplify
from matgrad.syntax import parse_expression, parse_latex_expression
from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain, Undecided
from matgrad.verify.evaluate import value_of
from matgrad.verify.field import Field
from matgrad.verify.sample import Sampler

MOST = 64  # entries of a matrix that is written out
LARGEST = 9  # so that an index is one digit
TRIES, NEEDED = 12, 2  # draws in search of points where entries are compared


class Entries(Arithmetic):
    """Scalars are expressions, kept simple."""

    zero = number(0)
    one = number(1)

    def symbol(self, node: Expr) -> Matrix:
        """The entries of a symbol, each a symbol of its own."""
        rows, cols = (self.size(d) for d in node.shape)
        if node.is_scalar:
            return [[node]]
        facts = facts_of(node)
        return [
            [self._entry(node, facts, i, j) for j in range(1, cols + 1)] for i in range(1, rows + 1)
        ]

    def _entry(self, node: Expr, facts: Facts, i: int, j: int) -> Expr:
        above, below = "lower_triangular" in facts and j > i, "upper_triangular" in facts and i > j
        if above or below:
            return self.zero
        if "symmetric" in facts and i > j:
            i, j = j, i
        return entry_symbol(node.name, i, j, node.shape.is_vector)

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

    def meant(self, node: Expr, args: Sequence[Matrix]) -> Matrix:
        """An operator that is said in terms of others: a function of entries keeps its name."""
        if node.op.derivative is None:
            return super().meant(node, args)
        (X,) = args
        return [[self.reduced(node.op(x)) for x in row] for row in X]

    def derived(self, name: str, order: int, A: Matrix) -> Matrix:
        """A derivative of a function of entries keeps the name of its operator."""
        node = self.node
        assert node is not None
        return [[make(node.op, (*node.args[:-1], x), node.data) for x in row] for row in A]

    def unknown(self, name: str, primes: int, x: Expr) -> Expr:
        """A function that is only named."""
        return unspecified(name, x, primes)

    def raised(self, x: Expr, p: Expr, exponent: Expr) -> Expr:
        """A power."""
        return self.reduced(power(x, p))

    def named(self, name: str) -> Expr:
        """The constant pi or e."""
        return constant(name)

    def inverse(self, A: Matrix) -> Matrix:
        """The adjugate over the determinant, as it is written by hand."""
        adjugate, det = self.characteristic(A)
        over = self.invert(det)
        return [[self.times(over, x) for x in row] for row in adjugate]

    def characteristic(self, A: Matrix) -> tuple[Matrix, Expr]:
        """The adjugate and the determinant, expanded along rows."""
        n = len(A)
        minors = [[_minor(self, A, i, j) for j in range(n)] for i in range(n)]
        cofactors = [
            [self.times(number((-1) ** (i + j)), minors[i][j]) for i in range(n)] for j in range(n)
        ]
        det = self.dot(A[0], [row[0] for row in cofactors])
        return cofactors, det

    def reduced(self, x: Expr) -> Expr:
        """The simplest form of an entry."""
        return simplify(x, Context())


def _minor(R: Entries, A: Matrix, i: int, j: int) -> Expr:
    """The determinant without row i and column j: the signed sum over permutations."""
    rows = [[x for k, x in enumerate(row) if k != j] for r, row in enumerate(A) if r != i]
    terms: list[Expr] = []
    for places in permutations(range(len(rows))):
        odd = sum(a > b for a, b in combinations(places, 2)) % 2
        factors = [row[k] for row, k in zip(rows, places, strict=True)]
        terms.append(reduce(R.times, factors, number(-1 if odd else 1)))
    return R.reduced(sum(terms, R.zero)) if rows else R.one


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


def check_entries(root: Expr, found: Matrix, is_map: bool = False) -> bool:
    """Compare with the value of a matrix in the finite field; a difference withholds the entries.

    So are they compared as they read in text and in LaTeX. The matrix of a map takes vec(dX) to
    vec(dF). False if the field has no model of what stands there.
    """
    shown, names = grid(found), {s.name: s for row in found for s in symbols(*row)}
    ways = (parse_expression, shown.text), (parse_latex_expression, shown.latex)
    readings = [read(spelled, names) for read, spelled in ways]
    agreed = 0
    for seed in range(TRIES):
        R, random = Field({}, seed), Random(seed)
        for each in symbols(root):
            _draw(R, each, random)
        try:
            whole = value_of(R, root)
            values = [[value_of(R, x)[0][0] for x in row] for row in found]
            is_read = all(value_of(R, again) == values for again in readings)
        except OutsideDomain:
            continue
        except Undecided:
            return False
        if is_map:
            moved = [R.values[each] for each in symbols(root) if is_differential(each)]
            values = R.matmul(values, _stacked(moved[0])) if moved else values[:0]
            whole = _stacked(whole) if moved else whole[:0]
        if whole != values or not is_read:
            raise VerifyError("the entries disagree with the answer, so they are withheld")
        agreed += 1
        if agreed == NEEDED:
            return True
    return False


def _draw(R: Field, each: Expr, random: Random) -> None:
    """A value for a symbol, and the same values for its entries."""
    rows, cols = (range(d.value or 1) for d in each.shape)
    value = R.values[each] = Sampler(R, random).value(each)
    for i, j in () if each.is_scalar else product(rows, cols):
        R.values[entry_symbol(each.name, i + 1, j + 1, each.shape.is_vector)] = [[value[i][j]]]


def _stacked(A: Matrix) -> Matrix:
    """The columns below each other."""
    return [[x] for column in zip(*A, strict=True) for x in column]


def written(root: Expr) -> Spelling:
    """A matrix with all its entries, in three spellings."""
    found = entries(root)
    check_entries(root, found)
    return grid([[lectured(x) for x in row] for row in found])


def grid(matrix: Matrix) -> Spelling:
    """A matrix in three spellings; for terminals its rows stand below each other."""
    return Spelling(
        "[" + "; ".join(", ".join(map(text, row)) for row in matrix) + "]",
        boxed([[plain(x) for x in row] for row in matrix]),
        r"\begin{bmatrix} "
        + r" \\ ".join(" & ".join(map(latex, row)) for row in matrix)
        + r" \end{bmatrix}",
    )
