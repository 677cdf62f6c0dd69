"""Exact arithmetic modulo a prime, with elementwise functions as keyed random functions.

Two formulas that agree at a random point agree everywhere, except with probability about
degree/2⁶¹ (Schwartz and Zippel). Functions are random, but obey the relations that derivations
use: exp(−x) = 1/exp(x), sin² + cos² = 1, √x² = |x|, x^(s+1) = x^s x, and so on. A number is
called positive if it is a quadratic residue. The prime is chosen so that −1 is not a residue and
every prime up to 59 is one, so that rational numbers without larger factors have their true sign;
and (p−1)/2 is prime, so that roots exist as they do for real numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from math import prod
from operator import mul
from typing import Any

from matgrad.core.expr import Expr, number_value
from matgrad.core.walk import postorder
from matgrad.optional import load
from matgrad.verify import declared
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.functions import COMPOSED
from matgrad.verify.native import Native
from matgrad.verify.reasons import Tie
from matgrad.verify.residues import BASE, KINKS, P, Q, character, integers, inverse, power

SMALL = 64  # exponents of matrices go up to this


class Modular(Native):
    """The ring of integers modulo m; knows no functions."""

    modulus = P

    def __init__(self, sizes: Mapping[str, int]) -> None:
        super().__init__(sizes)
        self.flint = load("flint")

    def rational(self, value: Fraction) -> int:
        """A fraction modulo m."""
        if value.denominator == 1:
            return value.numerator % self.modulus
        return value.numerator * self.invert(value.denominator) % self.modulus

    def reduced(self, x: int) -> int:
        """The remainder modulo m."""
        return x % self.modulus

    def invert(self, x: int) -> int:
        """The inverse modulo m."""
        try:
            return pow(x, -1, self.modulus)
        except ValueError:
            raise OutsideDomain("division by zero", always=True) from None

    def check_apart(self, difference: int) -> None:
        """Equal numbers cannot be put in order."""
        if not difference:
            raise Tie

    def is_unit(self, x: int) -> bool:
        """Is x nonzero?"""
        return x != 0

    def native(self, A: Matrix) -> Any:
        """A matrix modulo m."""
        ring = integers(self.modulus)
        return self.flint.fmpz_mod_mat(len(A), len(A[0]), [*chain(*A)], ring)

    def lists(self, x: Any) -> Matrix:
        """The rows."""
        entries, n = list(map(int, x.entries())), x.ncols()
        return [entries[i : i + n] for i in range(0, len(entries), n)]

    def native_eye(self, n: int) -> Any:
        """The identity."""
        return self.native(self.eye(n))

    def ratio(self, numerator: int, denominator: int) -> int:
        """A rational number."""
        return self.rational(Fraction(numerator, denominator))

    def dot(self, xs: Sequence[int], ys: Sequence[int]) -> int:
        """The sum of products."""
        return sum(map(mul, xs, ys)) % self.modulus

    def times(self, x: int, y: int) -> int:
        """The product."""
        return x * y % self.modulus

    # What most of the time is spent on, without a call for each entry.

    def plus(self, A: Matrix, B: Matrix) -> Matrix:
        """The sum."""
        m, rows = self.modulus, zip(A, B, strict=True)
        if len(A[0]) == 1:  # most are columns
            return [[(x + y) % m] for (x,), (y,) in rows]
        return [[(x + y) % m for x, y in zip(a, b, strict=True)] for a, b in rows]

    def entrywise(self, A: Matrix, B: Matrix) -> Matrix:
        """The entrywise product."""
        m, rows = self.modulus, zip(A, B, strict=True)
        if len(A[0]) == 1:
            return [[x * y % m] for (x,), (y,) in rows]
        return [[x * y % m for x, y in zip(a, b, strict=True)] for a, b in rows]

    def inner(self, A: Matrix, B: Matrix) -> int:
        """The Frobenius product as a scalar."""
        return sum(map(mul, chain(*A), chain(*B))) % self.modulus

    def scale(self, *args: Matrix) -> Matrix:
        """Scalars times a matrix."""
        *scalars, A = args
        m, c = self.modulus, prod(s[0][0] for s in scalars)
        return [[c * x % m for x in row] for row in A]

    def matmul(self, *factors: Matrix) -> Matrix:
        """The matrix product, from the right, where vectors usually are."""
        m, result = self.modulus, factors[-1]
        for A in reversed(factors[:-1]):
            columns = [*zip(*result, strict=True)]
            if len(columns) == 1:
                (column,) = columns
                result = [[sum(map(mul, row, column)) % m] for row in A]
            else:
                result = [[sum(map(mul, row, column)) % m for column in columns] for row in A]
        return result

    def raised(self, x: int, p: int, exponent: Expr) -> int:
        """Integer powers only."""
        value = number_value(exponent)
        if value is None or value.denominator != 1:
            raise Undecided("a power that is not an integer stands in an exponent")
        k = int(value)
        return pow(x if k >= 0 else self.invert(x), abs(k), self.modulus)

    def whole(self, x: int) -> int:
        """The small integer that a number stands for."""
        value = x if 2 * x < self.modulus else x - self.modulus
        if abs(value) > SMALL:
            raise OutsideDomain("an exponent that is no small integer")
        return value

    def agree(self, A: Matrix, B: Matrix) -> bool:
        """Are two matrices equal?"""
        return A == B

    def is_zero(self, A: Matrix) -> bool:
        """Do all entries vanish?"""
        return not any(map(any, A))

    def function(self, name: str, x: int) -> int:
        """None is known."""
        raise Undecided(f"{name} stands in an exponent")

    def unknown(self, name: str, primes: int, x: int) -> int:
        """None is known."""
        raise Undecided(f"{name} stands in an exponent")

    def coefficient(self, label: str) -> int:
        """None is known."""
        raise Undecided(f"{label.split(maxsplit=1)[0]} stands in an exponent")

    def named(self, name: str) -> int:
        """None is known."""
        raise Undecided(f"{name} stands in an exponent")


class Exponents(Modular):
    """Exponents of numbers of the field count modulo p−1, or q where only residues are raised."""

    def native(self, A: Matrix) -> Any:
        """None: FLINT ends the process at what has no inverse modulo a number that is not prime."""
        raise Undecided("a function of a matrix stands in an exponent")

    def __init__(
        self, sizes: Mapping[str, int], modulus: int, values: Mapping[Expr, Matrix]
    ) -> None:
        super().__init__(sizes)
        self.modulus = modulus
        self.values = {
            node: [[x % modulus for x in row] for row in A] for node, A in values.items()
        }


class Field(Modular):
    """The field with its functions, random and reproducible from `key`."""

    def __init__(self, sizes: Mapping[str, int], key: int = 0) -> None:
        super().__init__(sizes)
        self.key = key.to_bytes(8, "big")
        self.known: dict[tuple[str, int], int] = {("exp", 0): 1, ("log", 1): 0}
        self.exponents: dict[Expr, tuple[int, bool]] = {}

    def invert(self, x: int) -> int:
        """The inverse modulo the prime."""
        try:
            return inverse(x)
        except ZeroDivisionError:
            raise OutsideDomain("division by zero", always=True) from None

    def keyed(self, name: str, x: int) -> int:
        """A random nonzero number that depends on the name, the argument and the key."""
        digest = blake2b(f"{name}|{x}".encode(), digest_size=8, key=self.key).digest()
        return int.from_bytes(digest, "big") % (P - 1) + 1

    def function(self, name: str, x: int) -> int:
        """An elementwise function, remembered."""
        found = self.known.get((name, x))
        if found is not None:
            return found
        rule = BASE.get(name) or COMPOSED.get(name) or declared.composition(name)
        found = (rule(self, x) if rule else declared.keyed(self, name, x)) % P
        if name not in KINKS:  # which are asked for again, to note the side they are on
            self.known[name, x] = found
        return found

    def side(self, x: int) -> int:
        """The sign of x, noting that it was asked for."""
        sign = self.known.get(("character", x))
        if sign is None:
            sign = self.known["character", x] = character(x)
        return self.seen(sign)

    def unknown(self, name: str, primes: int, x: int) -> int:
        """A function that is only named: anything at all."""
        return self.keyed(f"{name}\N{PRIME}{primes}", x)

    def coefficient(self, label: str) -> int:
        """A random number."""
        found = self.known.get((label, -1))
        if found is None:
            found = self.known[label, -1] = self.keyed(label, 0)
        return found

    def named(self, name: str) -> int:
        """pi is some positive number, e is exp(1)."""
        return self.function("exp", 1) if name == "e" else self.keyed(name, 0) ** 2 % P

    def raised(self, x: int, p: int, exponent: Expr) -> int:
        """x to a power whose exponent is known modulo p−1, or modulo q for residues x."""
        value = number_value(exponent)
        if value is not None and value.denominator == 1:
            return super().raised(x, p, exponent)
        if value is not None and x == 0 and value > 0:
            return 0
        if x == 0:
            raise OutsideDomain("0 to a power that is not positive", always=True)
        e, residues_only = self.exponent(exponent)
        if residues_only and character(x) != 1:
            raise OutsideDomain("an even root of a negative number")
        return power(x, e)

    def exponent(self, node: Expr) -> tuple[int, bool]:
        """The exponent modulo p−1, or modulo q and True if it involves division by even numbers."""
        found = self.exponents.get(node)
        if found is None:
            found = self.exponents[node] = self._exponent(node)
        return found

    def _exponent(self, node: Expr) -> tuple[int, bool]:
        nodes = postorder(node)
        needed = {n: self.values[n] for n in nodes if n in self.values}
        try:
            return _evaluate(Exponents(self.sizes, P - 1, needed), nodes), False
        except OutsideDomain:
            return _evaluate(Exponents(self.sizes, Q, needed), nodes), True


def _evaluate(R: Exponents, nodes: list[Expr]) -> int:
    memo: dict[Expr, Matrix] = {}
    for node in nodes:
        memo[node] = node.op.value(R, node, *(memo[arg] for arg in node.args))
    return memo[nodes[-1]][0][0]
