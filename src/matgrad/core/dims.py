"""Symbolic sizes: n, 2*n, m*n, n+1 and integers, as polynomials with integer coefficients."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from math import prod
from weakref import WeakValueDictionary

Monomial = tuple[str, ...]

_interned: WeakValueDictionary[tuple[tuple[Monomial, int], ...], Dim] = WeakValueDictionary()
_lock = threading.Lock()


class Dim:
    """A size of at least one; equal sizes are equal polynomials, and one object.

    >>> str(dim("n") * 2 + 1)
    '2*n+1'
    """

    __slots__ = ("__weakref__", "names", "terms", "value")

    terms: tuple[tuple[Monomial, int], ...]
    names: frozenset[str]  # those that occur in this size
    value: int | None  # the integer this size is, or None if a name occurs in it

    def __new__(cls, terms: Mapping[Monomial, int]) -> Dim:
        """The one size with these terms."""
        kept = ((m, c) for m, c in terms.items() if c)
        key = tuple(sorted(kept, key=lambda t: (-len(t[0]), t[0])))
        with _lock:
            found = _interned.get(key)
            if found is None:
                found = _interned[key] = object.__new__(cls)
                found.terms = key
                found.names = frozenset(name for monomial, _ in key for name in monomial)
                found.value = None if found.names else sum(number for _, number in key)
        return found

    def __reduce__(self) -> tuple[type[Dim], tuple[dict[Monomial, int]]]:
        return Dim, (dict(self.terms),)

    def __add__(self, other: Dim | int) -> Dim:
        terms = dict(self.terms)
        for monomial, coefficient in dim(other).terms:
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Dim(terms)

    def __mul__(self, other: Dim | int) -> Dim:
        terms: dict[Monomial, int] = {}
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

    def evaluate(self, sizes: Mapping[str, int]) -> int:
        """The integer this size is when its names stand for `sizes`."""
        total = 0
        for monomial, coefficient in self.terms:
            total += coefficient * prod(sizes[name] for name in monomial)
        return total

    def substitute(self, sizes: Mapping[str, Dim]) -> Dim:
        """This size with names replaced by sizes."""
        if not any(name in sizes for name in self.names):
            return self
        if self.terms[0][1] == 1 and len(self.terms) == len(self.terms[0][0]) == 1:
            return sizes[self.terms[0][0][0]]
        total = Dim({})
        for monomial, coefficient in self.terms:
            product = dim(coefficient)
            for name in monomial:
                product = product * sizes.get(name, dim(name))
            total = total + product
        return total

    def __str__(self) -> str:
        text = ""
        for monomial, coefficient in sorted(self.terms or (((), 0),), key=lambda t: t[1] < 0):
            sign = "-" if coefficient < 0 else "+" if text else ""
            factors = [str(abs(coefficient))] if abs(coefficient) != 1 or not monomial else []
            text += sign + "*".join(factors + list(monomial))
        return text

    def __repr__(self) -> str:
        return f"Dim({self})"


def _over(term: tuple[Monomial, int], divisor: tuple[Monomial, int]) -> Dim | None:
    """The quotient of two terms, if it is a term."""
    left = list(term[0])
    for name in divisor[0]:
        if name not in left:
            return None
        left.remove(name)
    return None if term[1] % divisor[1] else Dim({tuple(left): term[1] // divisor[1]})


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
        if all(c % factor == 0 for _, c in rest.terms):
            return name, Dim({m: c // factor for m, c in rest.terms})
    return None
