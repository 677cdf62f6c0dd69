"""Functions of whole matrices in real arithmetic: eigenvalues and eigenvectors.

They work on matrices of balls and on matrices of Taylor series over balls alike, and know no
derivative of a matrix function: a series goes through the iteration that computes the value.
The iterations run at a higher precision; what the last step changed is added to the radius.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from matgrad.verify.arithmetic import OutsideDomain
from matgrad.verify.matrices import symmetric_part
from matgrad.verify.matrix_series import FUNCTIONS, GUARD, STEPS, check_precision, spectrum

Matrix = list[list[Any]]


def _precise(function: Callable[[Any, Matrix], Matrix]) -> Callable[[Any, Matrix], Matrix]:
    """Run at a higher precision."""

    def precise(R: Any, X: Matrix) -> Matrix:
        context = R.flint.ctx
        with context.workprec(2 * context.prec + GUARD):
            return function(R, X)

    return precise


def _once(function: Callable[[Any, Matrix], Matrix]) -> Callable[[Any, Matrix], Matrix]:
    """Compute it once for one and the same matrix: a projector needs its eigenvalue as well."""

    def found(R: Any, X: Matrix) -> Matrix:
        key = function.__name__, id(X), R.flint.ctx.prec
        if key not in R.found:
            R.found[key] = X, function(R, X)  # X stays, so nothing else gets its number
        return R.found[key][1]

    return found


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

    check_precision(R)

    def widened(x: Any, y: Any) -> Any:
        return x + R.scalar([R.flint.arb(0, float(change)) for change in _change(R, x, y)])

    return R.entries(widened, new, old)


def _constants(R: Any, X: Matrix) -> Any:
    return R.flint.arb_mat([[R.constant_term(x) for x in row] for row in X])


def _spectrum(R: Any, X: Matrix) -> list[Any]:
    return spectrum(_constants(R, X))


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


@_once
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
        far = _largest(R, P)
        scale = R.invert(R.function("sqrt", P[far][far]))
        columns.append([row[far] * scale for row in P])
    return R.transpose(columns)


def _largest(R: Any, P: Matrix) -> int:
    """Where the eigenvector of a projector vvᵀ is largest; its sign is that of this entry."""
    squares = [R.constant_term(P[i][i]) for i in range(len(P))]
    far = max(range(len(P)), key=lambda i: float(squares[i].mid()))
    for i, row in enumerate(P):
        if R.constant_term(row[far]) < 0 and squares[i].overlaps(squares[far]):
            raise OutsideDomain("at a tie")  # (1, 0, −1) has two signs
    return far


@_once
def _eigmax(R: Any, X: Matrix) -> Matrix:
    """The largest eigenvalue of the symmetric part."""
    S = symmetric_part(R, X)
    return [[_eigenvalue(R, S, _ascending(R, S)[-1])]]


def _eigproj_max(R: Any, X: Matrix) -> Matrix:
    """The projector onto the eigenvector of the largest eigenvalue of the symmetric part."""
    return _projector(R, symmetric_part(R, X), _eigmax(R, X)[0][0])


REAL: dict[str, Callable[..., Matrix]] = {
    **FUNCTIONS,
    "eigvals_sym": _precise(_eigvals_sym),
    "eigvecs_sym": _precise(_eigvecs_sym),
    "eigmax": _precise(_eigmax),
    "eigproj_max": _precise(_eigproj_max),
}
