"""Large systems of linear equations in balls.

FLINT encloses the solution by products of whole matrices. That takes long for the hundred unknowns
of a Sylvester equation, so here it is found approximately, and what is left over says how far off
it is.
"""

from __future__ import annotations

from typing import Any

from matgrad.optional import load

LARGE = 24  # unknowns
ROUNDING = 2.0**-40  # more than doubles lose in what is computed below
CERTAIN = 0.5


def solved(K: Any, b: Any) -> Any:
    """The x with K x = b, for matrices of balls; raises ZeroDivisionError."""
    if K.nrows() < LARGE:
        return K.solve(b)
    numpy: Any = load("numpy")
    x = K.mid().solve(b.mid(), algorithm="approx")
    try:
        inverse, off = _near_inverse(K)
    except numpy.linalg.LinAlgError:
        return K.solve(b)
    rest = _floats(K * x - b, "abs_upper")
    # With Y K = I − E and |E| ≤ q, the error K⁻¹ r = (I + E + E² + …) Y r.
    error = abs(inverse) @ rest * (1 + ROUNDING)
    radii = error + off / (1 - off) * error.max(axis=0)
    if not (off < CERTAIN and numpy.isfinite(radii).all()):
        return K.solve(b)
    arb = load("flint").arb
    return x + load("flint").arb_mat([[arb(0, radius) for radius in row] for row in radii.tolist()])


def _near_inverse(K: Any) -> tuple[Any, float]:
    """An inverse Y in doubles, and a bound of the norm of I − Y K."""
    numpy: Any = load("numpy")
    middle, radius = _floats(K, "mid"), _floats(K, "rad")
    inverse = numpy.linalg.inv(middle)
    off = abs(inverse @ middle - numpy.eye(len(middle)))
    off += abs(inverse) @ (radius + ROUNDING * abs(middle))
    return inverse, float(off.sum(axis=1).max())


def _floats(A: Any, part: str) -> Any:
    """One number of each ball: its middle, its radius, or the largest size in it."""
    return load("numpy").array([[float(getattr(x, part)()) for x in row] for row in A.tolist()])
