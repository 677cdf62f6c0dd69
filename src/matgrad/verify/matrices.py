"""Functions of whole matrices that need only the operations of a field and square roots."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from matgrad.verify.reasons import OutsideDomain

Matrix = list[list[Any]]


def sylvester(R: Any, A: Matrix, B: Matrix, C: Matrix) -> Matrix:
    """The W with A W + W B = C, as one linear system for its entries."""
    m, n = len(A), len(B)
    rows: Matrix = []
    for i in range(m):
        for j in range(n):  # Σ A[i,k] W[k,j] + Σ W[i,k] B[k,j] = C[i,j]
            row = [R.zero] * (m * n)
            for k in range(m):
                row[k * n + j] = row[k * n + j] + A[i][k]
            for k in range(n):
                row[i * n + k] = R.reduced(row[i * n + k] + B[k][j])
            rows.append([*map(R.reduced, row)])
    right = [[x] for row in C for x in row]
    w = [x for (x,) in R.solution(rows, right)]
    return [w[i * n : (i + 1) * n] for i in range(m)]


def pinv(R: Any, A: Matrix) -> Matrix:
    """The Moore–Penrose inverse; (C F)⁺ = F⁺C⁺ where C, the first columns, span the others."""
    for rank in range(min(len(A), len(A[0])), 0, -1):
        try:
            if rank == min(len(A), len(A[0])):
                return _of_full_rank(R, A)
            C = _of_full_rank(R, [row[:rank] for row in A])
            F = R.matmul(C, A)
            inverse = R.matmul(_of_full_rank(R, F), C)
        except OutsideDomain:
            continue
        rest = R.subtract(A, R.matmul([row[:rank] for row in A], F))
        if not any(R.is_unit(x) for row in rest for x in row):
            return inverse
        break
    raise OutsideDomain("the rank is not known")


def _of_full_rank(R: Any, A: Matrix) -> Matrix:
    """(AᵀA)⁻¹Aᵀ or Aᵀ(AAᵀ)⁻¹."""
    At = R.transpose(A)
    if len(A) >= len(A[0]):
        return R.matmul(R.inverse(R.matmul(At, A)), At)
    return R.matmul(At, R.inverse(R.matmul(A, At)))


def chol(R: Any, A: Matrix) -> Matrix:
    """The lower triangular L with L Lᵀ = (A + Aᵀ)/2, column by column."""
    n, S = len(A), symmetric_part(R, A)
    L = R.zeros(n, n)
    for j in range(n):
        rest = R.reduced(S[j][j] - R.dot(L[j], L[j]))
        L[j][j] = R.function("sqrt", rest)
        below = R.invert(L[j][j])
        for i in range(j + 1, n):
            L[i][j] = R.times(below, R.reduced(S[i][j] - R.dot(L[i], L[j])))
    return L


def symmetric_part(R: Any, A: Matrix) -> Matrix:
    """(A + Aᵀ)/2."""
    return R.scale(R.number(Fraction(1, 2)), R.add(A, R.transpose(A)))


EXACT: dict[str, Callable[..., Matrix]] = {
    "sylvester": sylvester,
    "pinv": pinv,
    "chol": chol,
}
