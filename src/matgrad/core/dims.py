"""Symbolic sizes: n, 2*n, m*n, n+1, n(n+1)/2 and integers, as polynomials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import lcm, prod

from matgrad.core.interned import Interned, nothing

Monomial = tuple[str, ...]
Coefficient = int | Fraction  # a fraction only where it is none of the integers

_interned: Interned[tuple[tuple[Monomial, Coefficient], ...], Dim] = Interned()


class Dim:
    """A size of at least one; equal sizes are equal polynomials, and one object.

    >>> str(dim("n") * 2 + 1)
    '2*n+1'
    """

    __slots__ = ("__weakref__", "denominator", "name", "names", "terms", "text", "value")

    terms: tuple[tuple[Monomial, Coefficient], ...]
    names: frozenset[str]  # those that occur in this size
    value: int | None  # the integer this size is, or None if a name occurs in it
    name: str | None  # the name this size is, or None if it is more or less than a name
    denominator: int  # what makes all coefficients integers
    text: str  # how it is written

    def __new__(cls, terms: Mapping[Monomial, Coefficient]) -> Dim:
        """The one size with these terms."""
        kept = ((m, _integer(c)) for m, c in terms.items() if c)
        key = tuple(sorted(kept, key=lambda t: (-len(t[0]), t[0])))
        with _interned.lock:
            found = _interned.get(key, nothing)()
            if found is None:
                found = _interned.keep(key, object.__new__(cls))
                found.terms = key
                found.denominator = lcm(*(c.denominator for _, c in key))
                found.names = frozenset(name for monomial, _ in key for name in monomial)
                constant = None if found.names else sum(number for _, number in key)
                found.value = constant if isinstance(constant, int) else None
                found.text = _written(key, found.denominator)
                only = next(iter(found.names), "")
                found.name = only if key == (((only,), 1),) else None
        return found

    def __reduce__(self) -> tuple[type[Dim], tuple[dict[Monomial, Coefficient]]]:
        return Dim, (dict(self.terms),)

    def __add__(self, other: Dim | int) -> Dim:
        terms = dict(self.terms)
        for monomial, coefficient in dim(other).terms:
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Dim(terms)

    def __mul__(self, other: Dim | int) -> Dim:
        terms: dict[Monomial, Coefficient] = {}
        for left, a in self.terms:
            for right, b in dim(other).terms:
                key = tuple(sorted(left + right))
                terms[key] = terms.get(key, 0) + a * b
        return Dim(terms)

    def divide(self, other: Dim) -> Dim | None:
        """The size that times `other` gives this one, by long division; None if there is none.

        >>> str((dim("m") * dim("n") + dim("n")).divide(dim("m") + 1))
        'n'
        """
        quotient, rest = Dim({}), self
        while rest.terms and other.terms:
            term = _over(rest.terms[0], other.terms[0])
            if term is None:
                return None
            quotient, rest = quotient + term, rest - term * other
        return quotient

    def __sub__(self, other: Dim | int) -> Dim:
        return self + dim(other) * -1

    def __truediv__(self, number: int) -> Dim:
        return Dim({m: Fraction(c) / number for m, c in self.terms})

    @property
    def is_whole(self) -> bool:
        """Is this an integer whatever integers its names stand for?

        >>> n = dim("n")
        >>> ((n * n + n) / 2).is_whole, (n / 2).is_whole
        (True, False)
        """
        if self.denominator == 1:
            return True
        period = range(1, self.denominator + 1)  # the remainder repeats after so many integers
        names = sorted(self.names)
        return all(
            self.scaled(dict(zip(names, values, strict=True))) % self.denominator == 0
            for values in product(period, repeat=len(names))
        )

    def is_at_least(self, other: Dim) -> bool:
        """Is this certainly no smaller than another size, as every name is at least 1?

        >>> n = dim("n")
        >>> (n * 2).is_at_least(n + 1), n.is_at_least(dim(2))
        (True, False)
        """
        rest = self - other
        above = rest.substitute({name: dim(name) + 1 for name in rest.names})
        return all(coefficient >= 0 for _, coefficient in above.terms)

    def scaled(self, sizes: Mapping[str, int]) -> int:
        """The value of this size times its denominator."""
        d = self.denominator
        return sum(int(c * d) * prod(sizes[name] for name in m) for m, c in self.terms)

    @property
    def is_positive(self) -> bool:
        """Is this at least one for all sizes? Not if that is open.

        >>> (dim("n") * 2 - 1).is_positive, (dim("m") - dim("n")).is_positive
        (True, False)
        """
        grows = all(number >= 0 for monomial, number in self.terms if monomial)
        return grows and self.evaluate(dict.fromkeys(self.names, 1)) >= 1

    def evaluate(self, sizes: Mapping[str, int]) -> int:
        """The integer this size is when its names stand for `sizes`."""
        if self.value is not None:
            return self.value
        if self.name is not None:
            return sizes[self.name]
        return self.scaled(sizes) // self.denominator

    def substitute(self, sizes: Mapping[str, Dim]) -> Dim:
        """This size with names replaced by sizes."""
        if sizes.keys().isdisjoint(self.names):
            return self
        if self.name is not None:
            return sizes[self.name]
        total = Dim({})
        for monomial, coefficient in self.terms:
            term = Dim({(): coefficient})
            for name in monomial:
                term = term * sizes.get(name, dim(name))
            total = total + term
        return total

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Dim({self})"


def _written(terms: tuple[tuple[Monomial, Coefficient], ...], denominator: int) -> str:
    text = ""
    for monomial, c in sorted(terms or (((), 0),), key=lambda t: t[1] < 0):
        count = abs(c * denominator)
        sign = "-" if c < 0 else "+" if text else ""
        factors = [str(count)] if count != 1 or not monomial else []
        text += sign + "*".join(factors + list(monomial))
    return text if denominator == 1 else f"({text})/{denominator}"


def _integer(c: Coefficient) -> Coefficient:
    return c.numerator if c.denominator == 1 else c


def _over(term: tuple[Monomial, Coefficient], divisor: tuple[Monomial, Coefficient]) -> Dim | None:
    """The quotient of two terms, if it is a term."""
    left = list(term[0])
    for name in divisor[0]:
        if name not in left:
            return None
        left.remove(name)
    a, b = term[1], divisor[1]
    if isinstance(a, int) and isinstance(b, int):
        return None if a % b else Dim({tuple(left): a // b})
    return Dim({tuple(left): Fraction(a) / b})


_small: dict[int | str, Dim] = {}


def dim(value: Dim | int | str) -> Dim:
    """The size that an integer or a name stands for."""
    if isinstance(value, Dim):
        return value
    found = _small.get(value)
    if found is None:
        found = Dim({(): value} if isinstance(value, int) else {(value,): 1})
        if len(_small) < 4096:
            _small[value] = found
    return found


ONE = dim(1)


def solve(left: Dim, right: Dim, unknowns: Iterable[str]) -> tuple[str, Dim] | None:
    """The unknown that one linear equation left = right determines, with its value, if any."""
    difference = left - right
    for name in unknowns:
        holding = [(m, c) for m, c in difference.terms if name in m]
        if len(holding) != 1 or holding[0][0] != (name,):
            continue
        rest = Dim({m: c for m, c in difference.terms if name not in m})
        factor = -holding[0][1]
        value = Dim({m: Fraction(c) / factor for m, c in rest.terms})
        if value.denominator == rest.denominator:
            return name, value
    return None
