"""Kronecker products between selections of the diagonal are Hadamard products."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    diag_matrix,
    diagonal_selection,
    eye,
    hadamard,
    kron,
    matmul,
    selection_op,
    transpose,
)
from matgrad.rules.terms import product_of
from matgrad.rules.wildcards import M, N, rewrite, x

E = diagonal_selection("n")


def _is_left_selection(node: Expr) -> bool:
    return node.op is transpose and node.args[0].op is selection_op


@rewrite("a Kronecker product between selections", matmul, examples=(
    matmul(E.T, kron(M, N), E), matmul(M, E.T, kron(M, N), E),
), needs=(selection_op,))  # fmt: skip
def selected_both(context: Context, node: Expr) -> Expr | None:
    """Eᵀ(P ⊗ Q)E = P ⊙ Q, where E selects the diagonal."""
    args = node.args
    for i in range(len(args) - 2):
        left, middle, right = args[i : i + 3]
        if _is_left_selection(left) and right.op is selection_op and _is_pair(middle):
            P, Q = middle.args
            if P.shape == Q.shape:
                return product_of((*args[:i], hadamard(P, Q), *args[i + 3 :]))
    return None


def _is_pair(node: Expr) -> bool:
    return node.op is kron and len(node.args) == 2


@rewrite("a Kronecker product with a vector, beside a selection", matmul, examples=(
    matmul(kron(x.T, eye("n")), E), matmul(kron(M, x.T), E), matmul(E.T, kron(x, M)),
    matmul(E.T, kron(eye("n"), x)),
), needs=(selection_op,))  # fmt: skip
def selected_vector(context: Context, node: Expr) -> Expr | None:
    """(vᵀ ⊗ Q)E = Q Diag(v) and Eᵀ(v ⊗ Q) = Diag(v) Q."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        new = None
        if right.op is selection_op and _is_pair(left):
            new = _beside(left, rows=True)
        elif _is_left_selection(left) and _is_pair(right):
            new = _beside(right, rows=False)
        if new is not None:
            return product_of((*node.args[:i], new, *node.args[i + 2 :]))
    return None


def _beside(pair: Expr, rows: bool) -> Expr | None:
    for vector, other in (pair.args, pair.args[::-1]):
        if rows and vector.shape.rows == ONE and other.shape.cols == vector.shape.cols:
            return matmul(other, diag_matrix(vector.T))
        if not rows and vector.shape.cols == ONE and other.shape.rows == vector.shape.rows:
            return matmul(diag_matrix(vector), other)
    return None


SELECTION = Table("selections of the diagonal", selected_both, selected_vector)
