"""Toeplitz matrices, sums along diagonals, convolutions and vech."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from matgrad.core.expr import Expr, number_value, order
from matgrad.core.rule import Context, Table
from matgrad.core.walk import dependents, postorder, substitute
from matgrad.ops import (
    add,
    below,
    conv,
    correlate,
    diag_matrix,
    duplication,
    duplication_op,
    elimination,
    elimination_op,
    eye,
    hadamard,
    lower_sums,
    matmul,
    number,
    ones,
    ones_op,
    scale,
    symbol,
    toeplitz,
    transpose,
    upper_sums,
    vec,
    zeros,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import as_term, from_term, product_of, scaled
from matgrad.rules.wildcards import A, M, a, rewrite, u, x, y

LINEAR = (lower_sums, upper_sums, conv, correlate)
_S, _x = symbol("S", 3, 3, facts=("symmetric",)), symbol("x", 3)
PRODUCTS = (matmul, hadamard, scale, diag_matrix)


@rewrite("scalars out of sums along diagonals and convolutions", *LINEAR, examples=(
    lower_sums(2 * A), upper_sums(a * A), conv(2 * u, a * x), correlate(a * x, y),
    lower_sums(zeros_of(A.shape)), conv(a, x),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """conv(c x, y) = c conv(x, y)."""
    if any(arg.op is zeros_op for arg in node.args):
        return zeros_of(node.shape)
    if node.op in (conv, correlate) and any(arg.is_scalar for arg in node.args):
        first, second = node.args
        return scale(first, second) if first.is_scalar else scale(second, first)
    found = [s for arg in node.args if arg.op is scale for s in arg.args[:-1]]
    if not found:
        return None
    bare = [arg.args[-1] if arg.op is scale else arg for arg in node.args]
    return scaled(found, node.op(*bare))


@rewrite("both sums along diagonals of a transpose", add, examples=(
    lower_sums(M.T) + upper_sums(M.T), 2 * lower_sums(M.T) + 2 * upper_sums(M.T) - x,
), needs=(lower_sums,))  # fmt: skip
def of_transpose(context: Context, node: Expr) -> Expr | None:
    """The diagonals above and below change places, so their sums together stay."""
    terms = [as_term(arg) for arg in node.args]
    for i, one in enumerate(terms):
        if one.body is None or one.body.op is not lower_sums:
            continue
        (inner,) = one.body.args
        twin = one._replace(body=upper_sums(inner))
        if inner.op is transpose and inner.shape.is_square and twin in terms:
            j = terms.index(twin)
            turned = [op(inner.args[0]) for op in (lower_sums, upper_sums)]
            new = [from_term(one._replace(body=body), node.shape) for body in turned]
            kept = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
            return add(*new, *kept)
    return None


@rewrite("a Toeplitz matrix of zeros", toeplitz, examples=(toeplitz(zeros(3), zeros(2)),))
def of_zeros(context: Context, node: Expr) -> Expr | None:
    """toeplitz(0, 0) = 0."""
    return zeros_of(node.shape) if all(arg.op is zeros_op for arg in node.args) else None


_strict = toeplitz(zeros(3), below(number(0), ones(2)))


@rewrite("a strict triangle of ones and its transpose", add, examples=(
    _strict + _strict.T, 2 * _strict.T - eye(3) + 2 * _strict,
    hadamard(_x, matmul(_strict, _x)) - matmul(_S, _x) + hadamard(_x, matmul(_strict.T, _x)),
), why="ones above and below the diagonal are all but I", needs=(toeplitz,))  # fmt: skip
def both_triangles(context: Context, node: Expr) -> Expr | None:
    """U + Uᵀ = 11ᵀ − I for the ones above the diagonal, as Σ_{i<j} makes them."""
    terms = [as_term(arg) for arg in node.args]
    for i, term in enumerate(terms):
        body = term.body
        if body is None:
            continue
        for U in _strict_triangles(body):
            twin = term._replace(body=substitute(body, {U: U.T}))
            if twin in terms:
                others = ones(*U.shape) - eye(U.shape.rows)
                whole = term._replace(body=substitute(body, {U: others}))
                used = (i, terms.index(twin))
                kept = [arg for k, arg in enumerate(node.args) if k not in used]
                return add(from_term(whole, node.shape), *kept)
    return None


def _strict_triangles(body: Expr) -> list[Expr]:
    """The triangles that a product contains once, so that it is linear in them."""
    found = [node for node in postorder(body) if _is_strict_triangle(node)]
    return [U for U in found if _is_linear(dependents((body,), {U}), U)]


def _is_linear(moving: Collection[Expr], U: Expr) -> bool:
    """Does each part that contains U multiply one that does by others?"""
    counts = [sum(arg in moving for arg in node.args) for node in moving if node is not U]
    return all(k == 1 for k in counts) and all(n.op in PRODUCTS for n in moving if n is not U)


def _is_strict_triangle(node: Expr) -> bool:
    """Are there ones on one side of the diagonal, and zeros elsewhere?"""
    if node.op is not toeplitz or not node.shape.is_square:
        return False
    parts = {arg.op: arg for arg in node.args}
    if parts.keys() != {zeros_op, below}:
        return False
    first, rest = parts[below].args[0], parts[below].args[1:]
    is_zero = first.op is zeros_op or number_value(first) == 0
    return first.is_scalar and is_zero and len(rest) == 1 and rest[0].op is ones_op


@rewrite("vech and its inverse on symmetric matrices", matmul, examples=(
    matmul(elimination(3), duplication(3)),
    matmul(duplication(3), elimination(3), vec(_S)),
), needs=(elimination_op,))  # fmt: skip
def vech(context: Context, node: Expr) -> Expr | None:
    """L D = I, and D L vec(S) = vec(S) for symmetric S."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is elimination_op and right.op is duplication_op:
            return product_of((*node.args[:i], eye(left.shape.rows), *node.args[i + 2 :]))
        rest = node.args[i + 2 :]
        both = left.op is duplication_op and right.op is elimination_op
        if both and rest and rest[0].op is vec and context.has(rest[0].args[0], "symmetric"):
            return product_of((*node.args[:i], *rest))
    return None


@rewrite("convolution in order", conv, examples=(conv(x, u),))
def in_order(context: Context, node: Expr) -> Expr | None:
    """conv(x, y) = conv(y, x)."""
    first, second = node.args
    return conv(second, first) if order(second) < order(first) else None


TOEPLITZ = Table(
    "Toeplitz matrices and convolutions",
    scalars_out,
    of_zeros,
    of_transpose,
    both_triangles,
    vech,
    in_order,
)
