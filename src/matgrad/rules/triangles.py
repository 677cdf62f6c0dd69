"""Triangles of matrices and averages along diagonals, simpler where there is structure."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    add,
    commutation,
    commutation_op,
    diag,
    diag_matrix,
    duplication,
    duplication_op,
    elimination,
    elimination_op,
    eye,
    inv,
    matmul,
    mean,
    multiply,
    ones,
    ones_op,
    power,
    scale,
    symbol,
    toeplitz_part,
    transpose,
    tril,
    triu,
    vec,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import product_of, scaled
from matgrad.rules.wildcards import M, N, S, a, rewrite, x

PROJECTIONS = (tril, triu, toeplitz_part)
KEPT = {tril: "lower_triangular", triu: "upper_triangular", toeplitz_part: "toeplitz"}
OTHER = {tril: "upper_triangular", triu: "lower_triangular"}
_L = symbol("L", "n", "n", facts=("lower_triangular",))
_U = symbol("U", "n", "n", facts=("upper_triangular",))
_T = symbol("T", "n", "n", facts=("toeplitz",))


@rewrite("scalars out of triangles", *PROJECTIONS, examples=(
    tril(2 * M), triu(a * M), toeplitz_part(a * M), tril(zeros_of(M.shape)),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """tril(c A) = c tril(A)."""
    (A,) = node.args
    if A.op is zeros_op:
        return A
    return scaled(list(A.args[:-1]), node.op(A.args[-1])) if A.op is scale else None


@rewrite("a projection of what has the structure", *PROJECTIONS, examples=(
    tril(_L), triu(_U), toeplitz_part(_T), tril(_U), triu(_L), tril(_L + M), triu(_L + M + N),
    toeplitz_part(_T + M), tril(_L.T), toeplitz_part(eye("n")), toeplitz_part(ones("n", "n")),
    toeplitz_part(diag_matrix(x)),
))  # fmt: skip
def structured(context: Context, node: Expr) -> Expr | None:
    """tril(L) = L, tril(U) = Diag(diag(U)), also for terms of a sum."""
    (A,) = node.args
    terms = A.args if A.op is add else (A,)
    found = {term: _projected(context, node, term) for term in terms}
    rest = [term for term in terms if found[term] is None]
    if len(rest) == len(terms):
        return None
    known = [value for value in found.values() if value is not None]
    left = [node.op(rest[0] if len(rest) == 1 else add(*rest))] if rest else []
    parts = [*known, *left]
    return parts[0] if len(parts) == 1 else add(*parts)


def _projected(context: Context, node: Expr, term: Expr) -> Expr | None:
    is_constant = node.op is toeplitz_part and (term.op is ones_op or context.has(term, "identity"))
    if is_constant or context.has(term, KEPT[node.op]):
        return term
    if node.op is toeplitz_part and context.has(term, "diagonal"):
        return multiply(mean(diag(term)), eye(term.shape.rows))
    if node.op in OTHER and context.has(term, OTHER[node.op]):
        return diag_matrix(diag(term))
    return None


@rewrite("a triangle of a transpose", tril, triu, toeplitz_part, examples=(
    tril(M.T), triu(M.T), toeplitz_part(M.T),
), why="the lower triangle of Aᵀ is the upper one of A, transposed")  # fmt: skip
def of_transpose(context: Context, node: Expr) -> Expr | None:
    """tril(Aᵀ) = triu(A)ᵀ."""
    (A,) = node.args
    if A.op is not transpose:
        return None
    turned = {tril: triu, triu: tril, toeplitz_part: toeplitz_part}[node.op]
    return turned(A.args[0]).T


@rewrite("duplication of a symmetric matrix", matmul, examples=(
    matmul(commutation("n", "n"), duplication("n")),
    matmul(duplication("n").T, commutation("n", "n")),
), why="K vec(S) = vec(S) for symmetric S, and every column of D is such a vec",
    needs=(duplication_op,))  # fmt: skip
def duplicated(context: Context, node: Expr) -> Expr | None:
    """K D = D."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is commutation_op and right.op is duplication_op:
            return product_of((*node.args[:i], *node.args[i + 1 :]))
        turned = left.op is transpose and left.args[0].op is duplication_op
        if turned and right.op is commutation_op:
            return product_of((*node.args[: i + 1], *node.args[i + 2 :]))
    return None


@rewrite("vech there and back", matmul, examples=(
    matmul(elimination("n").T, elimination("n"), vec(M)),
), why="LᵀL keeps the entries on and below the diagonal", needs=(elimination_op,))  # fmt: skip
def triangle(context: Context, node: Expr) -> Expr | None:
    """LᵀL vec(A) = vec(tril(A))."""
    *before, left, right, last = node.args if len(node.args) > 2 else (None, None, None)
    if left is None or right is None or last is None or last.op is not vec:
        return None
    both = right.op is elimination_op and left.op is transpose and left.args[0] is right
    return product_of((*before, vec(tril(last.args[0])))) if both else None


@rewrite("the diagonal of a triangle", diag, examples=(
    diag(tril(M)), diag(triu(S)), diag(inv(_L)), diag(inv(tril(M))),
))  # fmt: skip
def diagonal(context: Context, node: Expr) -> Expr | None:
    """diag(tril(A)) = diag(A), and diag(L⁻¹) = 1 ⊘ diag(L) for a triangular L."""
    (A,) = node.args
    if A.op is inv and any(context.has(A.args[0], fact) for fact in OTHER.values()):
        return power(diag(A.args[0]), -1)
    return diag(A.args[0]) if A.op in (tril, triu) else None


TRIANGLES = Table(
    "triangles", scalars_out, structured, of_transpose, duplicated, triangle, diagonal
)
