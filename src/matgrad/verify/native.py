"""Inverses, linear systems and determinants of whole matrices, by FLINT; sums and products of two.

An arithmetic gives a matrix in FLINT's own form (`native`), a series of matrices where entries
are series, and takes it apart again (`lists`).
"""

from __future__ import annotations

from functools import reduce
from operator import add, mul
from typing import Any

from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain, Scalar
from matgrad.verify.truncated import Truncated, leaves, like, rebuilt, solved


def series(parts: list[Any]) -> Any:
    """One matrix as it is, several as the coefficients of a series."""
    return parts[0] if len(parts) == 1 else Truncated(tuple(parts))


class Native(Arithmetic):
    """An arithmetic whose matrices FLINT knows, and whose numbers are always in canonical form."""

    def add(self, *terms: Matrix) -> Matrix:
        """The sum."""
        return reduce(self.plus, terms)

    def plus(self, A: Matrix, B: Matrix) -> Matrix:
        """The sum of two."""
        return self.entries(add, A, B)

    def hadamard(self, *factors: Matrix) -> Matrix:
        """The entrywise product."""
        return reduce(self.entrywise, factors)

    def entrywise(self, A: Matrix, B: Matrix) -> Matrix:
        """The entrywise product of two."""
        return self.entries(mul, A, B)

    def native(self, A: Matrix) -> Any:
        """A matrix as FLINT's own."""
        raise NotImplementedError

    def lists(self, x: Any) -> Matrix:
        """The rows of such a matrix."""
        raise NotImplementedError

    def native_eye(self, n: int) -> Any:
        """The identity as FLINT's own."""
        raise NotImplementedError

    def ratio(self, numerator: int, denominator: int) -> Any:
        """A rational number that multiplies such matrices."""
        raise NotImplementedError

    def solve(self, A: Any, B: Any) -> Any:
        """The X with A X = B, for such matrices of numbers."""
        return A.solve(B)

    def singular(self) -> OutsideDomain:
        """What is said of a matrix that has no inverse."""
        return OutsideDomain("a matrix that is not invertible is inverted", always=True)

    def inverse(self, A: Matrix) -> Matrix:
        """The inverse."""
        if len(A) == 1:
            return [[self.invert(A[0][0])]]
        try:
            return self.lists(self.native(A).inv())
        except ZeroDivisionError:
            raise self.singular() from None

    def solution(self, A: Matrix, B: Matrix) -> Matrix:
        """The X with A X = B."""
        if len(A) == 1:
            return self.scale([[self.invert(A[0][0])]], B)
        try:
            return self.lists(solved(self.native(A), self.native(B), self.solve))
        except ZeroDivisionError:
            raise self.singular() from None

    def characteristic(self, A: Matrix) -> tuple[Matrix, Scalar]:
        """The adjugate and the determinant, by the recursion of Faddeev and LeVerrier."""
        if len(A) == 1:
            return self.eye(1), A[0][0]
        n, a = len(A), self.native(A)
        eye = self.native_eye(n)
        M, power = like(a, eye), a
        for k in range(1, n):
            M = power + _traced(power, eye, self.ratio(-1, k))
            power = a * M
        sign = self.ratio((-1) ** (n - 1), 1)
        return self.lists(M * sign), self.lists(power * sign)[0][0]


def _traced(x: Any, eye: Any, factor: Any) -> Any:
    """The identity times a multiple of the trace."""
    n = eye.nrows()
    traces = (sum((part[i, i] for i in range(1, n)), part[0, 0]) for part in leaves(x))
    return rebuilt(x, iter([eye * (trace * factor) for trace in traces]))
