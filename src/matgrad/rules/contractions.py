"""kron_left and kron_right, the adjoints of the Kronecker product, as ordinary products.

kron_left(A, G) is the sum of A[i,j] G⁽ⁱʲ⁾ over the blocks of G, kron_right(B, G) the matrix of
the inner products B : G⁽ⁱʲ⁾; both follow from G : (A ⊗ B).
"""

from __future__ import annotations

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.shape import Shape
from matgrad.ops import (
    add,
    diag,
    diag_matrix,
    eye,
    eye_op,
    filled,
    frobenius,
    kron,
    kron_left,
    kron_right,
    matmul,
    ones,
    ones_op,
    scale,
    symbol,
    total,
    trace,
    transpose,
    unvec,
    zeros_of,
    zeros_op,
)
from matgrad.rules.kronecker import splits
from matgrad.rules.terms import product_of, scaled
from matgrad.rules.wildcards import A, M, a, rewrite, u, x

_m, _n = A.shape
P, W = symbol("P", "k", "l"), symbol("W", "k", "k")
_k, _l = P.shape
G = symbol("G", _m * _k, _n * _l)
H = symbol("H", _n * _k, _n * _k)
g, h = symbol("g", _m * _k), symbol("h", _n * _l)
p = symbol("p", "k")


@rewrite("scalars out of a block contraction", kron_left, kron_right, examples=(
    kron_left(2 * A, G), kron_right(P, a * G), kron_left(a, A), kron_left(A, 2 * A),
    kron_right(P, zeros_of(G.shape)),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """Block contractions are linear in both arguments."""
    part, whole = node.args
    if zeros_op in (part.op, whole.op):
        return zeros_of(node.shape)
    if part.is_scalar:
        return scale(part, whole)
    if node.is_scalar:
        return frobenius(part, whole)
    if scale not in (part.op, whole.op):
        return None
    scalars = [s for arg in node.args if arg.op is scale for s in arg.args[:-1]]
    bare = [arg.args[-1] if arg.op is scale else arg for arg in node.args]
    return scaled(scalars, node.op(*bare))


@rewrite("block contraction of a transpose", kron_left, kron_right, examples=(
    kron_left(A.T, G.T), kron_right(P.T, G.T),
))  # fmt: skip
def of_transpose(context: Context, node: Expr) -> Expr | None:
    """kron_left(Aᵀ, Gᵀ) = kron_left(A, G)ᵀ."""
    part, whole = node.args
    return node.op(part.T, whole.args[0]).T if whole.op is transpose else None


@rewrite("block contraction of simple matrices", kron_left, kron_right, examples=(
    kron_left(A, kron(A, P)), kron_right(P, kron(A, P)), kron_left(M, eye(_n * _k)),
    kron_right(W, eye(_n * _k)), kron_left(A, ones(*G.shape)),
    kron_left(M, diag_matrix(symbol("d", _n * _k))),
    kron_right(W, diag_matrix(symbol("d", _n * _k))),
))  # fmt: skip
def of_simple(context: Context, node: Expr) -> Expr | None:
    """kron_left(A, P ⊗ Q) = (A : P) Q, kron_left(A, I) = tr(A) I."""
    part, whole = node.args
    for first, second in splits(whole):
        one, other = (first, second) if node.op is kron_left else (second, first)
        if one.shape == part.shape:
            return scale(frobenius(part, one), other)
    if whole.op is ones_op:
        return scale(total(part), filled(1, node.shape))
    if not part.shape.is_square:
        return None
    if whole.op is eye_op:
        return scale(trace(part), eye(node.shape.rows))
    if whole.op is diag_matrix:
        return diag_matrix(node.op(diag(part), whole.args[0]))
    return None


@rewrite("block contraction of products", kron_left, kron_right, examples=(
    kron_left(A, matmul(kron(A, P), symbol("Y", _n * _l, _n * _k))),
    kron_right(P, matmul(G, kron(M, symbol("Z", "l", "l")))),
))  # fmt: skip
def of_product(context: Context, node: Expr) -> Expr | None:
    """kron_left(A, (P ⊗ Q) H) = Q kron_left(PᵀA, H), and the same from the right."""
    part, whole = node.args
    if whole.op is not matmul:
        return None
    left = node.op is kron_left
    for first, second in splits(whole.args[0]):
        one, other = (first, second) if left else (second, first)
        if one.shape.rows == part.shape.rows and ONE not in (one.shape.cols, other.shape.cols):
            rest = product_of(whole.args[1:])
            return matmul(other, node.op(matmul(one.T, part), rest))
    for first, second in splits(whole.args[-1]):
        one, other = (first, second) if left else (second, first)
        if one.shape.cols == part.shape.cols and ONE not in (one.shape.rows, other.shape.rows):
            rest = product_of(whole.args[:-1])
            return matmul(node.op(matmul(part, one.T), rest), other)
    return None


def _cut(node: Expr) -> tuple[Expr, Expr] | None:
    """A column times a row, if the matrix is written as one."""
    if node.op is matmul:
        for i, factor in enumerate(node.args[:-1], start=1):
            if factor.shape.cols == ONE:
                return product_of(node.args[:i]), product_of(node.args[i:])
    return None


@rewrite("block contraction with vectors", kron_left, kron_right, examples=(
    kron_left(u, g), kron_right(p, g), kron_left(u.T, g.T), kron_left(A, matmul(g, h.T)),
    kron_right(P, matmul(g, h.T)), kron_left(u, symbol("G", _m * _k, "n")),
    kron_right(p, symbol("G", _m * _k, "n")), kron_left(matmul(u, x.T), G),
    kron_right(x.T, symbol("G", "m", _n * _k)), kron_right(matmul(p, symbol("q", "l").T), G),
))  # fmt: skip
def with_vectors(context: Context, node: Expr) -> Expr | None:
    """kron_left(a, g) = unvec(g) a, and the sides of a column or row are products."""
    part, whole = node.args
    left = node.op is kron_left
    cut = _cut(whole)
    if cut is not None:
        return _of_outer(part, cut[0], cut[1].T, left)
    if part.shape.cols == ONE and whole.shape.cols == ONE:
        inner = _blocks(whole, part, left)
        return matmul(inner, part) if left else matmul(inner.T, part)
    sides = _cut(part) or (part, None) if part.shape.cols == ONE else _cut(part) or (None, part)
    if part.shape.is_vector or _cut(part) is not None:
        result = whole
        if sides[0] is not None:
            result = matmul(_beside(sides[0].T, node.shape.rows, left), result)
        if sides[1] is not None:
            result = matmul(result, _beside(sides[1].T, node.shape.cols, left))
        return result
    return None


def _blocks(vector: Expr, part: Expr, left: bool) -> Expr:
    """The vector as a matrix whose columns are its blocks."""
    size = part.shape.rows
    others = vector.shape.rows.divide(size)
    assert others is not None
    return unvec(vector, Shape(others, size) if left else Shape(size, others))


def _of_outer(part: Expr, u: Expr, v: Expr, left: bool) -> Expr:
    U, V = _blocks(u, part, left), _blocks(v, part.T, left)
    factors = (U, part, V.T) if left else (U.T, part, V)
    return matmul(*factors)


def _beside(vector: Expr, size: Dim, left: bool) -> Expr:
    if size == ONE:
        return vector
    return kron(vector, eye(size)) if left else kron(eye(size), vector)


@rewrite("block contraction of a sum", kron_left, kron_right, examples=(
    kron_left(A, G + kron(A, P)), kron_right(P, G - 2 * kron(A, P)),
))  # fmt: skip
def of_sum(context: Context, node: Expr) -> Expr | None:
    """A sum is taken apart where a term gets simpler."""
    part, whole = node.args
    if whole.op is not add:
        return None
    bare = [term.args[-1] if term.op is scale else term for term in whole.args]
    simpler = (of_simple, of_product, with_vectors)
    if not any(rule.apply(context, node.op(part, t)) for rule in simpler for t in bare):
        return None
    return add(*(node.op(part, term) for term in whole.args))


CONTRACTIONS = Table(
    "block contractions",
    scalars_out,
    of_transpose,
    of_simple,
    with_vectors,
    of_product,
    of_sum,
)
