"""Truncated power series in ε over the field: forward derivatives by arithmetic alone.

The only derivatives known here are those of the base functions below, written from their
defining equations and independent of the operators' own facts. Everything else follows: a series
goes through products, inverses, determinants and compositions by arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from matgrad.core.expr import Expr, number_value
from matgrad.verify import declared
from matgrad.verify.arithmetic import Matrix, Undecided
from matgrad.verify.field import Field, P
from matgrad.verify.functions import COMPOSED
from matgrad.verify.native import Native, series
from matgrad.verify.residues import KINKS, inverse
from matgrad.verify.truncated import leaves


class Jet:
    """c₀ + c₁ε + c₂ε² + … up to a fixed order, coefficients modulo the prime."""

    __slots__ = ("c",)

    def __init__(self, coefficients: tuple[int, ...]) -> None:
        self.c = coefficients

    def __add__(self, other: Jet | int) -> Jet:
        if isinstance(other, int):
            return Jet(((self.c[0] + other) % P, *self.c[1:]))
        a, b = self.c, other.c
        if len(a) == 2 and len(b) == 2:
            return Jet(((a[0] + b[0]) % P, (a[1] + b[1]) % P))
        return Jet(tuple((x + y) % P for x, y in zip(a, b, strict=False)))

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(tuple(-a % P for a in self.c))

    def __sub__(self, other: Jet | int) -> Jet:
        if isinstance(other, int):
            return self + -other
        return Jet(tuple([(x - y) % P for x, y in zip(self.c, other.c, strict=False)]))

    def __rsub__(self, other: int) -> Jet:
        return -self + other

    def __mul__(self, other: Jet | int) -> Jet:
        if isinstance(other, int):
            return Jet(tuple(a * other % P for a in self.c))
        a, b = self.c, other.c
        if len(a) == 2 and len(b) == 2:  # the usual case, ε² = 0
            return Jet((a[0] * b[0] % P, (a[0] * b[1] + a[1] * b[0]) % P))
        order = min(len(a), len(b))
        if order == 1:
            return Jet((a[0] * b[0] % P,))
        return Jet(tuple(sum(a[j] * b[k - j] for j in range(k + 1)) % P for k in range(order)))

    __rmul__ = __mul__


def _integral(value: int, slope: Jet) -> Jet:
    """The series with this constant term and this derivative."""
    if len(slope.c) == 1:
        return Jet((value, slope.c[0]))
    return Jet((value, *(c * inverse(k) % P for k, c in enumerate(slope.c, 1))))


def _slope(x: Jet) -> Jet:
    """The derivative of a series with respect to ε, one order lower."""
    return Jet(tuple(k * c % P for k, c in enumerate(x.c[1:], 1)))


def _lower(x: Jet) -> Jet:
    return Jet(x.c[:-1])


class Jets(Native):
    """Matrices of series; functions have the values that `field` gives them."""

    def __init__(self, field: Field, order: int = 1) -> None:
        super().__init__(field.sizes)
        self.field = field
        self.order = order
        self.zero = Jet((0,) * (order + 1))
        self.one = Jet((1, *(0,) * order))
        self.known: dict[tuple[str, tuple[int, ...]], Jet] = {}

        self.sides = field.sides

    def lifted(self, *parts: Matrix) -> Matrix:
        """The series with these coefficient matrices, padded with zeros."""
        padding = (0,) * (self.order + 1 - len(parts))
        return self.entries(lambda *xs: Jet((*xs, *padding)), *parts)

    def part(self, A: Matrix, k: int) -> Matrix:
        """The matrix of the k-th coefficients."""
        return [[x.c[k] for x in row] for row in A]

    def rational(self, value: Fraction) -> Jet:
        """A constant series."""
        return Jet((self.field.rational(value), *(0,) * self.order))

    def is_unit(self, x: Jet) -> bool:
        """Is the constant term nonzero?"""
        return x.c[0] != 0

    def native(self, A: Matrix) -> Any:
        """A series of matrices modulo the prime."""
        return series([self.field.native(self.part(A, k)) for k in range(self.order + 1)])

    def lists(self, x: Any) -> Matrix:
        """The matrix of series."""
        return self.lifted(*map(self.field.lists, leaves(x)))

    def native_eye(self, n: int) -> Any:
        """The identity."""
        return self.field.native_eye(n)

    def ratio(self, numerator: int, denominator: int) -> int:
        """A rational number."""
        return self.field.ratio(numerator, denominator)

    def whole(self, x: Jet) -> int:
        """The small integer that a constant series stands for."""
        if any(x.c[1:]):
            raise Undecided("an integer that moves")
        return self.field.whole(x.c[0])

    def invert(self, x: Jet) -> Jet:
        """1/x, from x · (1/x) = 1 coefficient by coefficient."""
        first = self.field.invert(x.c[0])
        if len(x.c) == 2:
            return Jet((first, -first * first * x.c[1] % P))
        out = [first]
        for k in range(1, len(x.c)):
            known = sum(x.c[j] * out[k - j] for j in range(1, k + 1))
            out.append(-first * known % P)
        return Jet(tuple(out))

    def dot(self, xs: Sequence[Jet], ys: Sequence[Jet]) -> Jet:
        """The sum of products, reduced once."""
        if self.order != 1:
            return super().dot(xs, ys)
        value = slope = 0
        for x, y in zip(xs, ys, strict=True):
            (a, da), (b, db) = x.c, y.c
            value += a * b
            slope += a * db + da * b
        return Jet((value % P, slope % P))

    def named(self, name: str) -> Jet:
        """A constant."""
        return Jet((self.field.named(name), *(0,) * self.order))

    def function(self, name: str, x: Jet) -> Jet:
        """An elementwise function of a series, remembered."""
        found = self.known.get((name, x.c))
        if found is None:
            found = self._found(name, x)
            if name not in KINKS:
                self.known[name, x.c] = found
        return found

    def _found(self, name: str, x: Jet) -> Jet:
        if composed := COMPOSED.get(name) or declared.composition(name):
            return composed(self, x)
        self.field.node = self.node
        value = self.field.function(name, x.c[0])
        if not any(x.c[1:]):
            return Jet((value, *x.c[1:]))
        lower, relation = _lower(x), DERIVATIVE.get(name)
        rises = relation(self, lower) if relation else self._declared(name, lower)
        return _integral(value, rises * _slope(x))

    def _declared(self, name: str, x: Jet) -> Jet:
        """The derivative of a function of which only the declaration is known."""
        return declared.slope(self, name, x, self.function(name, x))

    def unknown(self, name: str, primes: int, x: Jet) -> Jet:
        """A function that is only named: its derivative has one prime more."""
        value = self.field.unknown(name, primes, x.c[0])
        if len(x.c) == 1:
            return Jet((value,))
        return _integral(value, self.unknown(name, primes + 1, _lower(x)) * _slope(x))

    def coefficient(self, label: str) -> Jet:
        """A constant."""
        return Jet((self.field.coefficient(label), *(0,) * self.order))

    def raised(self, x: Jet, p: Jet, exponent: Expr) -> Jet:
        """y = x^p, from y′ = p y/x x′ + log(x) y p′; integer powers by squaring."""
        value = number_value(exponent)
        if value is not None and value.denominator == 1:
            return self._integer_power(x, int(value))
        first = self.field.raised(x.c[0], p.c[0], exponent)
        if not any(x.c[1:] + p.c[1:]):
            return Jet((first, *x.c[1:]))
        lower, below = _lower(x), _lower(p)
        y = self.raised(lower, below, exponent)
        slope = below * y * self.invert(lower) * _slope(x)
        if any(p.c[1:]):
            slope = slope + self.function("log", lower) * y * _slope(p)
        return _integral(first, slope)

    def _integer_power(self, x: Jet, k: int) -> Jet:
        if k < 0:
            x, k = self.invert(x), -k
        result = Jet((1, *(0,) * (len(x.c) - 1)))
        while k:
            if k & 1:
                result = result * x
            x, k = x * x, k >> 1
        return result


def _nothing(J: Jets, x: Jet) -> Jet:
    return x * 0


def _arcsine(J: Jets, x: Jet) -> Jet:
    return J.invert(J.function("sqrt", 1 - x * x))


def _bell(J: Jets, x: Jet) -> Jet:
    root = J.field.function("sqrt", J.field.named("pi"))
    return J.function("exp", -(x * x)) * (2 * J.field.invert(root) % P)


DERIVATIVE: dict[str, Callable[[Jets, Jet], Jet]] = {
    "exp": lambda J, x: J.function("exp", x),
    "log": lambda J, x: J.invert(x),
    "sqrt": lambda J, x: J.invert(J.function("sqrt", x) * 2),
    "sin": lambda J, x: J.function("cos", x),
    "cos": lambda J, x: -J.function("sin", x),
    "asin": _arcsine,
    "atan": lambda J, x: J.invert(1 + x * x),
    "erf": _bell,
    "abs": lambda J, x: J.function("sign", x),
    "sign": _nothing,
    "step": _nothing,
    "floor": _nothing,
    "round": _nothing,
}
