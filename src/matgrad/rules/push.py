"""Transposes, inverses and determinants pushed inwards, and what facts say about them."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.expr import Expr, Op, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    add,
    adj,
    below,
    beside,
    commutation,
    commutation_op,
    det,
    diag_matrix,
    eye,
    eye_op,
    hadamard,
    integer_power,
    inv,
    kron,
    log,
    logdet,
    matmul,
    matrix_power,
    matrix_power_op,
    number,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    transpose,
    zeros,
    zeros_op,
)
from matgrad.rules.terms import product_of
from matgrad.rules.wildcards import A, B, C, K, M, N, Q, S, a, k, rewrite, x

LEAVES = {ones_op, zeros_op}
TURNED = {beside: below, below: beside}
EXPONENTS: dict[Op, Callable[[Expr], Expr | float]] = {
    inv: lambda node: -1,
    matrix_power_op: lambda node: node.data,
    integer_power: lambda node: node.args[1],
}


@rewrite(
    "symmetric",
    transpose,
    examples=(S.T, diag_matrix(x).T),
    why="Aᵀ = A for symmetric A",
    needs_fact=True,
)
def symmetric_transpose(context: Context, node: Expr) -> Expr | None:
    """A symmetric matrix is its own transpose."""
    (inner,) = node.args
    return inner if not inner.is_scalar and context.has(inner, "symmetric") else None


@rewrite("skew", transpose, examples=(K.T,), why="Aᵀ = −A for skew A", needs_fact=True)
def skew_transpose(context: Context, node: Expr) -> Expr | None:
    """The transpose of a skew matrix is its negative."""
    (inner,) = node.args
    return -inner if not inner.is_scalar and context.has(inner, "skew") else None


TURNS = (symmetric_transpose, skew_transpose)


@rewrite("transpose pushed inwards", transpose, examples=(
    (A @ C).T, (A + B).T, (a * A).T, hadamard(A, B).T, a.T, ones("n").T.T, zeros("m", "n").T,
    ones("m", "n").T, A.T.T, kron(A, C).T, commutation("m", "n").T,
    beside(A, B).T,
))  # fmt: skip
def push_transpose(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """(AB)ᵀ = BᵀAᵀ, and so on; a scalar is its own transpose."""
    (inner,) = node.args
    if inner.op is transpose:
        return inner.args[0]
    if inner.is_scalar:
        return inner
    if inner.op in LEAVES:
        return inner.op(data=inner.shape.transposed)
    if inner.op is matmul:
        return matmul(*(arg.T for arg in reversed(inner.args)))
    if inner.op in (add, hadamard, kron):
        return inner.op(*(arg.T for arg in inner.args))
    if inner.op is commutation_op:
        return inner.op(data=inner.data.transposed)
    if inner.op in TURNED:
        return TURNED[inner.op](*(arg.T for arg in inner.args))
    if inner.op is scale:
        return scale(*inner.args[:-1], inner.args[-1].T)
    return None


@rewrite("inverse pushed inwards", inv, examples=(
    inv(M @ N), inv(a * M), inv(M.T), inv(inv(M)), inv(diag_matrix(x)), inv(Q), inv(eye("n")),
    inv(matrix_power(M, 2)), inv(integer_power(M, k)),
))  # fmt: skip
def push_inverse(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """(AB)⁻¹ = B⁻¹A⁻¹ for square factors, Q⁻¹ = Qᵀ for orthogonal Q."""
    (X,) = node.args
    if X.is_scalar:
        return power(X, -1)
    if X.op is inv:
        return X.args[0]
    if X.op is eye_op:
        return X
    if X.op is transpose:
        return inv(X.args[0]).T
    if X.op is matrix_power_op:
        return matrix_power(X.args[0], -X.data)
    if X.op is integer_power:
        return integer_power(X.args[0], -X.args[1])
    if X.op is scale:
        return scale(*(power(s, -1) for s in X.args[:-1]), inv(X.args[-1]))
    if X.op is diag_matrix:
        return diag_matrix(power(X.args[0], -1))
    if X.op is matmul and all(arg.shape.is_square for arg in X.args):
        return matmul(*(inv(arg) for arg in reversed(X.args)))
    return X.T if context.has(X, "orthogonal") else None


@rewrite("matrix powers", matrix_power_op, examples=(
    matrix_power(M.T, 2), matrix_power(inv(M), 3), matrix_power(matrix_power(M, 2), 3),
    matrix_power(a * M, 2), matrix_power(diag_matrix(x), 3), matrix_power(eye("n"), 4),
    matrix_power(a, 3),
))  # fmt: skip
def push_power(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """Powers of transposes, inverses, powers, multiples and diagonal matrices."""
    (X,), k = node.args, node.data
    if X.is_scalar:
        return power(X, k)
    if X.op is transpose:
        return matrix_power(X.args[0], k).T
    if X.op is inv:
        return matrix_power(X.args[0], -k)
    if X.op is matrix_power_op:
        return matrix_power(X.args[0], X.data * k)
    if X.op is scale:
        return scale(*(power(s, k) for s in X.args[:-1]), matrix_power(X.args[-1], k))
    if X.op is diag_matrix:
        return diag_matrix(power(X.args[0], k))
    return X if X.op in (eye_op, zeros_op) else None


@rewrite("determinants", det, logdet, adj, examples=(
    det(M.T), logdet(M.T), adj(M.T), det(inv(M)), det(eye("n")), det(matrix_power(M, 3)),
    det(integer_power(M, k)),
))  # fmt: skip
def push_determinant(context: Context, node: Expr) -> Expr | None:
    """det(Xᵀ) = det(X), det(X⁻¹) = 1/det(X), det(X^k) = det(X)^k."""
    (X,) = node.args
    if X.op is transpose:
        turned = node.op(X.args[0])
        return turned.T if node.op is adj else turned
    if node.op is det:
        if X.is_scalar:
            return X
        if X.op in EXPONENTS:
            return power(det(X.args[0]), EXPONENTS[X.op](X))
        return number(1) if X.op is eye_op else None
    return None


@rewrite("adjugate over determinant is the inverse", scale, examples=(
    scale(power(det(M), -1), adj(M)), scale(power(det(M), -1), adj(M).T),
), needs=(adj,))  # fmt: skip
def adjugate_is_inverse(context: Context, node: Expr) -> Expr | None:
    """adj(X)/det(X) = X⁻¹."""
    body = node.args[-1]
    factors = body.args if body.op is matmul else (body,)
    for i, factor in enumerate(factors):
        inner = factor.args[0] if factor.op is transpose else factor
        if inner.op is not adj:
            continue
        determinant = det(inner.args[0])
        below = [s for s in node.args[:-1] if s.op is power_op and s.args[0] is determinant]
        if below and (number_value(below[0].args[1]) or 0) <= -1:
            inverse = inv(inner.args[0])
            new = inverse.T if factor.op is transpose else inverse
            scalars = [s for s in node.args[:-1] if s is not below[0]]
            rest = product_of((*factors[:i], new, *factors[i + 1 :]))
            return scale(below[0], determinant, *scalars, rest)
    return None


@rewrite(
    "elementwise power of a transpose", power_op, examples=(power(A.T, 3),), needs=(transpose,)
)
def power_of_transpose(context: Context, node: Expr) -> Expr | None:
    """(Xᵀ) to a power in each entry is the transpose of that of X."""
    X, k = node.args
    return power(X.args[0], k).T if X.op is transpose else None


@rewrite("adjugate of a 1×1 matrix", adj, examples=(adj(a),))
def adjugate_of_scalar(context: Context, node: Expr) -> Expr | None:
    """The adjugate of a 1×1 matrix is 1, whatever its entry."""
    return number(1) if node.args[0].is_scalar else None


PUSH = Table(
    "push transposes and inverses inwards",
    *TURNS,
    push_transpose,
    push_inverse,
    push_power,
    adjugate_of_scalar,
    push_determinant,
    adjugate_is_inverse,
    power_of_transpose,
    equation("log of det", log(det(M)), logdet(M), why="log det"),
)
