"""Traces, sums, inner products, diagonals and norms in normal form."""

from __future__ import annotations

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    absolute,
    add,
    diag,
    diag_matrix,
    eye,
    eye_op,
    frobenius,
    hadamard,
    matmul,
    mean,
    norm1,
    norm2,
    normF,
    number,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    size,
    total,
    trace,
    transpose,
    zeros_of,
    zeros_op,
)
from matgrad.rules.canonical import factor_order
from matgrad.rules.products import base_and_exponent
from matgrad.rules.terms import hadamard_of, product_of, reading_key, scaled
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, B, M, N, a, e, rewrite, u, x, y

LINEAR = (trace, total, diag, diag_matrix, mean)


@rewrite("scalars out of a linear function", *LINEAR, frobenius, examples=(
    trace(a * M), total(2 * A), diag(a * M), diag_matrix(2 * x), frobenius(a * A, B), trace(0 * M),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """tr(c A) = c tr(A), and so on."""
    if any(arg.op is zeros_op for arg in node.args):
        return zeros_of(node.shape)
    scalars = [s for arg in node.args if arg.op is scale for s in arg.args[:-1]]
    if not scalars:
        return None
    return scaled(
        scalars, node.op(*(arg.args[-1] if arg.op is scale else arg for arg in node.args))
    )


@rewrite("trace and sum of a sum", trace, total, diag, examples=(
    trace(M + N), total(A + B), diag(M + N),
))  # fmt: skip
def over_sums(context: Context, node: Expr) -> Expr | None:
    """tr(A + B) = tr(A) + tr(B)."""
    (inner,) = node.args
    return add(*(node.op(term) for term in inner.args)) if inner.op is add else None


INVARIANT = (trace, total, diag, norm1, norm2, normF)  # the same for a matrix and its transpose


@rewrite("trace, sum and diagonal of a transpose", *INVARIANT, examples=(
    trace(M.T), total(A.T), diag(M.T), norm2(A.T),
))  # fmt: skip
def of_transpose(context: Context, node: Expr) -> Expr | None:
    """tr(Aᵀ) = tr(A)."""
    (inner,) = node.args
    return node.op(inner.args[0]) if inner.op is transpose else None


@rewrite("trace of simple matrices", trace, examples=(
    trace(eye("n")), trace(ones("n", "n")), trace(diag_matrix(x)), trace(a),
))  # fmt: skip
def simple_trace(context: Context, node: Expr) -> Expr | None:
    """tr(I) = n, tr(Diag(v)) = sum(v)."""
    (inner,) = node.args
    if inner.is_scalar:
        return inner
    if inner.op is eye_op:
        return size(inner.shape.rows)
    if inner.op is ones_op:
        return size(inner.shape.rows)
    return total(inner.args[0]) if inner.op is diag_matrix else None


def _rotations(chain: tuple[Expr, ...]) -> list[tuple[Expr, ...]]:
    return [chain[i:] + chain[:i] for i in range(len(chain))]


@rewrite("trace is cyclic", trace, examples=(
    trace(N @ M), trace(x @ y.T), trace(A.T @ B), trace(matmul(M, A.T, A)), trace(matmul(M, N, M)),
))  # fmt: skip
def cyclic_trace(context: Context, node: Expr) -> Expr | None:
    """tr(AB) = tr(BA) = tr(BᵀAᵀ): read it from the simplest place; tr(x yᵀ) = yᵀx."""
    (inner,) = node.args
    if inner.op is not matmul:
        return None
    chain = inner.args
    for turned in _rotations(chain):
        if turned[0].shape.rows == ONE:
            return matmul(*turned)
    first, last = base_and_exponent(chain[0]), base_and_exponent(chain[-1])
    if len(chain) > 1 and (first[0], first[2]) == (last[0], last[2]) and first[0].shape.is_square:
        return trace(matmul(chain[-1], *chain[:-1]))
    flipped = tuple(flip(context, arg) for arg in reversed(chain))
    best = min(_rotations(chain) + _rotations(flipped), key=reading_key)
    return None if best == chain else trace(matmul(*best))


@rewrite("inner products", frobenius, examples=(
    frobenius(x, y), frobenius(x.T, y.T), frobenius(A, ones("m", "n")), frobenius(eye("n"), M),
    frobenius(a, a), frobenius(diag_matrix(x), M), frobenius(A, matmul(u, x.T)),
    frobenius(A.T, B.T),
))  # fmt: skip
def inner_products(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """x : y = xᵀy for vectors, 1 : A = sum(A), I : A = tr(A)."""
    left, right = node.args
    if left.is_scalar:
        return scale(left, right)
    if left.shape.cols == ONE:
        return matmul(left.T, right)
    if left.shape.rows == ONE:
        return matmul(left, right.T)
    for one, other in ((left, right), (right, left)):
        if one.op is ones_op:
            return total(other)
        if one.op is eye_op:
            return trace(other)
        if one.op is diag_matrix:
            return matmul(one.args[0].T, diag(other))
    return trace(matmul(left.T, right))


@rewrite("sum of entries", total, examples=(
    total(ones("m", "n")), total(diag_matrix(x)), total(hadamard(x, y)), total(matmul(u, x.T)),
    total(a), total(hadamard(A, B)), total(eye("n")),
))  # fmt: skip
def simple_sum(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """sum(x ⊙ y) = xᵀy, sum(x yᵀ) = sum(x) sum(y)."""
    (inner,) = node.args
    if inner.is_scalar:
        return inner
    if inner.op is ones_op:
        return size(inner.shape.rows * inner.shape.cols)
    if inner.op is eye_op:
        return size(inner.shape.rows)
    if inner.op is diag_matrix:
        return total(inner.args[0])
    if inner.op is hadamard:
        return frobenius(inner.args[0], hadamard_of(inner.args[1:]))
    if inner.op is matmul:
        for i, arg in enumerate(inner.args[:-1], start=1):
            if arg.shape.cols == ONE:
                return scale(total(product_of(inner.args[:i])), total(product_of(inner.args[i:])))
    return None


@rewrite("a product of vectors entry by entry", matmul, examples=(
    matmul(y.T, hadamard(x, power(y, 2))), matmul(hadamard(y, x).T, x),
), needs=(hadamard,))  # fmt: skip
def balance_dot(context: Context, node: Expr) -> Expr | None:
    """uᵀ(v ⊙ w) is symmetric in its factors: the first in order stands on the left."""
    if not node.is_scalar or len(node.args) != 2:
        return None
    left, right = flip(context, node.args[0]), node.args[1]
    sides = [side.args if side.op is hadamard else (side,) for side in (left, right)]
    if len(sides[0]) == len(sides[1]) == 1:
        return None
    merged = hadamard(*sides[0], *sides[1])
    factors = sorted(merged.args, key=factor_order)
    new = matmul(flip(context, factors[0]), hadamard_of(factors[1:]))
    return None if new is node else new


@rewrite("diagonals", diag, examples=(
    diag(diag_matrix(x)), diag(eye("n")), diag(matmul(x, y.T)), diag(matmul(diag_matrix(x), M)),
    diag(matmul(M, diag_matrix(x))), diag(hadamard(M, N)), diag(matmul(N.T, M.T)),
))  # fmt: skip
def diagonals(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """diag(Diag(v)) = v, diag(x yᵀ) = x ⊙ y."""
    (inner,) = node.args
    if inner.is_scalar:
        return inner
    if inner.op is diag_matrix:
        return inner.args[0]
    if inner.op in (eye_op, ones_op):
        return ones(inner.shape.rows)
    if inner.op is hadamard:
        return hadamard(*(diag(arg) for arg in inner.args))
    if inner.op is not matmul:
        return None
    for i, arg in enumerate(inner.args[:-1], start=1):
        if arg.shape.cols == ONE:
            return hadamard(product_of(inner.args[:i]), product_of(inner.args[i:]).T)
    first, last = inner.args[0], inner.args[-1]
    turned = tuple(flip(context, arg) for arg in reversed(inner.args))
    if reading_key(turned) < reading_key(inner.args):  # diag(A) = diag(Aᵀ)
        return diag(matmul(*turned))
    if first.op is diag_matrix:
        return hadamard(first.args[0], diag(product_of(inner.args[1:])))
    if last.op is diag_matrix:
        return hadamard(last.args[0], diag(product_of(inner.args[:-1])))
    return None


@rewrite("even powers of norms, half powers of squares", power_op, examples=(
    power(norm2(A), 2), power(normF(A), -4), power(frobenius(A, A), number("1/2")),
    power(matmul(x.T, x), number("-3/2")),
))  # fmt: skip
def norm_powers(context: Context, node: Expr) -> Expr | None:
    """‖x‖² = x : x, and back for odd powers."""
    base, exponent = node.args
    k = number_value(exponent)
    if k is None:
        return None
    if base.op in (norm2, normF) and k.denominator == 1 and k % 2 == 0:
        return power(frobenius(base.args[0], base.args[0]), k / 2)
    if k.denominator == 2:
        root = squared_norm_of(context, base)
        return None if root is None else power(norm2(root), 2 * k)
    return None


def squared_norm_of(context: Context, node: Expr) -> Expr | None:
    """The x whose squared norm this is, if it is written as xᵀx or tr(XᵀX) or X : X."""
    if node.op is matmul and len(node.args) == 2 and node.is_scalar:
        left, right = node.args
        return right if flip(context, left) is right else None
    if node.op is frobenius and node.args[0] is node.args[1]:
        return node.args[0]
    if node.op is trace and node.args[0].op is matmul and len(node.args[0].args) == 2:
        left, right = node.args[0].args
        return right if left is right.T else left if right is left.T else None
    return None


def _count(node: Expr) -> Expr:
    return size(node.shape.rows * node.shape.cols)


@rewrite("mean as a sum", mean, examples=(mean(A), mean(x)))
def mean_as_sum(context: Context, node: Expr) -> Expr | None:
    """mean(A) = sum(A)/N."""
    (inner,) = node.args
    return scale(power(_count(inner), -1), total(inner))


REDUCE = Table(
    "traces, sums and norms",
    scalars_out,
    over_sums,
    of_transpose,
    simple_trace,
    cyclic_trace,
    inner_products,
    simple_sum,
    balance_dot,
    diagonals,
    norm_powers,
    mean_as_sum,
    equation("Diag of ones", diag_matrix(ones("n")), eye("n"), why="Diag(1) = I"),
    equation("norm of a number", norm2(a), absolute(a)),
    equation("unit", norm2(e), number(1), {e: "unit"}, "‖e‖ = 1 for a unit vector e"),
)
