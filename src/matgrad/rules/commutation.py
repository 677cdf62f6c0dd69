"""Commutation matrices K, with K vec(A) = vec(Aᵀ): where they go in products."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.shape import Shape
from matgrad.ops import (
    add,
    commutation,
    commutation_op,
    diag_matrix,
    eye,
    kron,
    matmul,
    matrix_power,
    matrix_power_op,
    symbol,
)
from matgrad.rules.kronecker import splits
from matgrad.rules.terms import as_term, chain_of, from_term, product_of
from matgrad.rules.wildcards import A, M, N, rewrite, u, x

P = symbol("P", "k", "l")


@rewrite("trivial commutation matrices", commutation_op, matrix_power_op, examples=(
    commutation("m", 1), commutation(1, "m"), matrix_power(commutation("n", "n"), 3),
    matrix_power(commutation("n", "n"), 2),
))  # fmt: skip
def trivial_commutation(context: Context, node: Expr) -> Expr | None:
    """vec(x) = vec(xᵀ), and K² = I for square matrices."""
    if node.op is commutation_op:
        return eye(node.shape.rows) if ONE in node.data else None
    base, k = node.args[0], node.data
    if base.op is not commutation_op or not base.data.is_square:
        return None
    return base if k % 2 else eye(base.shape.rows)


@rewrite("commutation matrices", matmul, examples=(
    matmul(commutation("m", "n"), commutation("n", "m")), matmul(kron(A, P), commutation("n", "l")),
    matmul(commutation("n", "m"), kron(u, x)), matmul(commutation("k", "m"), kron(u, P)),
    matmul(commutation("m", "k"), kron(P, u)),
), needs=(commutation_op,))  # fmt: skip
def commute(context: Context, node: Expr) -> Expr | None:
    """K Kᵀ = I; (A ⊗ B) K = K (B ⊗ A), so K stands on the left; K (x ⊗ A) = A ⊗ x."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        new = None
        if left.op is commutation_op and right.op is commutation_op:
            new = eye(left.shape.rows) if left.data == right.data.transposed else None
        elif right.op is commutation_op:
            new = _to_the_left(left, right.data)
        elif left.op is commutation_op:
            new = _swapped(right, left.data)
        if new is not None:
            return product_of((*node.args[:i], new, *node.args[i + 2 :]))
    return None


def _to_the_left(product: Expr, sizes: Shape) -> Expr | None:
    for first, second in splits(product):  # (A ⊗ B) K(n,q) = K(m,p) (B ⊗ A) for m×n and p×q
        if (first.shape.cols, second.shape.cols) == sizes:
            moved = commutation(first.shape.rows, second.shape.rows)
            return matmul(moved, kron(second, first))
    return None


def _swapped(product: Expr, sizes: Shape) -> Expr | None:
    for first, second in splits(product):
        fits = (second.shape.rows, first.shape.rows) == sizes
        if fits and ONE in (first.shape.cols, second.shape.cols):
            return kron(second, first)
    return None


@rewrite("a commutation matrix and the identity before one factor", add, examples=(
    matmul(commutation("n", "n"), kron(M, N)) + kron(M, N),
    kron(M, N) - 2 * matmul(commutation("n", "n"), kron(M, N)),
), needs=(commutation_op,))  # fmt: skip
def symmetrised(context: Context, node: Expr) -> Expr | None:
    """K A + A = (I + K) A."""
    terms = [as_term(arg) for arg in node.args]
    bodies = [term.body for term in terms]
    for i, body in enumerate(bodies):
        if body is None or body.op is not matmul or body.args[0].op is not commutation_op:
            continue
        rest = product_of(body.args[1:])
        if chain_of(rest)[0].op is diag_matrix:  # which goes into the sum again
            continue
        for j, other in enumerate(bodies):
            if other is rest:
                K = body.args[0]
                plain = from_term(terms[j]._replace(body=eye(K.shape.rows)), K.shape)
                both = add(plain, from_term(terms[i]._replace(body=K), K.shape))
                kept = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
                return add(matmul(both, rest), *kept) if kept else matmul(both, rest)
    return None


COMMUTATION = Table("commutation matrices", trivial_commutation, commute)
COLLECT_COMMUTATION = Table("sums with commutation matrices", symmetrised)
