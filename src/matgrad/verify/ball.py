"""Real arithmetic with error bounds (python-flint), and Taylor series over it.

Series come from FLINT's own Taylor code, so no table of derivatives is shared with the engine or
with the finite field. Balls that do not overlap prove that two formulas differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain
from math import isfinite, log2
from typing import Any
from zlib import crc32

from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.optional import load
from matgrad.verify import declared
from matgrad.verify.arithmetic import Matrix, OutsideDomain
from matgrad.verify.functions import COMPOSED
from matgrad.verify.jumps import JUMPS
from matgrad.verify.native import Native, series
from matgrad.verify.real_matrices import REAL
from matgrad.verify.reasons import Tie
from matgrad.verify.systems import solved
from matgrad.verify.truncated import leaves

PRECISION = 160  # bits
MANY = 64  # products of numbers in a product of matrices
AGREEMENT = 60  # bits that must agree before two values count as equal

# The functions FLINT has both for balls and for series over them.
TAYLOR = frozenset({"exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "erf"})

_SMALL = [Fraction(k, 13) for k in range(-11, 12)]  # coefficients of functions only named

# Where the domains of functions end; beyond them, and clear of these, there is no value.
EDGES = {"log": (0,), "sqrt": (0,), "asin": (-1, 1), "acos": (-1, 1)}


def precision(bits: int = PRECISION) -> Any:
    """A context in which balls have the working precision, or as many bits as are asked for."""
    return load("flint").ctx.workprec(bits)


@lru_cache(1 << 12)
def _ball(numerator: int, denominator: int, bits: int) -> Any:
    """A rational number at the precision in force; the same few are asked for again and again."""
    flint = load("flint")
    return flint.arb(flint.fmpq(numerator, denominator))


class Balls(Native):
    """Real numbers with error bounds."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        super().__init__(sizes)
        self.flint = load("flint")
        self.zero = self.flint.arb(0)
        self.one = self.flint.arb(1)
        self.found: dict[tuple[str, int, int], tuple[Matrix, Matrix]] = {}  # by `real_matrices`

    def plain(self) -> Balls:
        """The same numbers without series, to compute something aside."""
        return Balls(self.sizes)

    def series_of(self, order: int) -> BallJets:
        """Series of the same numbers, to compute something aside."""
        return BallJets(self, order)

    def constant_term(self, x: Any) -> Any:
        """The value at the point itself."""
        return x

    def coefficients(self, x: Any) -> list[Any]:
        """A number has one, a series has several."""
        return [x]

    def scalar(self, coefficients: list[Any]) -> Any:
        """The number or series with these coefficients."""
        return coefficients[0]

    def parts(self, A: Matrix) -> list[Matrix]:
        """The matrices of the coefficients."""
        return [A]

    def assembled(self, parts: list[Matrix]) -> Matrix:
        """The matrix with these matrices of coefficients."""
        return parts[0]

    def matrix_function(self, name: str, *args: Matrix) -> Matrix:
        """A function of whole matrices."""
        return REAL[name](self, *args) if name in REAL else super().matrix_function(name, *args)

    def is_finite(self, x: Any) -> bool:
        """Is this a number?"""
        return x.is_finite()

    def check_apart(self, difference: Any) -> None:
        """Balls that overlap cannot be put in order."""
        if self.constant_term(difference).contains(0):
            raise Tie

    def is_still(self, x: Any) -> bool:
        """Does x not move at all? A constant may sit at a kink."""
        return True

    def rational(self, value: Fraction) -> Any:
        """A rational number, rounded to a ball."""
        return _ball(value.numerator, value.denominator, self.flint.ctx.prec)

    def matmul(self, *factors: Matrix) -> Matrix:
        """The matrix product; FLINT's own pays where there is much to multiply."""
        if len(factors[0]) * len(factors[-1]) * len(factors[-1][0]) < MANY:
            return super().matmul(*factors)
        natives = map(self.native, reversed(factors))
        return self.lists(reduce(lambda right, left: left * right, natives))

    def is_unit(self, x: Any) -> bool:
        """Is zero outside of the ball?"""
        return not self.constant_term(x).contains(0)

    def native(self, A: Matrix) -> Any:
        """A matrix of balls, or a series of such."""
        return series([self.flint.arb_mat(part) for part in self.parts(A)])

    def lists(self, x: Any) -> Matrix:
        """The rows."""
        return self.assembled([part.tolist() for part in leaves(x)])

    def solve(self, A: Any, B: Any) -> Any:
        """The X with A X = B."""
        return solved(A, B)

    def native_eye(self, n: int) -> Any:
        """The identity."""
        return self.flint.arb_mat([[int(i == j) for j in range(n)] for i in range(n)])

    def ratio(self, numerator: int, denominator: int) -> Any:
        """A rational number."""
        return self.flint.arb(numerator) / denominator

    def singular(self) -> OutsideDomain:
        """A ball may only touch what is singular."""
        return OutsideDomain("a matrix that is not invertible is inverted")

    def invert(self, x: Any) -> Any:
        """1/x."""
        if not self.is_unit(x):
            raise OutsideDomain("division by zero")
        return self.one / x

    def named(self, name: str) -> Any:
        """The constants."""
        arb = self.flint.arb
        return self.one * (arb.const_e() if name == "e" else arb.pi())

    def function(self, name: str, x: Any) -> Any:
        """An elementwise function."""
        if name == "sqrt":
            value = self._root(x)
        elif name in TAYLOR:
            value = getattr(x, name)()
        elif name in JUMPS:
            value = JUMPS[name](self, x)
        elif composed := COMPOSED.get(name) or declared.composition(name):
            value = composed(self, x)
        else:
            value = declared.real(self, name, x)
        if not self.is_finite(value):
            edges = EDGES.get(name, ())
            certain = bool(edges) and not any(self.constant_term(x).overlaps(e) for e in edges)
            raise OutsideDomain(f"{name} outside of its domain", certain)
        return value

    def _root(self, x: Any) -> Any:
        """The square root; of what is zero or near it, as in a norm, of the part above zero."""
        is_near = self.constant_term(x) is x and x.contains(0)
        return (x.nonnegative_part() if is_near else x).sqrt()

    def derivative(self, name: str, order: int, x: Any) -> Any:
        """From FLINT's Taylor series of the function."""
        return declared.derivative(self, name, order, x)

    def unknown(self, name: str, primes: int, x: Any) -> Any:
        """A function that is only named is taken to be σ(x) = sin(ax + b) + x²/5 here."""
        draw = crc32(name.encode())
        a, b = Fraction(draw % 13 + 5, 9), Fraction(draw // 13 % 17, 11)
        quarter = self.flint.arb.pi() * primes / 2  # the k-th derivative turns by k quarters
        turned = self.function("sin", x * self.rational(a) + (self.rational(b) + quarter))
        square = (x * x, x * 2, self.one * 2)[primes] if primes < 3 else self.zero
        return turned * self.rational(a**primes) + square * self.rational(Fraction(1, 5))

    def coefficient(self, label: str) -> Any:
        """A small number, fixed by the label."""
        return self.rational(_SMALL[crc32(label.encode()) % len(_SMALL)])

    def raised(self, x: Any, p: Any, exponent: Expr) -> Any:
        """x^p: by squaring for integers, an odd root for negative x, exp(p log x) otherwise."""
        value = number_value(exponent)
        whole = self._whole(p) if value is None else None
        if whole is not None and "integer" in facts_of(exponent):  # and not by accident
            value = Fraction(whole)
        if value is not None and value.denominator == 1:
            return self._integer_power(x, int(value))
        negative = bool(self.constant_term(x) < 0)
        if negative and (value is None or value.denominator % 2 == 0):
            raise OutsideDomain("an even root of a negative number", always=True)
        size = self.function("exp", p * self.function("log", -x if negative else x))
        return -size if negative and value is not None and value.numerator % 2 else size

    def whole(self, x: Any) -> int:
        """The integer that a number is."""
        found = self._whole(x)
        if found is None:
            raise OutsideDomain("an exponent that is no integer")
        return found

    def _whole(self, p: Any) -> int | None:
        found = p.unique_fmpz() if p.is_exact() else None
        return None if found is None else int(found)

    def _integer_power(self, x: Any, k: int) -> Any:
        if k < 0:
            x, k = self.invert(x), -k
        result = self.one
        while k:
            if k & 1:
                result = result * x
            x, k = x * x, k >> 1
        return result

    def is_zero(self, A: Matrix) -> bool:
        """May all entries vanish?"""
        return all(x.contains(0) for row in A for x in row)

    def bits(self, A: Matrix, B: Matrix) -> int:
        """To how many bits two matrices are known to agree."""
        worst = 0.0
        for a, b in zip(chain(*A), chain(*B), strict=True):
            worst = max(worst, float((a - b).rad()) / max(1.0, abs(float(a))))
        if not isfinite(worst):
            return -PRECISION
        return PRECISION if worst == 0 else min(PRECISION, int(-log2(worst)))

    def agree(self, A: Matrix, B: Matrix) -> bool | None:
        """Are two matrices equal? None if the balls are too wide to tell."""
        for a, b in zip(chain(*A), chain(*B), strict=True):
            if not a.overlaps(b):
                return False
        return True if self.bits(A, B) >= AGREEMENT else None


class BallJets(Balls):
    """Taylor series in one direction."""

    def __init__(self, balls: Balls, order: int = 1) -> None:
        super().__init__(balls.sizes)
        self.order = order
        self.zero = self._series([0])
        self.one = self._series([1])

    def _series(self, coefficients: list[Any]) -> Any:
        return self.flint.arb_series(coefficients, prec=self.order + 1)

    def constant_term(self, x: Any) -> Any:
        """The value at the point itself."""
        return x[0]

    def coefficients(self, x: Any) -> list[Any]:
        """All coefficients up to the order."""
        return [x[k] for k in range(self.order + 1)]

    def scalar(self, coefficients: list[Any]) -> Any:
        """The series with these coefficients."""
        return self._series(coefficients)

    def parts(self, A: Matrix) -> list[Matrix]:
        """The matrices of the coefficients."""
        return [self.part(A, k) for k in range(self.order + 1)]

    def assembled(self, parts: list[Matrix]) -> Matrix:
        """The series with these matrices of coefficients."""
        return self.lifted(*parts)

    def is_finite(self, x: Any) -> bool:
        """Are all coefficients numbers?"""
        return all(x[k].is_finite() for k in range(self.order + 1))

    def is_still(self, x: Any) -> bool:
        """Do all coefficients but the first vanish?"""
        return all(x[k].is_zero() for k in range(1, self.order + 1))

    def _root(self, x: Any) -> Any:
        """The square root; what is zero in all directions, as xᵢ − xᵢ is, has the root zero."""
        is_nothing = all(x[k].is_zero() for k in range(self.order + 1))
        return self.zero if is_nothing else super()._root(x)

    def rational(self, value: Fraction) -> Any:
        """A constant series."""
        return self._series([super().rational(value)])

    def lifted(self, *parts: Matrix) -> Matrix:
        """The series with these coefficient matrices."""
        return self.entries(lambda *xs: self._series(list(xs)), *parts)

    def part(self, A: Matrix, k: int) -> Matrix:
        """The matrix of the k-th coefficients."""
        return [[x[k] for x in row] for row in A]

    def _whole(self, p: Any) -> int | None:
        return super()._whole(p[0]) if all(p[k] == 0 for k in range(1, self.order + 1)) else None
