"""Factors of matrices, and what follows from them: functions above generated NumPy code."""

from __future__ import annotations

INVERSE_SPD = '''\
def inverse_spd(L):
    """The inverse of L L.T."""
    (potri,) = scipy.linalg.get_lapack_funcs(("potri",), (L,))
    U = potri(L.T, lower=False)[0]
    K = U + U.T  # below the diagonal U has the zeros that L has above
    K.flat[:: len(K) + 1] /= 2
    return K'''

# By LAPACK itself: NumPy's own are made for stacks of matrices, and its inverse solves AX = I.
INVERSE = '''\
def inverse(A):
    """The inverse, from LU factors."""
    getrf, getri = scipy.linalg.get_lapack_funcs(("getrf", "getri"), (A,))
    LU, pivots, singular = getrf(A.T)  # by columns, as LAPACK has it
    if singular:
        raise np.linalg.LinAlgError("Singular matrix")
    return getri(LU, pivots, lwork=64 * len(A), overwrite_lu=True)[0].T'''

LU = '''\
def lu(A):
    """The LU factors of A, with which equations with A and with its transpose are solved."""
    (getrf,) = scipy.linalg.get_lapack_funcs(("getrf",), (A,))
    return getrf(A.T)  # by columns, as LAPACK has it'''

SOLVE_LU = '''\
def solve_lu(factors, B, transposed=False):
    """The solution X of A X = B, or of A.T X = B, by the factors of A."""
    LU, pivots, singular = factors
    if singular:
        raise np.linalg.LinAlgError("Singular matrix")
    (getrs,) = scipy.linalg.get_lapack_funcs(("getrs",), (LU, B))
    return getrs(LU, pivots, B, trans=not transposed)[0]'''

INVERSE_LU = '''\
def inverse_lu(factors):
    """The inverse of A, by its factors."""
    LU, pivots, singular = factors
    if singular:
        raise np.linalg.LinAlgError("Singular matrix")
    (getri,) = scipy.linalg.get_lapack_funcs(("getri",), (LU,))
    return getri(LU, pivots, lwork=64 * len(LU))[0].T'''

DET_LU = '''\
def det_lu(factors):
    """The determinant of A, by its factors."""
    LU, pivots, _ = factors
    swaps = np.count_nonzero(pivots != np.arange(len(LU)))
    return (-1) ** swaps * np.prod(np.diagonal(LU))'''

LOGDET_LU = '''\
def logdet_lu(factors):
    """log(det(A)) by the factors of A, which is nan where the determinant is negative."""
    LU, pivots, singular = factors
    diagonal = np.diagonal(LU)
    swaps = np.count_nonzero(pivots != np.arange(len(LU)))
    negative = (swaps + np.count_nonzero(diagonal < 0)) % 2
    if singular:
        return -np.inf
    return np.nan if negative else np.sum(np.log(np.abs(diagonal)))'''

CHOLESKY = '''\
def cholesky(S):
    """The lower triangular L with L L.T = S."""
    (potrf,) = scipy.linalg.get_lapack_funcs(("potrf",), (S,))
    U, failed = potrf(S.T)  # by columns, as LAPACK has it
    if failed:
        raise np.linalg.LinAlgError("Matrix is not positive definite")
    return U.T'''

FACTORS = {
    "inverse_spd(": INVERSE_SPD,
    "inverse(": INVERSE,
    "lu(": LU,
    "solve_lu(": SOLVE_LU,
    "inverse_lu(": INVERSE_LU,
    "det_lu(": DET_LU,
    "logdet_lu(": LOGDET_LU,
    "cholesky(": CHOLESKY,
}
