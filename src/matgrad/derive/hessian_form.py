"""The structure of a Hessian in words: diagonal plus rank one, AᵀDA, a Kronecker product, …"""

from __future__ import annotations

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.steps import Remark
from matgrad.ops import add, diag_matrix, eye_op, kron, matmul, ones_op, scale
from matgrad.rules.terms import as_term, chain_of
from matgrad.rules.transposes import flip

RANKS = ("zero", "one", "two", "three", "four")


def form_of(H: Expr) -> Remark | None:
    """What can be made use of when a system with this matrix is solved, or nothing."""
    inner = H.args[-1] if H.op is scale else H
    if H.is_scalar:
        return None
    if inner.op is eye_op:
        return Remark("a multiple of the identity", ("diagonal", "identity"))
    if inner.op is diag_matrix:
        return Remark("diagonal", ("diagonal",))
    if inner.op is kron:
        return _of_kronecker(inner)
    if inner.op is matmul:
        return _of_product(inner)
    return _of_sum(inner) if inner.op is add else None


def _of_kronecker(node: Expr) -> Remark:
    if node.args[0].op is eye_op:
        return Remark("block diagonal, every block the same")
    return Remark("a Kronecker product")


def _of_product(node: Expr) -> Remark | None:
    low, high, context = 0, len(node.args) - 1, Context()
    while low < high and flip(context, node.args[high]) is node.args[low]:
        low, high = low + 1, high - 1
    if low == high and node.args[low].op is diag_matrix:
        return Remark("AᵀDA with a diagonal D")
    return Remark("of rank one", ("rank one",)) if _is_rank_one(node) else None


def _is_rank_one(body: Expr) -> bool:
    return body.op is ones_op or any(factor.shape.cols == ONE for factor in chain_of(body))


def _of_sum(node: Expr) -> Remark | None:
    bodies = [as_term(term).body or term for term in node.args]
    diagonal = [body for body in bodies if body.op in (eye_op, diag_matrix)]
    rank = sum(_is_rank_one(body) for body in bodies)
    if len(diagonal) + rank < len(bodies) or not diagonal or rank >= len(RANKS):
        return None
    return Remark(f"diagonal plus rank {RANKS[rank]}")
