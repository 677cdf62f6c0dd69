"""Points to check at: values for symbols that obey their facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod
from random import Random

from matgrad.core.expr import NO_FACTS, Expr, Facts
from matgrad.core.facts import close
from matgrad.verify.arithmetic import Arithmetic, Matrix, Scalar
from matgrad.verify.directions import direction, lower_part, skew_part, toeplitz_like, upper_part
from matgrad.verify.field import Field, P

# Where a function may be defined; "tiny" keeps hundreds of layers from growing beyond bounds.
STYLES = ("generic", "wide", "positive", "near identity", "small", "tiny")
UNITS = {"wide": 2, "small": 64, "tiny": 1 << 14}  # what 1 is divided into; 16 otherwise
# Where no style is inside of the domain each symbol gets a scale and a sign of its own, and so
# do log(s − 100) and acos(3 + s) have points.
MIXED = "mixed"
SCALES = (Fraction(1, 8), 1, 2, 4, 8, 16, 64, 1 << 14)

MIXED_SIGNS = 0.8  # how often both signs occur
BITS = 96  # of a draw, so that its remainder modulo the prime is as good as uniform
_fraction = lru_cache(1 << 12)(Fraction)


class Sampler:
    """Draws values and tangents for symbols, in one arithmetic and one style."""

    spread = Fraction(1, 4)  # how far a definite matrix is from I

    def __init__(self, R: Arithmetic, random: Random, style: str = "generic") -> None:
        self.R = R
        self.random = random
        self.style = style
        self.unit = UNITS.get(style, 16)
        self.sign = int(style == "positive")  # or else both

    def scalar(self) -> Scalar:
        """A number in the style."""
        if isinstance(self.R, Field):
            x = self.random.getrandbits(BITS) % P or 1
            return x * x % P if self.style == "positive" else x
        size = _fraction(self.random.randrange(3, 31), self.unit)
        if self.sign < 0 or (not self.sign and self.random.random() < 0.5):
            size = -size
        return self.R.rational(size)

    def positive(self) -> Scalar:
        """A positive number."""
        if isinstance(self.R, Field):
            return self.random.randrange(1, P) ** 2 % P
        return self.R.rational(_fraction(self.random.randrange(3, 31), 16))

    def integer(self) -> Scalar:
        """A small integer."""
        return self.R.rational(Fraction(self.random.randrange(1, 5)))

    def zero_or_one(self) -> Scalar:
        """One or the other."""
        return self.random.choice((self.R.zero, self.R.one))

    def matrix(self, rows: int, cols: int, draw: Callable[[], Scalar]) -> Matrix:
        """Independent entries."""
        return [[draw() for _ in range(cols)] for _ in range(rows)]

    def facts(self, symbol: Expr) -> Facts:
        """What a value obeys."""
        return close(symbol.data.facts)

    def value(self, symbol: Expr) -> Matrix:
        """A value that obeys the facts; the members of a family stand below each other."""
        members = (self.member(symbol) for _ in range(prod(self.lengths(symbol))))
        return [row for member in members for row in member]

    def lengths(self, symbol: Expr) -> list[int]:
        """How many members there are along each axis."""
        return [self.R.size(axis.size) for axis in symbol.axes]

    def member(self, symbol: Expr) -> Matrix:
        """A value for one member."""
        if self.style == MIXED:
            self.unit, self.sign = self.random.choice(SCALES), self.random.choice((-1, 0, 1))
        facts = self.facts(symbol)
        rows, cols = (self.R.size(d) for d in symbol.shape)
        draw = self.scalar
        if "integer" in facts:
            draw = self.integer
        elif "positive" in facts or "nonnegative" in facts:
            draw = self.positive
        if "mask" in facts:
            draw = self.zero_or_one
        if "orthogonal_columns" in facts and cols <= rows:
            return [row[:cols] for row in _orthogonal(self, rows, NO_FACTS, draw)]
        if "simplex_rows" in facts:
            row = _onehot if "integer" in facts else _simplex  # whole numbers that sum to one
            rows_of = (row(self, cols, facts, draw) for _ in range(rows))
            return [[x for (x,) in row] for row in rows_of]
        for fact, build in STRUCTURES if facts else ():
            if fact in facts:
                return build(self, rows, facts, draw)
        A = self.matrix(rows, cols, draw)
        if self.style == "near identity" and rows == cols > 1 and draw == self.scalar:
            return _positive_definite(self, rows, facts, draw)
        return A

    def tangent(self, symbol: Expr, value: Matrix) -> Matrix:
        """A random direction in which the symbol may move without violating its facts."""
        facts, rows = close(symbol.data.facts), self.R.size(symbol.shape.rows)
        members = (value[at : at + rows] for at in range(0, len(value), rows))
        found = (direction(self.R, facts, member, self.matrix(rows, len(member[0]), self.scalar))
                 for member in members)  # fmt: skip
        return [row for moved in found for row in moved]


class Holding(Sampler):
    """Draws values, except for the symbols whose values are known."""

    known: dict[Expr, Matrix]

    def value(self, symbol: Expr) -> Matrix:
        """The known value, or a drawn one."""
        return self.known.get(symbol) or super().value(symbol)


Draw = Callable[[], Scalar]


def _onehot(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    return S.R.unit(S.random.randrange(n) + 1, n)


def _simplex(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    v = S.matrix(n, 1, S.positive)
    return S.R.scale(S.R.inverse(S.R.total(v)), v)


def _unit(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R  # stereographic projection: rational points of the sphere
    t = S.matrix(n - 1, 1, S.scalar)
    square = R.dot([row[0] for row in t], [row[0] for row in t])
    factor = R.invert(R.reduced(R.one + square))
    last = R.times(R.reduced(R.one - square), factor)
    return [*([R.times(R.reduced(row[0] + row[0]), factor)] for row in t), [last]]


def _diagonal(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    if "identity" in facts:
        return S.R.eye(n)
    if "orthogonal" in facts:
        return _orthogonal(S, n, facts, draw)
    return S.R.diagonal_matrix(S.matrix(n, 1, S.positive if "positive_definite" in facts else draw))


def _orthogonal(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R
    if "positive_definite" in facts:
        return R.eye(n)
    if "diagonal" in facts:
        return _signs(S, n)
    K = _skew(S, n, facts, S.scalar)  # Cayley: (I − K)(I + K)⁻¹ turns, and its determinant is 1
    Q = R.matmul(R.subtract(R.eye(n), K), R.inverse(R.add(R.eye(n), K)))
    if "symmetric" in facts:  # reflections of any number of directions
        return R.matmul(Q, R.matmul(_signs(S, n), R.transpose(Q)))
    return R.matmul(_signs(S, n), Q)


def _signs(S: Sampler, n: int) -> Matrix:
    """A diagonal of ones and minus ones, seldom of ones only: I says little about others."""
    count = S.random.randrange(1, n) if n > 1 and S.random.random() < MIXED_SIGNS else None
    signs = [-1] * (S.random.choice((0, n)) if count is None else count)
    signs += [1] * (n - len(signs))
    S.random.shuffle(signs)
    return S.R.diagonal_matrix([[S.R.rational(Fraction(sign))] for sign in signs])


def _positive_definite(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R
    has_sign = not facts.isdisjoint(("positive", "nonnegative"))  # so have its entries
    L = S.matrix(n, n, S.positive if has_sign else S.scalar)
    if not isinstance(R, Field):
        L = R.scale(R.number(S.spread), L)
        return R.add(R.eye(n), R.matmul(L, R.transpose(L)))
    return R.matmul(L, R.transpose(L))


def _skew(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return skew_part(S.R, A, A)


def _symmetric(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    if S.style == "near identity" and "integer" not in facts:
        return _positive_definite(S, n, facts, draw)
    A = S.matrix(n, n, draw)
    return [[A[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]


def _lower(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return lower_part(S.R, A, A)


def _upper(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return upper_part(S.R, A, A)


def _toeplitz(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = toeplitz_like(S.R, facts, S.matrix(n, n, draw))
    if "positive_definite" not in facts or isinstance(S.R, Field):
        return A
    small = S.R.scale(S.R.number(Fraction(min(S.unit, 1)) / (64 * n)), A)
    return S.R.add(S.R.eye(n), small)  # no entry of A is larger than 30 units


STRUCTURES: tuple[tuple[str, Callable[[Sampler, int, Facts, Draw], Matrix]], ...] = (
    ("onehot", _onehot),
    ("simplex", _simplex),
    ("unit", _unit),
    ("toeplitz", _toeplitz),
    ("diagonal", _diagonal),
    ("orthogonal", _orthogonal),
    ("positive_definite", _positive_definite),
    ("skew", _skew),
    ("symmetric", _symmetric),
    ("lower_triangular", _lower),
    ("upper_triangular", _upper),
)


def styles(seed: int, tries: int) -> Iterator[tuple[str, Random]]:
    """The styles in turn, each with its own random numbers."""
    for i in range(tries):
        yield STYLES[i % len(STYLES)], Random(seed * 1009 + i)
