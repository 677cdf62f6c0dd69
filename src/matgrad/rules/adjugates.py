"""Adjugates beside the factors of what they are made of."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.ops import adj, det, eye, inv, matmul, scale, symbol, transpose
from matgrad.rules.terms import chain_of, product_of
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, M, N, rewrite

_R = symbol("R", "n", "n", facts=("invertible",))


@rewrite("an adjugate beside its factor", matmul, examples=(
    matmul(M, adj(M)), matmul(adj(M).T, M.T), matmul(M.T, adj(M @ N).T), matmul(A, N, adj(M @ N)),
    matmul(adj(M.T @ N), M.T),
), why="adj(AB) = adj(B) adj(A) and A adj(A) = det(A) I", needs=(adj,))  # fmt: skip
def beside_factor(context: Context, node: Expr) -> Expr | None:
    """B adj(AB) = det(B) adj(A) and adj(AB) A = det(A) adj(B), for square factors."""
    for i, pair in enumerate(pairwise(node.args)):
        for place, whole in enumerate(pair):
            rest = _without(context, whole, pair[1 - place], first=place == 0)
            if rest is not None:
                determinant, left = rest
                product = product_of((*node.args[:i], left, *node.args[i + 2 :]))
                return scale(determinant, product)
    return None


def _without(
    context: Context, whole: Expr, factor: Expr, *, first: bool
) -> tuple[Expr, Expr] | None:
    """det(F) and what is left of an adjugate whose first or last factor F stands beside it."""
    turned = whole.op is transpose
    inner = whole.args[0] if turned else whole
    if inner.op is not adj:
        return None
    chain = chain_of(inner.args[0])
    first = first is not turned
    F, others = (chain[0], chain[1:]) if first else (chain[-1], chain[:-1])
    if not F.shape.is_square or (flip(context, F) if turned else F) is not factor:
        return None
    if not others:
        return det(F), eye(F.shape.rows)
    left = adj(product_of(others))
    return det(F), left.T if turned else left


@rewrite("adjugate of an invertible matrix", adj, examples=(adj(_R),), why="adj(X) = det(X) X⁻¹",
         needs_fact=True)  # fmt: skip
def of_invertible(context: Context, node: Expr) -> Expr | None:
    """adj(X) = det(X) X⁻¹, the form of textbooks, where X is known to be invertible."""
    (X,) = node.args
    return scale(det(X), inv(X)) if context.has(X, "invertible") else None


ADJUGATES = Table("adjugates", beside_factor, of_invertible)
