"""Matrices over any commutative ring of scalars, as lists of rows.

An operator says what it computes in terms of an arithmetic (`Op.value`). The arithmetics differ in
their scalars only: integers modulo a prime, truncated series over them, real balls. This class
holds what they share; a subclass says how scalars are inverted, compared with zero and put
through functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Place
from matgrad.core.walk import fold
from matgrad.verify.matrices import EXACT
from matgrad.verify.reasons import OutsideDomain, Undecided
from matgrad.verify.smooth import smooth

Scalar = Any  # supports +, *, unary − and subtraction
Matrix = list[list[Any]]
__all__ = ["Arithmetic", "Matrix", "OutsideDomain", "Scalar", "Undecided"]


class Arithmetic:
    """Matrix operations from scalar ones; `sizes` says what the names of sizes stand for."""

    zero: Scalar = 0
    one: Scalar = 1

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = sizes
        self.values: dict[Expr, Matrix] = {}
        self.forms: dict[tuple[str, int, int], list[Scalar]] = {}  # of functions only named
        # The sides of a kink on which each node was seen: one side says nothing about the other.
        self.node: Expr | None = None
        self.place: dict[str, int] = {}  # which member of a family is evaluated, by its axes
        self.sides: dict[Expr | None, set[int]] = {}

    def seen(self, sign: int) -> int:
        """Note on which side of a kink the node that is being evaluated is."""
        self.sides.setdefault(self.node, set()).add(sign)
        return sign

    # ------------------------------------------------ what a subclass decides about scalars

    def rational(self, value: Fraction) -> Scalar:
        """A rational number as a scalar."""
        raise NotImplementedError

    def invert(self, x: Scalar) -> Scalar:
        """1/x, or OutsideDomain."""
        raise NotImplementedError

    def is_unit(self, x: Scalar) -> bool:
        """Can x be inverted?"""
        raise NotImplementedError

    def function(self, name: str, x: Scalar) -> Scalar:
        """An elementwise function of one scalar."""
        raise NotImplementedError

    def unknown(self, name: str, primes: int, x: Scalar) -> Scalar:
        """A function that is only named, differentiated `primes` times."""
        raise NotImplementedError

    def coefficient(self, label: str) -> Scalar:
        """A number that belongs to a function that is only named, random but always the same."""
        raise NotImplementedError

    def raised(self, x: Scalar, p: Scalar, exponent: Expr) -> Scalar:
        """x to the power p, where `exponent` is the expression p is the value of."""
        raise NotImplementedError

    def named(self, name: str) -> Scalar:
        """The constant pi or e."""
        raise NotImplementedError

    def check_apart(self, difference: Scalar) -> None:
        """Raise OutsideDomain if two numbers of which one is to be chosen may be equal."""

    def reduced(self, x: Scalar) -> Scalar:
        """The canonical form of a scalar made with Python's operators."""
        return x

    def dot(self, xs: Sequence[Scalar], ys: Sequence[Scalar]) -> Scalar:
        """The sum of products."""
        return self.reduced(sum(map(mul, xs, ys), self.zero))

    def at(self, place: Place) -> int:
        """The number of a member: one that is written, or that of the member evaluated now."""
        return place if isinstance(place, int) else self.place[place]

    # ------------------------------------------------ leaves

    def size(self, value: Dim) -> int:
        """The integer a size stands for."""
        return value.evaluate(self.sizes)

    def symbol(self, node: Expr) -> Matrix:
        """The value a symbol was given."""
        try:
            return self.values[node]
        except KeyError:
            raise Undecided(f"{node.name} has no value") from None

    def number(self, value: Fraction | int) -> Matrix:
        """A rational number."""
        return [[self.rational(value if type(value) is Fraction else Fraction(value))]]

    def constant(self, name: str) -> Matrix:
        """The constant pi or e."""
        return [[self.named(name)]]

    def filled(self, x: Scalar, rows: int, cols: int) -> Matrix:
        """One scalar in every entry."""
        return [[x] * cols for _ in range(rows)]

    def eye(self, n: int) -> Matrix:
        """The identity."""
        return [[self.one if i == j else self.zero for j in range(n)] for i in range(n)]

    def ones(self, rows: int, cols: int) -> Matrix:
        """All entries one."""
        return self.filled(self.one, rows, cols)

    def zeros(self, rows: int, cols: int) -> Matrix:
        """All entries zero."""
        return self.filled(self.zero, rows, cols)

    def unit(self, i: int, n: int) -> Matrix:
        """The i-th unit vector, counted from one."""
        return [[self.one if j == i else self.zero] for j in range(1, n + 1)]

    # ------------------------------------------------ sums and products

    def entries(self, f: Callable[..., Scalar], *matrices: Matrix) -> Matrix:
        """A function of the entries in the same place."""
        return [list(map(f, *rows)) for rows in zip(*matrices, strict=True)]

    def add(self, *terms: Matrix) -> Matrix:
        """The sum."""
        return [
            [self.reduced(reduce(add, xs)) for xs in zip(*rows, strict=True)]
            for rows in zip(*terms, strict=True)
        ]

    def subtract(self, A: Matrix, B: Matrix) -> Matrix:
        """The difference."""
        return [
            [self.reduced(x - y) for x, y in zip(a, b, strict=True)]
            for a, b in zip(A, B, strict=True)
        ]

    def scale(self, *args: Matrix) -> Matrix:
        """Scalars times a matrix."""
        *scalars, A = args
        c = reduce(self.times, (s[0][0] for s in scalars), self.one)
        return [[self.times(c, x) for x in row] for row in A]

    def times(self, x: Scalar, y: Scalar) -> Scalar:
        """The product of two scalars."""
        return self.reduced(x * y)

    def matmul(self, *factors: Matrix) -> Matrix:
        """The matrix product, from the right, where vectors usually are."""
        result = factors[-1]
        for A in reversed(factors[:-1]):
            columns = list(zip(*result, strict=True))
            result = [[self.dot(row, column) for column in columns] for row in A]
        return result

    def hadamard(self, *factors: Matrix) -> Matrix:
        """The entrywise product."""
        return [
            [reduce(self.times, xs) for xs in zip(*rows, strict=True)]
            for rows in zip(*factors, strict=True)
        ]

    def transpose(self, A: Matrix) -> Matrix:
        """The transpose."""
        return [list(column) for column in zip(*A, strict=True)]

    def total(self, A: Matrix) -> Matrix:
        """The sum of all entries."""
        return [[self.reduced(sum((x for row in A for x in row), self.zero))]]

    def diagonal(self, A: Matrix) -> Matrix:
        """The diagonal as a column."""
        return [[A[i][i]] for i in range(len(A))]

    def diagonal_matrix(self, v: Matrix) -> Matrix:
        """The matrix with a given diagonal."""
        n = len(v)
        return [[v[i][0] if i == j else self.zero for j in range(n)] for i in range(n)]

    def inner(self, A: Matrix, B: Matrix) -> Scalar:
        """The Frobenius product as a scalar."""
        return self.reduced(sum((self.dot(a, b) for a, b in zip(A, B, strict=True)), self.zero))

    # ------------------------------------------------ inverses and determinants

    def pivot(self, column: Sequence[Scalar]) -> int:
        """Where the best unit of the column is."""
        for i, x in enumerate(column):
            if self.is_unit(x):
                return i
        raise OutsideDomain("a matrix that is not invertible is inverted", always=True)

    def inverse(self, A: Matrix) -> Matrix:
        """The inverse, by elimination on [A I]."""
        n = len(A)
        if n == 1:
            return [[self.invert(A[0][0])]]
        rows = [row + unit for row, unit in zip(A, self.eye(n), strict=True)]
        for k in range(n):
            best = k + self.pivot([row[k] for row in rows[k:]])
            rows[k], rows[best] = rows[best], rows[k]
            factor = self.invert(rows[k][k])
            top = rows[k] = [self.times(factor, x) for x in rows[k]]
            for i in range(n):
                if i != k:
                    c = rows[i][k]
                    rows[i] = [self.reduced(x - c * y) for x, y in zip(rows[i], top, strict=True)]
        return [row[n:] for row in rows]

    def solution(self, A: Matrix, B: Matrix) -> Matrix:
        """The X with A X = B."""
        return self.matmul(self.inverse(A), B)

    def characteristic(self, A: Matrix) -> tuple[Matrix, Scalar]:
        """The adjugate and the determinant by the recursion of Faddeev and LeVerrier.

        It divides by 1, 2, …, n only, so it and its derivatives hold at singular matrices.
        """
        n = len(A)
        M, power = self.eye(n), A
        for k in range(1, n):
            trace = self.reduced(sum((power[i][i] for i in range(n)), self.zero))
            c = self.times(self.rational(Fraction(-1, k)), trace)
            M = [
                [self.reduced(power[i][j] + c) if i == j else power[i][j] for j in range(n)]
                for i in range(n)
            ]
            power = self.matmul(A, M)
        sign = self.rational(Fraction((-1) ** (n - 1)))
        adjugate = [[self.times(sign, x) for x in row] for row in M]
        return adjugate, self.times(sign, power[0][0])

    def determinant(self, A: Matrix) -> Matrix:
        """The determinant."""
        return [[self.characteristic(A)[1]]]

    def adjugate(self, A: Matrix) -> Matrix:
        """The adjugate."""
        return self.characteristic(A)[0]

    def matrix_power(self, A: Matrix, k: int) -> Matrix:
        """A to an integer power, by squaring."""
        if k < 0:
            A, k = self.inverse(A), -k
        result = self.eye(len(A))
        while k:
            if k & 1:
                result = self.matmul(result, A)
            A, k = self.matmul(A, A) if k > 1 else A, k >> 1
        return result

    def matrix_function(self, name: str, *args: Matrix) -> Matrix:
        """A function of whole matrices, if this arithmetic can compute it."""
        if name not in EXACT:
            raise Undecided(f"{name} has no model in this arithmetic")
        return EXACT[name](self, *args)

    # ------------------------------------------------ in terms of other operators

    def meant(self, node: Expr, args: Sequence[Matrix]) -> Matrix:
        """The value of an operator that says what it is in terms of others."""
        assert node.op.means is not None
        return self.within(node.op.means(*node.args), dict(zip(node.args, args, strict=True)))

    def within(self, root: Expr, known: dict[Expr, Matrix]) -> Matrix:
        """The value of an expression of which some parts are known, while another is evaluated."""
        outside = self.node

        def visit(node: Expr, args: list[Matrix]) -> Matrix:
            self.node = node
            return node.op.value(self, node, *args)

        try:
            return fold(root, visit, known)
        finally:
            self.node = outside

    # ------------------------------------------------ entry by entry

    def apply(self, name: str, A: Matrix) -> Matrix:
        """An elementwise function."""
        return [[self.function(name, x) for x in row] for row in A]

    def derived(self, name: str, order: int, A: Matrix) -> Matrix:
        """The derivative of some order of a function of one number, of each entry."""
        return [[self.derivative(name, order, x) for x in row] for row in A]

    def derivative(self, name: str, order: int, x: Scalar) -> Scalar:
        """That of one entry."""
        return self.unknown(name, order, x)

    def apply2(self, name: str, A: Matrix, B: Matrix) -> Matrix:
        """The larger or smaller entry; at a tie the second."""
        pick = self._larger if name == "max" else self._smaller
        return B if A is B else self.entries(pick, A, B)  # one and the same has no kink

    def _larger(self, a: Scalar, b: Scalar) -> Scalar:
        return self.reduced(b + self.function("relu", self.reduced(a - b)))

    def _smaller(self, a: Scalar, b: Scalar) -> Scalar:
        return self.reduced(b - self.function("relu", self.reduced(b - a)))

    def unspecified(self, data: tuple[str, int], A: Matrix) -> Matrix:
        """A function that is only named."""
        return [[self.unknown(*data, x) for x in row] for row in A]

    def smooth(self, data: Any, args: Sequence[Matrix]) -> Matrix:
        """A function of whole matrices that is only named, or a derivative of it."""
        return smooth(self, data, args)

    def power(self, A: Matrix, p: Matrix, exponent: Expr) -> Matrix:
        """Every entry to the power p."""
        return [[self.raised(x, p[0][0], exponent) for x in row] for row in A]
