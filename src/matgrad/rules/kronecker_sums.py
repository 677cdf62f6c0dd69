"""Kronecker products with a factor in common."""

from __future__ import annotations

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.shape import Shape
from matgrad.ops import add, kron, matmul
from matgrad.rules.kronecker import P, kron_of
from matgrad.rules.terms import as_term, chain_of, from_term, product_of
from matgrad.rules.wildcards import A, B, M, rewrite, x, y


@rewrite("common Kronecker factor", add, examples=(
    kron(A, P) + kron(B, P), kron(M, A) - 2 * kron(M, B), kron(A, P, x) + kron(A, P, y),
    kron(x.T, M) - matmul(x, kron(x.T, y.T)), kron(x, M) + matmul(kron(x, y), y.T),
), needs=(kron,))  # fmt: skip
def common_factor(context: Context, node: Expr) -> Expr | None:
    """A ⊗ B + A ⊗ C = A ⊗ (B + C), where a product such as u (xᵀ ⊗ yᵀ) is xᵀ ⊗ u yᵀ."""
    terms = [as_term(arg) for arg in node.args]
    for side in (0, -1):
        groups: dict[tuple[Expr, Shape], list[tuple[int, Expr]]] = {}
        for i, term in enumerate(terms):
            taken = None if term.body is None else _apart(term.body, side)
            if taken is not None:
                shared, rest = taken
                groups.setdefault((shared, rest.shape), []).append((i, rest))
        for (shared, shape), members in groups.items():
            bodies = [terms[i].body for i, _ in members]
            if len(members) > 1 and any(body and body.op is kron for body in bodies):
                parts = [from_term(terms[i]._replace(body=rest), shape) for i, rest in members]
                product = kron(shared, add(*parts)) if side == 0 else kron(add(*parts), shared)
                used = {i for i, _ in members}
                others = [arg for i, arg in enumerate(node.args) if i not in used]
                return add(product, *others) if others else product
    return None


def _apart(body: Expr, side: int) -> tuple[Expr, Expr] | None:
    """The first or the last factor of a Kronecker product, and the rest with what it acts on."""
    chain = chain_of(body)
    for place, sizes in ((-1, "rows"), (0, "cols")):
        whole = chain[place]
        if whole.op is not kron:
            continue
        if len(chain) > 1 and any(getattr(f.shape, sizes) != ONE for f in whole.args):
            continue
        rest = kron_of(whole.args[1:] if side == 0 else whole.args[:-1])
        outer = (*chain[:-1], rest) if place == -1 else (rest, *chain[1:])
        return whole.args[side], product_of(outer)
    return None


COLLECT_KRONECKER = Table("common Kronecker factors", common_factor)
