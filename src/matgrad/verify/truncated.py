"""Truncated series whose coefficients are matrices, or such series again.

A matrix of series is a series of matrices, and those FLINT multiplies and inverts as a whole. A
derivative in several directions is the coefficient of ε₁ε₂… with ε₁² = ε₂² = … = 0, a series of
series. So a function of matrices that is computed with sums, products and inverses alone carries
its derivatives along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


class Truncated:
    """c₀ + c₁ε + … + cₘεᵐ, with εᵐ⁺¹ = 0 and coefficients that need not commute."""

    __slots__ = ("c",)

    def __init__(self, coefficients: tuple[Any, ...]) -> None:
        self.c = coefficients

    # Two coefficients are the usual case and most of the time goes here, so they have lines of
    # their own.

    def __add__(self, other: Truncated) -> Truncated:
        a, b = self.c, other.c
        if len(a) == 2:
            return Truncated((a[0] + b[0], a[1] + b[1]))
        return Truncated(tuple([x + y for x, y in zip(a, b, strict=True)]))

    def __sub__(self, other: Truncated) -> Truncated:
        return Truncated(tuple([a - b for a, b in zip(self.c, other.c, strict=True)]))

    def __neg__(self) -> Truncated:
        return Truncated(tuple(-a for a in self.c))

    def __mul__(self, other: Any) -> Truncated:
        a = self.c
        if not isinstance(other, Truncated):  # a number
            return Truncated(tuple([x * other for x in a]))
        b = other.c
        if len(a) == 2:
            return Truncated((a[0] * b[0], a[0] * b[1] + a[1] * b[0]))
        return Truncated(tuple([_convolved(a, b, 0, k) for k in range(len(a))]))

    def inv(self) -> Truncated:
        """The inverse, from x · x⁻¹ = 1 coefficient by coefficient; raises ZeroDivisionError."""
        first = self.c[0].inv()
        if len(self.c) == 2:
            return Truncated((first, -(first * (self.c[1] * first))))
        found = [first]
        for k in range(1, len(self.c)):
            found.append(-(first * _convolved(self.c, found, 1, k)))
        return Truncated(tuple(found))


def _convolved(left: Any, right: Any, start: int, k: int) -> Any:
    """The sum of left[j] · right[k−j] over j from `start` to k."""
    result = left[start] * right[k - start]
    for j in range(start + 1, k + 1):
        result = result + left[j] * right[k - j]
    return result


def solved(x: Any, right: Any, solve: Callable[[Any, Any], Any]) -> Any:
    """The y with x · y = right, where `solve` finds it for matrices."""
    if not isinstance(x, Truncated):
        return solve(x, right)
    found = [solved(x.c[0], right.c[0], solve)]
    for k in range(1, len(x.c)):
        rest = right.c[k] - _convolved(x.c, found, 1, k)
        found.append(solved(x.c[0], rest, solve))
    return Truncated(tuple(found))


def like(x: Any, constant: Any) -> Any:
    """A constant matrix as an element of the algebra that x is of."""
    if not isinstance(x, Truncated):
        return constant
    first = like(x.c[0], constant)
    return Truncated((first, *(first * 0 for _ in x.c[1:])))


def moved(x: Any, direction: Any) -> Truncated:
    """x + ε · direction, with a new ε; the direction may be of a smaller algebra."""
    while _depth(direction) < _depth(x):
        direction = Truncated((direction, direction * 0))
    return Truncated((x, direction))


def _depth(x: Any) -> int:
    depth = 0
    while isinstance(x, Truncated):
        x, depth = x.c[0], depth + 1
    return depth


def constant_part(x: Any) -> Any:
    """The matrix at the point itself."""
    while isinstance(x, Truncated):
        x = x.c[0]
    return x


def leaves(x: Any) -> Iterator[Any]:
    """All matrices of coefficients."""
    stack = [x]
    while stack:
        top = stack.pop()
        if isinstance(top, Truncated):
            stack.extend(reversed(top.c))
        else:
            yield top


def degrees(x: Any) -> Iterator[int]:
    """The degree in all ε together that each matrix of `leaves` belongs to."""
    stack = [(x, 0)]
    while stack:
        top, degree = stack.pop()
        if isinstance(top, Truncated):
            stack.extend((part, degree + k) for k, part in reversed([*enumerate(top.c)]))
        else:
            yield degree


def rebuilt(x: Any, matrices: Iterator[Any]) -> Any:
    """An element shaped like x with other matrices as coefficients, in the order of `leaves`."""
    if not isinstance(x, Truncated):
        return next(matrices)
    return Truncated(tuple(rebuilt(part, matrices) for part in x.c))
