"""Exponentials, roots and logarithms of matrices in real arithmetic, with their derivatives.

They know no derivative of a matrix function: series, and directions beside them, go through the
iteration that computes the value. Roots and logarithms run at a higher precision; what the last
step changed is added to the radius.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import frexp
from typing import Any

from matgrad.verify.arithmetic import OutsideDomain
from matgrad.verify.truncated import constant_part, leaves, like, moved, rebuilt

Matrix = list[list[Any]]
STEPS = 60  # of an iteration that doubles the correct digits each time
GUARD = 96  # bits of precision beyond twice the working precision
SMALL = -6  # the exponential series is summed for matrices of norm 2^SMALL
LARGE = 2.0**20
TINY = 1e-25  # of the largest eigenvalue
NEAR = 0.25  # to I: where the series of the logarithm is summed


def function_of(compute: Callable[[Any, Any], Any]) -> Callable[..., Matrix]:
    """A function of a matrix of numbers or series, or its derivative in given directions."""

    def function(R: Any, X: Matrix, *directions: Matrix) -> Matrix:
        x = R.native(X)
        for E in directions:
            x = moved(x, R.native(E))
        x = compute(R, x)
        for _ in directions:
            x = x.c[1]
        return R.lists(x)

    return function


def _norm(x: Any) -> float:
    """A bound of the norm in which the norm of a product is at most the product of norms."""
    return sum(_row_sum(part) for part in leaves(x))


def _row_sum(part: Any) -> float:
    return max(sum(float(abs(entry).upper()) for entry in row) for row in part.tolist())


def _identity(R: Any, x: Any) -> Any:
    n = constant_part(x).nrows()
    return like(x, R.native_eye(n))


def _widened(R: Any, x: Any, radii: Sequence[float]) -> Any:
    """The same with radii added, one for each matrix of coefficients."""
    n = constant_part(x).nrows()
    balls = (R.flint.arb_mat([[R.flint.arb(0, radius)] * n] * n) for radius in radii)
    return rebuilt(x, iter([part + ball for part, ball in zip(leaves(x), balls, strict=True)]))


# ---------------------------------------------------------------- the exponential


def _expm(R: Any, x: Any) -> Any:
    """Σ xᵏ/k! for a small fraction of x, then squared; the rest of the series is a radius."""
    context = R.flint.ctx
    norm = _norm(x)
    if not norm < LARGE:
        raise OutsideDomain("the exponential of a matrix that is very large")
    halvings = max(0, frexp(norm)[1] - SMALL)
    wanted = 2.0 ** -(context.prec + 2 * halvings + 8)
    with context.workprec(context.prec + 2 * halvings + 32):
        y, small = x * R.flint.arb(2) ** -halvings, norm * 2.0**-halvings
        result = term = _identity(R, x)
        k, rest = 0, 1.0
        while rest > wanted:
            k += 1
            rest *= small / k
            term = term * y * (1 / R.flint.arb(k))
            result = result + term
        result = _widened(R, result, [rest * 2 * small] * sum(1 for _ in leaves(x)))
        for _ in range(halvings):
            result = result * result
    return result


# ---------------------------------------------------------------- roots and logarithms


def _precise(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Run at a higher precision."""

    def precise(R: Any, x: Any) -> Any:
        context = R.flint.ctx
        with context.workprec(2 * context.prec + GUARD):
            check_cut(R, constant_part(x))
            return function(R, x)

    return precise


def check_cut(R: Any, X: Any) -> None:
    """No eigenvalue may be negative or zero, nor so small that rounding could make it so."""
    found = spectrum(X)
    largest = max(abs(float(abs(value).mid())) for value in found)
    for value in found:
        small = not float(abs(value).mid()) > TINY * largest
        if small or (value.real.mid() <= 0 and abs(value.imag) < abs(value) * 1e-9):
            raise OutsideDomain("the root of a matrix with an eigenvalue that is not positive")


def spectrum(X: Any) -> list[Any]:
    """Approximate eigenvalues of a matrix of balls."""
    try:
        return X.mid().eig(algorithm="approx")
    except ValueError:
        raise OutsideDomain("eigenvalues that cannot be told apart") from None


def _settled(R: Any, new: Any, old: Any) -> Any:
    """The new value, widened by the change, if that is no more than precision or radius hide."""
    small = 2.0 ** -(R.flint.ctx.prec // 2)
    changes: list[float] = []
    for a, b in zip(leaves(new), leaves(old), strict=True):
        worst = 0.0
        for x, y in zip(a.entries(), b.entries(), strict=True):
            middle = x.mid()
            change = float(abs(middle - y.mid()).upper())
            if not change <= small * (1 + abs(float(middle))) + float(x.rad()):
                return None
            worst = max(worst, change)
        changes.append(worst)
    return _widened(R, new, changes)


def _sqrtm(R: Any, x: Any) -> Any:
    """The principal square root, by the iteration of Denman and Beavers."""
    half, Y, Z = R.flint.arb("0.5"), x, _identity(R, x)
    try:
        for _ in range(STEPS):
            old = Y
            Y, Z = (Y + Z.inv()) * half, (Z + Y.inv()) * half
            if (found := _settled(R, Y, old)) is not None:
                return found
    except ZeroDivisionError:
        pass
    raise OutsideDomain("the square root of a matrix with an eigenvalue that is not positive")


def _logm(R: Any, x: Any) -> Any:
    """The principal logarithm: roots until x is near I, then 2 artanh((x − I)(x + I)⁻¹)."""
    identity, doublings = _identity(R, x), 1
    while _row_sum(constant_part(x - identity)) > NEAR:
        x, doublings = _sqrtm(R, x), doublings + 1
        if doublings > STEPS:
            raise OutsideDomain("the logarithm of a matrix that is far from positive")
    w = (x - identity) * (x + identity).inv()
    square, power, result, k = w * w, w, w, 1
    while True:
        power, k = power * square, k + 2
        old, result = result, result + power * (1 / R.flint.arb(k))
        if (found := _settled(R, result, old)) is not None:
            return found * R.flint.arb(2**doublings)


FUNCTIONS: dict[str, Callable[..., Matrix]] = {
    "expm": function_of(_expm),
    "sqrtm": function_of(_precise(_sqrtm)),
    "logm": function_of(_precise(_logm)),
}
