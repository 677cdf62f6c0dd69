"""The matrix of a linear map: M with vec(F) = M vec(dX), columns below each other.

For vectors this is the plain Jacobian: v ⊙ (A dx) has the matrix Diag(v) A. An operator without
a row here has no such matrix, and the answer stays the map dX ↦ dF.
"""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import Shape
from matgrad.core.walk import dependents, postorder
from matgrad.ops import (
    add,
    below,
    beside,
    commutation,
    conv,
    diag,
    diag_matrix,
    diagonal_selection,
    entry_op,
    eye,
    frobenius,
    hadamard,
    kron,
    matmul,
    mean,
    multiply,
    number,
    ones,
    part_op,
    power,
    scale,
    size,
    spans,
    toeplitz,
    total,
    total_sum,
    trace,
    transpose,
    units,
    unvec_op,
    vec,
    zeros_of,
)

# matrix[op](node, index, M): the matrix of the node if its argument `index` has the matrix M.
MatrixRule = Callable[[Expr, int, Expr], Expr]


def matrix_of(linear: Expr, dX: Expr) -> Expr | None:
    """The matrix M with vec(linear) = M vec(dX), or None if an operator has no such matrix."""
    varying = dependents((linear,), {dX})
    found: dict[Expr, Expr] = {dX: eye_or_one(dX.shape.rows * dX.shape.cols)}
    for node in postorder(linear):
        if node not in varying or node in found:
            continue
        rule = RULES.get(node.op)
        if rule is None or (node.op is kron and len(node.args) > 2):
            return None
        parts = [rule(node, i, found[arg]) for i, arg in enumerate(node.args) if arg in varying]
        found[node] = total_sum(parts, parts[0].shape)
    return found.get(linear)


def eye_or_one(n: Dim) -> Expr:
    """The identity of a size; the number 1 for size one."""
    return number(1) if n == ONE else eye(n)


def flat(A: Expr) -> Expr:
    """vec(A), which is A itself for a column."""
    return A if A.shape.cols == ONE else A.T if A.shape.rows == ONE else vec(A)


def _times(factor: Expr | None, M: Expr) -> Expr:
    return M if factor is None else multiply(factor, M)


def _matmul(node: Expr, i: int, M: Expr) -> Expr:
    """vec(A Y B) = (Bᵀ ⊗ A) vec(Y)."""
    Y = node.args[i]
    left, right = node.args[:i], node.args[i + 1 :]
    A = _product(left) if left else eye_or_none(Y.shape.rows)
    B = _product(right).T if right else eye_or_none(Y.shape.cols)
    if A is None or B is None:
        return _times(A if B is None else B, M)
    if left or right:
        return multiply(kron(B, A), M)
    return M


def eye_or_none(n: Dim) -> Expr | None:
    """The identity of a size, or nothing where it is 1×1."""
    return None if n == ONE else eye(n)


def _product(factors: tuple[Expr, ...]) -> Expr:
    return factors[0] if len(factors) == 1 else matmul(*factors)


def _transpose(node: Expr, i: int, M: Expr) -> Expr:
    shape = node.args[0].shape
    return M if shape.is_vector else multiply(commutation(shape.rows, shape.cols), M)


def _hadamard(node: Expr, i: int, M: Expr) -> Expr:
    others = node.args[:i] + node.args[i + 1 :]
    V = others[0] if len(others) == 1 else hadamard(*others)
    return multiply(diag_matrix(flat(V)), M)


def _scale(node: Expr, i: int, M: Expr) -> Expr:
    others = node.args[:i] + node.args[i + 1 :]
    if i == len(node.args) - 1 or node.is_scalar:
        return scale(*others, M)
    *scalars, body = others
    outer = multiply(flat(body), M)
    return scale(*scalars, outer) if scalars else outer


def _kron(node: Expr, i: int, M: Expr) -> Expr:
    """vec(A ⊗ B) = (I ⊗ K ⊗ I)(vec(A) ⊗ vec(B)), for two factors."""
    A, B = node.args
    (m, n), (p, q) = A.shape, B.shape
    inner = kron(M, flat(B)) if i == 0 else kron(flat(A), M)
    if ONE in (q, m):  # the commutation matrix is an identity
        return inner
    parts = (eye_or_none(n), commutation(q, m), eye_or_none(p))
    return multiply(kron(*(part for part in parts if part is not None)), inner)


def _beside(node: Expr, i: int, M: Expr) -> Expr:
    """The columns of [A, B] are those of A, then those of B."""
    span = spans([block.shape.cols for block in node.args])[i]
    return multiply(_placed(units(*span), eye_or_none(node.shape.rows)), M)


def _below(node: Expr, i: int, M: Expr) -> Expr:
    span = spans([block.shape.rows for block in node.args])[i]
    return multiply(_placed(eye_or_none(node.shape.cols), units(*span)), M)


def _placed(*factors: Expr | None) -> Expr:
    kept = [factor for factor in factors if factor is not None]
    return kept[0] if len(kept) == 1 else kron(*kept)


def _part(node: Expr, i: int, M: Expr) -> Expr:
    """vec(Sᵀ A T) = (Tᵀ ⊗ Sᵀ) vec(A)."""
    _, rows, cols = node.args
    picked = [None if side.is_scalar else side.T for side in (cols, rows)]
    return multiply(_placed(*picked), M) if any(picked) else M


def _conv(node: Expr, i: int, M: Expr) -> Expr:
    """Convolution with a vector is a Toeplitz matrix, its first column the vector and zeros."""
    other, length = node.args[1 - i], node.args[i].shape.rows
    column = multiply(units(1, other.shape.rows, node.shape.rows), other)
    return multiply(toeplitz(column, zeros_of(Shape(length, ONE))), M)


RULES: dict[Op, MatrixRule] = {
    add: lambda node, i, M: M,
    matmul: _matmul,
    transpose: _transpose,
    hadamard: _hadamard,
    scale: _scale,
    frobenius: lambda node, i, M: multiply(flat(node.args[1 - i]).T, M),
    trace: lambda node, i, M: multiply(flat(eye_or_one(node.args[0].shape.rows)).T, M),
    total: lambda node, i, M: multiply(ones(M.shape.rows).T, M),
    mean: lambda node, i, M: scale(power(size(M.shape.rows), -1), ones(M.shape.rows).T @ M),
    diag: lambda node, i, M: multiply(diagonal_selection(node.shape.rows).T, M),
    diag_matrix: lambda node, i, M: multiply(diagonal_selection(node.shape.rows), M),
    vec: lambda node, i, M: M,
    unvec_op: lambda node, i, M: M,
    kron: _kron,
    entry_op: lambda node, i, M: multiply(kron(node.args[2].T, node.args[1].T), M),
    part_op: _part,
    beside: _beside,
    below: _below,
    conv: _conv,
}
