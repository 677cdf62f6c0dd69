"""Exponentials, roots and logarithms of matrices in real arithmetic, with their derivatives.

They know no derivative of a matrix function: series, and directions beside them, go through the
iteration that computes the value. Roots and logarithms run at a higher precision; what the last
step changed is added to the radius.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import frexp, inf, isqrt, log2
from operator import add, mul
from typing import Any

from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.truncated import constant_part, degrees, leaves, like, moved, rebuilt

Matrix = list[list[Any]]
MOST_BITS = 900
STEPS = 60  # of an iteration that doubles the correct digits each time
GUARD = 96  # bits of precision beyond twice the working precision
SMALL = -6  # the exponential series is summed for matrices of norm 2^SMALL
LARGE = 2.0**20
TINY = 1e-25  # of the largest eigenvalue
NEAR = 0.75  # to I: where the series of the logarithm is summed


def check_precision(R: Any) -> None:
    """Radii are doubles here, and none is smaller than 2^-1074: more bits than this were wrong."""
    if R.flint.ctx.prec > MOST_BITS:
        raise Undecided("functions of matrices to thousands of digits")


def function_of(compute: Callable[[Any, Any], Any]) -> Callable[..., Matrix]:
    """A function of a matrix of numbers or series, or its derivative in given directions."""

    def function(R: Any, X: Matrix, *directions: Matrix) -> Matrix:
        check_precision(R)
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


def _change(x: Any, y: Any, small: float) -> float | None:
    """How far apart two middles are, or None if that is more than precision or radius hide."""
    middle = x.mid()
    change = float(abs(middle - y.mid()).upper())
    return change if change <= small * (1 + abs(float(middle))) + float(x.rad()) else None


def _settled(R: Any, new: Any, old: Any) -> Any:
    """The new value, widened by the change, if that is no more than precision or radius hide."""
    small = 2.0 ** -(R.flint.ctx.prec // 2)
    if _change(constant_part(new)[0, 0], constant_part(old)[0, 0], small) is None:
        return None  # one entry tells, as long as things still change
    changes: list[float] = []
    for a, b in zip(leaves(new), leaves(old), strict=True):
        worst = 0.0
        for x, y in zip(a.entries(), b.entries(), strict=True):
            if (change := _change(x, y, small)) is None:
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
    two, identity, doublings = R.flint.arb(2), _identity(R, x), 1
    shift = _binary_order(constant_part(x))
    x = x * two**-shift  # eigenvalues on both sides of 1 need fewer roots
    while not _row_sum(constant_part(x - identity)) <= NEAR:
        x, doublings = _sqrtm(R, x), doublings + 1
        if doublings > STEPS:
            raise OutsideDomain("the logarithm of a matrix that is far from positive")
    w = (x - identity) * (x + identity).inv()
    return _artanh(R, w, identity) * two**doublings + identity * (two.log() * shift)


def _binary_order(X: Any) -> int:
    """The power of two that is nearest to the mean of the eigenvalues, 0 if that is negative."""
    mean = float(X.trace().mid()) / X.nrows()
    return round(log2(mean)) if 0 < mean < inf else 0


def _artanh(R: Any, w: Any, identity: Any) -> Any:
    """w Σ sᵏ/(2k + 1) with s = w²; a bound of what is left out becomes a radius."""
    norm, units = _scaled_norm(w)
    if not norm < 1:
        raise OutsideDomain("the logarithm of a matrix that is far from positive")
    count, rest = 0, 1.0
    while rest * max(units) > 2.0 ** -(R.flint.ctx.prec // 2):
        count += 1
        rest = norm ** (2 * count + 1) / (1 - norm**2)
    terms = [1 / R.flint.arb(2 * k + 1) for k in range(max(count, 1))]
    return _widened(R, w * _polynomial(terms, w * w, identity), [rest * unit for unit in units])


def _polynomial(coefficients: Sequence[Any], x: Any, identity: Any) -> Any:
    """Σ cₖ xᵏ with few products: blocks of as many terms as there are blocks."""
    width = isqrt(len(coefficients) - 1) + 1
    powers = [identity, x]
    while len(powers) <= width:
        powers.append(powers[-1] * x)
    blocks = [
        reduce(add, map(mul, powers, coefficients[i : i + width]))
        for i in range(0, len(coefficients), width)
    ]
    return reduce(lambda total, block: total * powers[width] + block, reversed(blocks))


def _scaled_norm(w: Any) -> tuple[float, list[float]]:
    """A norm of w with all ε so small that they add little to it, and what it takes for 1 in each
    matrix of coefficients.

    The norm of a product is at most the product of norms, so that powers of w are bounded.
    """
    sizes = [*zip(map(_row_sum, leaves(w)), degrees(w), strict=True)]
    little = max(sizes[0][0], 1 / 16) / (4 * len(sizes))
    scales = [min(1.0, little / size) ** (1 / d) for size, d in sizes if d and size]
    scale = min(scales, default=1.0)
    try:
        return sum(size * scale**d for size, d in sizes), [scale**-d for _, d in sizes]
    except (OverflowError, ZeroDivisionError):
        raise OutsideDomain("the logarithm of a matrix that changes very fast") from None


FUNCTIONS: dict[str, Callable[..., Matrix]] = {
    "expm": function_of(_expm),
    "sqrtm": function_of(_precise(_sqrtm)),
    "logm": function_of(_precise(_logm)),
}
