"""Kronecker products in normal form, and where commutation matrices go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.shape import Shape
from matgrad.ops import (
    add,
    diag,
    eye,
    eye_op,
    hadamard,
    inv,
    kron,
    matmul,
    multiply,
    ones_op,
    scale,
    symbol,
    total,
    trace,
    transpose,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import as_term, chain_of, product_of, scaled
from matgrad.rules.wildcards import A, B, C, M, N, a, rewrite, u, x, y

P, T = symbol("P", "k", "l"), symbol("T", "l", "k")


def kron_of(factors: Sequence[Expr]) -> Expr:
    """The Kronecker product of at least one factor."""
    return factors[0] if len(factors) == 1 else kron(*factors)


def kron_shape(factors: Sequence[Expr]) -> Shape:
    """The shape of a Kronecker product."""
    rows, cols = ONE, ONE
    for factor in factors:
        rows, cols = rows * factor.shape.rows, cols * factor.shape.cols
    return Shape(rows, cols)


def splits(node: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The ways to read a Kronecker product as one of two factors."""
    if node.op is kron:
        for i in range(1, len(node.args)):
            yield kron_of(node.args[:i]), kron_of(node.args[i:])


@rewrite("scalars out of a Kronecker product", kron, examples=(
    kron(2 * A, C), kron(a, A), kron(A, a * C, x), kron(A, zeros_of(C.shape)), kron(A, eye(1)),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """(c A) ⊗ B = c (A ⊗ B), and a 1×1 factor is a scalar."""
    scalars, factors = list[Expr](), list[Expr]()
    for arg in node.args:
        if arg.op is zeros_op:
            return zeros_of(node.shape)
        if arg.is_scalar:
            scalars += [] if arg.op is eye_op else [arg]
        elif arg.op is scale:
            scalars += arg.args[:-1]
            factors.append(arg.args[-1])
        else:
            factors.append(arg)
    if len(factors) == len(node.args) and not scalars:
        return None
    if not factors:
        return scale(*scalars) if len(scalars) > 1 else (scalars or [eye(1)])[0]
    return scaled(scalars, kron_of(factors))


@rewrite("neighbours in a Kronecker product", kron, examples=(
    kron(eye("m"), eye("n")), kron(A, eye("m"), eye("n")), kron(x, u.T), kron(x.T, u),
    kron(symbol("j", "n"), x.T, A),
))  # fmt: skip
def neighbours(context: Context, node: Expr) -> Expr | None:
    """I ⊗ I = I, 1 ⊗ 1 = 1, and x ⊗ yᵀ = yᵀ ⊗ x = x yᵀ."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        shape = kron_shape((left, right))
        if left.op is right.op is eye_op:
            new = eye(shape.rows)
        elif left.op is right.op is ones_op:
            new = ones_op(data=shape)
        elif left.shape.cols == ONE and right.shape.rows == ONE:
            new = matmul(left, right)
        elif left.shape.rows == ONE and right.shape.cols == ONE:
            new = matmul(right, left)
        else:
            continue
        return kron_of((*node.args[:i], new, *node.args[i + 2 :]))
    return None


# ---------------------------------------------------------------- products


def _fitting(left: Sequence[Expr], right: Sequence[Expr]) -> list[tuple[Expr, Expr]] | None:
    """Groups of factors whose inner sizes fit, as many as there can be."""
    pairs: list[tuple[Expr, Expr]] = []
    i = j = 0
    while i < len(left) and j < len(right):
        width, height, start, begin = left[i].shape.cols, right[j].shape.rows, i, j
        i, j = i + 1, j + 1
        while width != height:
            if i < len(left) and height.divide(width * left[i].shape.cols) is not None:
                width, i = width * left[i].shape.cols, i + 1
            elif j < len(right) and width.divide(height * right[j].shape.rows) is not None:
                height, j = height * right[j].shape.rows, j + 1
            else:
                return None
        pairs.append((kron_of(left[start:i]), kron_of(right[begin:j])))
    rest = *(f.shape.cols for f in left[i:]), *(f.shape.rows for f in right[j:])
    if len(pairs) < 2 or any(size != ONE for size in rest):
        return None
    last = pairs.pop()
    return [*pairs, (kron_of((last[0], *left[i:])), kron_of((last[1], *right[j:])))]


@rewrite("mixed product", matmul, examples=(
    matmul(kron(A, P), kron(C, T)), matmul(kron(A, P), kron(x, symbol("v", "l"))),
    matmul(kron(M, P), kron(N, T), kron(M, P)),
    matmul(kron(A, M, P), kron(C, N, T)),
), needs=(kron,))  # fmt: skip
def mixed_product(context: Context, node: Expr) -> Expr | None:
    """(A ⊗ B)(C ⊗ D) = AC ⊗ BD when the inner sizes fit."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is kron and right.op is kron:
            pairs = _fitting(left.args, right.args)
            if pairs is not None:
                new = kron_of([multiply(*pair) for pair in pairs])
                return _replaced(node, i, new)
    return None


def _replaced(node: Expr, i: int, new: Expr, count: int = 2) -> Expr:
    """The product with so many factors from i on replaced; a 1×1 factor scales the rest."""
    before, after = node.args[:i], node.args[i + count :]
    if new.is_scalar and (before or after):
        return scale(new, product_of((*before, *after)))
    return product_of((*before, new, *after))


@rewrite("a product with a Kronecker product of vectors", matmul, examples=(
    matmul(kron(u, A), C), matmul(kron(A, u), C), matmul(A, kron(C, u.T)), matmul(A, kron(u.T, C)),
    matmul(kron(u, eye("n")), M),
), needs=(kron,))  # fmt: skip
def one_wide_factor(context: Context, node: Expr) -> Expr | None:
    """(x ⊗ A) B = x ⊗ AB and A (xᵀ ⊗ B) = xᵀ ⊗ AB: only one factor is as wide as the other."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is kron and (k := _only(f.shape.cols for f in left.args)) is not None:
            taken = _beside(node.args[i + 1 :], side=1)
            new = _put(left, k, matmul(left.args[k], *taken))
            return _replaced(node, i, new, len(taken) + 1)
        if right.op is kron and (k := _only(f.shape.rows for f in right.args)) is not None:
            taken = _beside(node.args[i::-1], side=0)[::-1]
            new = _put(right, k, matmul(*taken, right.args[k]))
            return _replaced(node, i + 1 - len(taken), new, len(taken) + 1)
    return None


def _beside(factors: Sequence[Expr], side: int) -> Sequence[Expr]:
    """What goes into a Kronecker product at once: one by one, long products would take long."""
    pairs = enumerate(pairwise(factors), 1)
    ends = (k for k, (f, g) in pairs if f.shape[side] == ONE or g.op is kron)
    return factors[: next(ends, len(factors))]


@rewrite("a Kronecker product with a vector over a sum of Kronecker products", matmul, examples=(
    matmul(kron(x.T, eye("n")), kron(eye("n"), y) + kron(y, eye("n"))),
    matmul(kron(x.T, M), kron(eye("n"), y) - 2 * (kron(y, eye("n")) @ M)),
), needs=(kron,))  # fmt: skip
def row_over_sum(context: Context, node: Expr) -> Expr | None:
    """(yᵀ ⊗ I)(A ⊗ x + x ⊗ B) = yᵀA ⊗ x + (yᵀx)B; with M for I where no product is left."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is not kron or right.op is not add:
            continue
        heads = [chain_of(as_term(term).body or term)[0] for term in right.args]
        if not all(h.op is kron and _fitting(left.args, h.args) is not None for h in heads):
            continue
        kept = {f.op is eye_op or f.shape.rows == ONE for f in left.args} == {True}
        if kept or all(_comes_apart(left, head) for head in heads):
            return _replaced(node, i, add(*(matmul(left, term) for term in right.args)))
    return None


def _comes_apart(left: Expr, right: Expr) -> bool:
    """Is the mixed product of these a plain one: numbers, one matrix, or a column and a row?"""
    pairs = _fitting(left.args, right.args) or []
    shapes = [Shape(one.shape.rows, other.shape.cols) for one, other in pairs]
    rest = [shape for shape in shapes if not shape.is_scalar]
    return len(rest) < 2 or (
        len(rest) == 2
        and {s.is_vector for s in rest} == {True}
        and len({s.cols == ONE for s in rest}) == 2
    )


def _only(sizes: Iterator[Dim]) -> int | None:
    found = [k for k, size in enumerate(sizes) if size != ONE]
    return found[0] if len(found) == 1 else None


def _put(node: Expr, k: int, new: Expr) -> Expr:
    return kron_of((*node.args[:k], new, *node.args[k + 1 :]))


@rewrite("entrywise product of Kronecker products", hadamard, examples=(
    hadamard(kron(A, P), kron(B, P)),
), needs=(kron,))  # fmt: skip
def entrywise_product(context: Context, node: Expr) -> Expr | None:
    """(A ⊗ B) ⊙ (C ⊗ D) = (A ⊙ C) ⊗ (B ⊙ D) for factors of equal shapes."""
    shapes = {tuple(factor.shape for factor in arg.args) for arg in node.args}
    if len(shapes) > 1 or not all(arg.op is kron for arg in node.args):
        return None
    columns = zip(*(arg.args for arg in node.args), strict=True)
    return kron(*(hadamard(*factors) for factors in columns))


@rewrite("traces, diagonals and sums of Kronecker products", trace, diag, total, examples=(
    trace(kron(M, symbol("W", "k", "k"))), diag(kron(M, symbol("W", "k", "k"))), total(kron(A, P)),
))  # fmt: skip
def factor_by_factor(context: Context, node: Expr) -> Expr | None:
    """tr(A ⊗ B) = tr(A) tr(B), and so on."""
    (inner,) = node.args
    if inner.op is not kron:
        return None
    if node.op is not total and not all(factor.shape.is_square for factor in inner.args):
        return None
    parts = map(node.op, inner.args)
    return kron(*parts) if node.op is diag else scale(*parts)


@rewrite("inverse of a Kronecker product", inv, examples=(inv(kron(M, symbol("W", "k", "k"))),))
def inverse(context: Context, node: Expr) -> Expr | None:
    """(A ⊗ B)⁻¹ = A⁻¹ ⊗ B⁻¹ for square factors."""
    (inner,) = node.args
    if inner.op is not kron or not all(factor.shape.is_square for factor in inner.args):
        return None
    return kron(*map(inv, inner.args))


@rewrite("transpose of a Kronecker product", kron, examples=(kron(A.T, C.T),))
def transposed(context: Context, node: Expr) -> Expr | None:
    """Aᵀ ⊗ Bᵀ = (A ⊗ B)ᵀ when every factor is transposed."""
    if all(arg.op is transpose for arg in node.args):
        return kron(*(arg.args[0] for arg in node.args)).T
    return None


READABLE_KRONECKER = Table("readable Kronecker products", transposed)
KRONECKER = Table(
    "Kronecker products",
    scalars_out,
    neighbours,
    mixed_product,
    one_wide_factor,
    row_over_sum,
    entrywise_product,
    factor_by_factor,
    inverse,
)
