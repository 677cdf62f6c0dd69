"""Directions in which a structured matrix may move, and the entries that are free to do so."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.expr import Facts
from matgrad.verify.arithmetic import Arithmetic, Matrix, Scalar


def direction(R: Arithmetic, facts: Facts, value: Matrix, free: Matrix) -> Matrix:
    """The direction that a matrix of free numbers gives at a value, within its structure."""
    if "simplex_rows" in facts:
        columns = [_sum_zero(R, value, [[x] for x in row]) for row in free]
        return [[x for (x,) in column] for column in columns]
    if "toeplitz" in facts:
        return toeplitz_like(R, facts, free)
    for fact, project in DIRECTIONS:
        if fact in facts:
            return project(R, value, free)
    return free


def skew_part(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    """Twice the skew part."""
    return R.subtract(A, R.transpose(A))


def _symmetric_part(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    return R.add(A, R.transpose(A))


def lower_part(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    """The lower triangle."""
    return [[x if j <= i else R.zero for j, x in enumerate(row)] for i, row in enumerate(A)]


def upper_part(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    """The upper triangle."""
    return [[x if j >= i else R.zero for j, x in enumerate(row)] for i, row in enumerate(A)]


def toeplitz_like(R: Arithmetic, facts: Facts, A: Matrix) -> Matrix:
    """The Toeplitz matrix with the first column and row of A, as far as other facts allow."""
    n = len(A)
    c, r = [row[0] for row in A], A[0]
    nothing = [R.zero] * (n - 1)
    if "symmetric" in facts:
        r = c
    elif "skew" in facts:
        c = [R.zero, *c[1:]]
        r = [R.reduced(-x) for x in c]
    if "lower_triangular" in facts:
        r = [r[0], *nothing]
    if "upper_triangular" in facts:
        c = [c[0], *nothing]
    return [[c[i - j] if i >= j else r[j - i] for j in range(n)] for i in range(n)]


def _diagonal_part(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    return R.diagonal_matrix(R.diagonal(A))


def _rotation(R: Arithmetic, X: Matrix, A: Matrix) -> Matrix:
    return R.matmul(X, skew_part(R, X, A))  # from dQᵀQ + QᵀdQ = 0


def _along_frames(R: Arithmetic, W: Matrix, A: Matrix) -> Matrix:
    """A less the symmetric part of WᵀA, from dWᵀW + WᵀdW = 0."""
    inner = R.matmul(R.transpose(W), A)
    both = R.add(inner, R.transpose(inner))
    return R.subtract(A, R.scale(R.inverse(R.number(2)), R.matmul(W, both)))


def _along_sphere(R: Arithmetic, x: Matrix, a: Matrix) -> Matrix:
    return R.subtract(a, R.scale(R.matmul(R.transpose(x), a), x))


def _sum_zero(R: Arithmetic, x: Matrix, a: Matrix) -> Matrix:
    mean = R.scale(R.inverse(R.number(len(a))), R.total(a))
    return R.subtract(a, R.scale(mean, R.ones(len(a), 1)))


DIRECTIONS: tuple[tuple[str, Callable[[Arithmetic, Matrix, Matrix], Matrix]], ...] = (
    ("onehot", lambda R, x, a: R.zeros(len(a), 1)),
    ("mask", lambda R, x, a: R.zeros(len(a), len(a[0]))),
    ("orthogonal_columns", _along_frames),
    ("simplex", _sum_zero),
    ("unit", _along_sphere),
    ("diagonal", _diagonal_part),
    ("orthogonal", _rotation),
    ("skew", skew_part),
    ("symmetric", _symmetric_part),
    ("lower_triangular", lower_part),
    ("upper_triangular", upper_part),
)


# ---------------------------------------------------------------- independent entries

INDEPENDENT: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("diagonal", lambda i, j: i == j),
    ("toeplitz", lambda i, j: i == 0 or j == 0),
    ("symmetric", lambda i, j: i >= j),
    ("skew", lambda i, j: i > j),
    ("lower_triangular", lambda i, j: i >= j),
    ("upper_triangular", lambda i, j: i <= j),
)


def _always(i: int, j: int) -> bool:
    return True


def independent(facts: Facts, A: Matrix) -> list[Scalar]:
    """The entries that determine a matrix of this structure, column by column."""
    kept = next((keeps for fact, keeps in INDEPENDENT if fact in facts), _always)
    if "upper_triangular" in facts and "diagonal" not in facts:  # row by row, as vech(Xᵀ)
        return [x for i, row in enumerate(A) for j, x in enumerate(row) if kept(i, j)]
    return [A[i][j] for j in range(len(A[0])) for i in range(len(A)) if kept(i, j)]
