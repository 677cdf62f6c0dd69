"""Functions of whole matrices in real arithmetic: exponentials, roots, logarithms, eigenvalues.

They work on matrices of balls and on matrices of Taylor series over balls alike, and know no
derivative of a matrix function: a series goes through the iteration that computes the value.
The iterations run at a higher precision; what the last step changed is added to the radius.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from matgrad.verify.arithmetic import OutsideDomain
from matgrad.verify.matrices import symmetric_part

Matrix = list[list[Any]]
STEPS = 60  # of an iteration that doubles the correct digits each time
GUARD = 96  # bits of precision beyond twice the working precision


def _precise(function: Callable[[Any, Matrix], Matrix]) -> Callable[[Any, Matrix], Matrix]:
    """Run at a higher precision."""

    def precise(R: Any, X: Matrix) -> Matrix:
        context = R.flint.ctx
        with context.workprec(2 * context.prec + GUARD):
            return function(R, X)

    return precise


def _change(R: Any, new: Any, old: Any) -> list[Any]:
    """How far the midpoints of two scalars are apart, coefficient by coefficient."""
    pairs = zip(R.coefficients(new), R.coefficients(old), strict=True)
    return [abs(x.mid() - y.mid()) for x, y in pairs]


def _settled(R: Any, new: Matrix, old: Matrix) -> bool:
    """Did the last step change no more than the working precision or the radius hides?"""
    small = R.flint.arb(2) ** -(R.flint.ctx.prec // 2)
    return all(
        change <= small * (1 + abs(part.mid())) + part.rad()
        for a, b in zip(new, old, strict=True)
        for x, y in zip(a, b, strict=True)
        for change, part in zip(_change(R, x, y), R.coefficients(x), strict=True)
    )


def _widened(R: Any, new: Matrix, old: Matrix) -> Matrix:
    """The last approximation with what the last step changed as additional radius."""

    def widened(x: Any, y: Any) -> Any:
        return x + R.scalar([R.flint.arb(0, float(change)) for change in _change(R, x, y)])

    return R.entries(widened, new, old)


def _constants(R: Any, X: Matrix) -> Any:
    return R.flint.arb_mat([[R.constant_term(x).mid() for x in row] for row in X])


def _spectrum(R: Any, X: Matrix) -> list[Any]:
    """Approximate eigenvalues at the point itself."""
    try:
        return _constants(R, X).eig(algorithm="approx")
    except ValueError:
        raise OutsideDomain("eigenvalues that cannot be told apart") from None


def _expm(R: Any, X: Matrix) -> Matrix:
    """The exponential; of a series, through the block Toeplitz matrix of its coefficients."""
    parts = R.parts(X)
    n, count = len(X), len(parts)
    zero = [[0] * n for _ in range(n)]
    big = [
        [x for j in range(count) for x in (parts[j - i] if j >= i else zero)[row]]
        for i in range(count)
        for row in range(n)
    ]
    result = R.flint.arb_mat(big).exp().tolist()
    return R.assembled([[row[k * n : (k + 1) * n] for row in result[:n]] for k in range(count)])


def _sqrtm(R: Any, X: Matrix) -> Matrix:
    """The principal square root, by the iteration of Denman and Beavers."""
    _check_cut(R, X, "the square root")
    half, Y, Z = R.number(Fraction(1, 2)), X, R.eye(len(X))
    for _ in range(STEPS):
        old, inverse = Y, R.inverse(Y)
        Y = R.scale(half, R.add(Y, R.inverse(Z)))
        Z = R.scale(half, R.add(Z, inverse))
        if _settled(R, Y, old):
            return _widened(R, Y, old)
    raise OutsideDomain("the square root of a matrix with an eigenvalue that is not positive")


def _check_cut(R: Any, X: Matrix, name: str) -> None:
    for value in _spectrum(R, X):
        if value.real.mid() <= 0 and abs(value.imag) < abs(value) * 1e-9 + 1e-30:
            raise OutsideDomain(f"{name} of a matrix with an eigenvalue that is not positive")


def _logm(R: Any, X: Matrix) -> Matrix:
    """The principal logarithm: roots until X is near I, then 2 artanh((X − I)(X + I)⁻¹)."""
    identity, doublings = R.eye(len(X)), 1
    while _distance(R, R.subtract(X, identity)) > 0.25:
        X, doublings = _sqrtm(R, X), doublings + 1
        if doublings > STEPS:
            raise OutsideDomain("the logarithm of a matrix that is far from positive")
    W = R.matmul(R.subtract(X, identity), R.inverse(R.add(X, identity)))
    square, power, result, k = R.matmul(W, W), W, W, 1
    while True:
        power, k = R.matmul(power, square), k + 2
        old, result = result, R.add(result, R.scale(R.number(Fraction(1, k)), power))
        if _settled(R, result, old):
            return R.scale(R.number(2**doublings), _widened(R, result, old))


def _distance(R: Any, X: Matrix) -> float:
    return max(sum(float(abs(R.constant_term(x)).mid()) for x in row) for row in X)


def _eigenvalue(R: Any, S: Matrix, start: Any) -> Any:
    """A simple eigenvalue near `start`, by Newton's iteration on det(λI − S)."""
    value = R.one * start.mid()
    for _ in range(STEPS):
        adjugate, det = R.characteristic(_shifted(R, value, S))
        slope = sum((adjugate[i][i] for i in range(len(S))), R.zero)
        if not R.is_unit(slope):
            raise OutsideDomain("an eigenvalue that is not simple")
        new = value - det / slope
        if _settled(R, [[new]], [[value]]):
            return _widened(R, [[new]], [[value]])[0][0]
        value = R.scalar([x.mid() for x in R.coefficients(new)])
    raise OutsideDomain("an eigenvalue that is not simple")


def _shifted(R: Any, value: Any, S: Matrix) -> Matrix:
    return [[(value - x) if i == j else -x for j, x in enumerate(row)] for i, row in enumerate(S)]


def _ascending(R: Any, S: Matrix) -> list[Any]:
    found = sorted((value.real for value in _spectrum(R, S)), key=lambda x: float(x.mid()))
    if any(b.mid() - a.mid() < 1e-12 for a, b in pairwise(found)):
        raise OutsideDomain("an eigenvalue that is not simple")
    return found


def _projector(R: Any, S: Matrix, value: Any) -> Matrix:
    """The projector onto the eigenvectors of a simple eigenvalue: adj(λI − S), scaled."""
    adjugate = R.adjugate(_shifted(R, value, S))
    trace = sum((adjugate[i][i] for i in range(len(S))), R.zero)
    return R.scale(R.inverse([[trace]]), adjugate)


def _eigvals_sym(R: Any, X: Matrix) -> Matrix:
    """All eigenvalues of the symmetric part, in ascending order."""
    S = symmetric_part(R, X)
    return [[_eigenvalue(R, S, start)] for start in _ascending(R, S)]


def _eigvecs_sym(R: Any, X: Matrix) -> Matrix:
    """Unit eigenvectors of the symmetric part as columns, in the order of the eigenvalues."""
    S = symmetric_part(R, X)
    columns: Matrix = []
    for (value,) in _eigvals_sym(R, X):
        P = _projector(R, S, value)
        far = max(range(len(P)), key=lambda i: float(R.constant_term(P[i][i]).mid()))
        scale = R.invert(R.function("sqrt", P[far][far]))
        columns.append([row[far] * scale for row in P])
    return R.transpose(columns)


def _eigmax(R: Any, X: Matrix) -> Matrix:
    """The largest eigenvalue of the symmetric part."""
    S = symmetric_part(R, X)
    return [[_eigenvalue(R, S, _ascending(R, S)[-1])]]


def _eigproj_max(R: Any, X: Matrix) -> Matrix:
    """The projector onto the eigenvector of the largest eigenvalue of the symmetric part."""
    return _projector(R, symmetric_part(R, X), _eigmax(R, X)[0][0])


REAL: dict[str, Callable[[Any, Matrix], Matrix]] = {
    "expm": _expm,
    "sqrtm": _precise(_sqrtm),
    "logm": _precise(_logm),
    "eigvals_sym": _precise(_eigvals_sym),
    "eigvecs_sym": _precise(_eigvecs_sym),
    "eigmax": _precise(_eigmax),
    "eigproj_max": _precise(_eigproj_max),
}
