"""Matrix products in normal form: scalars out, units and inverses gone, diagonals applied."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    add,
    commutation_op,
    diag_matrix,
    eye,
    eye_op,
    hadamard,
    inv,
    matmul,
    matrix_power,
    matrix_power_op,
    number,
    ones,
    ones_op,
    scale,
    total,
    transpose,
    zeros_of,
    zeros_op,
)
from matgrad.rules.terms import chain_of, product_of, reading_key, scaled
from matgrad.rules.transposes import flip, scalars_first
from matgrad.rules.wildcards import A, B, C, M, Q, W, e, rewrite, u, x, y


@rewrite("zero and identity factors", matmul, examples=(
    matmul(A, zeros_of(C.shape)), matmul(A, eye("n")), matmul(eye("m"), A, C),
), needs=(zeros_op, eye_op))  # fmt: skip
def trivial_factors(context: Context, node: Expr) -> Expr | None:
    """A 0 = 0 and A I = A."""
    if any(arg.op is zeros_op for arg in node.args):
        return zeros_of(node.shape)
    kept = [arg for arg in node.args if arg.op is not eye_op]
    if len(kept) == len(node.args):
        return None
    return product_of(kept) if kept else node.args[0]


@rewrite("a 1×1 part of a product is a scalar", matmul, examples=(
    matmul(x, x.T, y), matmul(u, x.T, y, y.T), matmul(A, x, x.T, M, x),
))  # fmt: skip
def scalar_parts(context: Context, node: Expr) -> Expr | None:
    """x (yᵀz) = (yᵀz) x: cut the product wherever the inner size is one."""
    pieces: list[list[Expr]] = [[]]
    for arg in node.args:
        pieces[-1].append(arg)
        if arg.shape.cols == ONE:
            pieces.append([])
    parts = [product_of(piece) for piece in pieces if piece]
    cut = len(parts) > 1 and any(part.is_scalar for part in parts)
    if not cut or (node.is_scalar and not all(part.is_scalar for part in parts)):
        return None
    scalars = [part for part in parts if part.is_scalar]
    rest = [part for part in parts if not part.is_scalar]
    return scaled(scalars, product_of(rest)) if rest else scale(*scalars)


@rewrite("ones in a product", matmul, examples=(
    matmul(ones(1, "n"), x), matmul(x.T, ones("n")), matmul(ones(1, "m"), A, ones("n")),
    matmul(A, ones("n", "k")), matmul(ones("m"), ones(1, "n")),
), needs=(ones_op,))  # fmt: skip
def ones_factors(context: Context, node: Expr) -> Expr | None:
    """1ᵀx = sum(x), and a matrix of ones is 1 1ᵀ."""
    args = node.args
    if len(args) == 2 and all(_is_ones_vector(arg) for arg in args) and args[0].shape.cols == ONE:
        return ones(args[0].shape.rows, args[1].shape.cols)
    for i, arg in enumerate(args):
        if arg.op is ones_op and not arg.shape.is_vector:
            split = (ones(arg.shape.rows), ones(arg.shape.cols).T)
            return matmul(*args[:i], *split, *args[i + 1 :])
    if not node.is_scalar:
        return None
    if _is_ones_vector(args[0]):
        return total(product_of(args[1:]))
    return total(product_of(args[:-1])) if _is_ones_vector(args[-1]) else None


def _is_ones_vector(node: Expr) -> bool:
    return node.op is ones_op and node.shape.is_vector


@rewrite("neighbouring powers of one matrix", matmul, examples=(
    matmul(M, M), matmul(inv(M), M), matmul(M, inv(M), M), matmul(inv(M).T, M.T),
    matmul(matrix_power(M, 2), M),
))  # fmt: skip
def merge_powers(context: Context, node: Expr) -> Expr | None:
    """M^i M^j = M^(i+j), where inverses are negative powers."""
    merged: list[Expr] = []
    for arg in node.args:
        base, j, flipped = base_and_exponent(arg)
        if merged and base.shape.is_square:
            before, k, before_flipped = base_and_exponent(merged[-1])
            if before is base and before_flipped == flipped:
                power = matrix_power(base, k + j)
                merged[-1] = power.T if flipped else power
                continue
        merged.append(arg)
    return product_of(merged) if len(merged) < len(node.args) else None


def base_and_exponent(node: Expr) -> tuple[Expr, int, bool]:
    """A factor as an integer power of a base, transposed or not."""
    flipped = node.op is transpose
    inner = node.args[0] if flipped else node
    if inner.op is inv:
        return inner.args[0], -1, flipped
    if inner.op is matrix_power_op:
        return inner.args[0], inner.data, flipped
    return inner, 1, flipped


@rewrite("a diagonal matrix times a vector", matmul, examples=(
    matmul(diag_matrix(x), y), matmul(x.T, diag_matrix(y)), matmul(diag_matrix(x), diag_matrix(y)),
    matmul(A, diag_matrix(x), y),
), needs=(diag_matrix,))  # fmt: skip
def apply_diagonal(context: Context, node: Expr) -> Expr | None:
    """Diag(v) w = v ⊙ w for vectors, and Diag(u) Diag(v) = Diag(u ⊙ v)."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is diag_matrix and right.op is diag_matrix:
            new = diag_matrix(hadamard(left.args[0], right.args[0]))
        elif left.op is diag_matrix and right.shape.cols == ONE:
            new = hadamard(left.args[0], right)
        elif right.op is diag_matrix and left.shape.rows == ONE:
            new = hadamard(left, right.args[0].T)
        else:
            continue
        return product_of((*node.args[:i], new, *node.args[i + 2 :]))
    return None


@rewrite("a diagonal matrix over a sum of simple terms", matmul, examples=(
    matmul(diag_matrix(x), eye("n") - matmul(ones("n"), y.T)),
    matmul(eye("n") + x @ x.T, diag_matrix(y)), matmul(diag_matrix(x), y @ x.T - diag_matrix(y)),
    matmul(diag_matrix(x), M @ diag_matrix(x) - diag_matrix(y)),
), needs=(diag_matrix,))  # fmt: skip
def diagonal_over_sum(context: Context, node: Expr) -> Expr | None:
    """Diag(p)(I − 1qᵀ) = Diag(p) − p qᵀ: multiply out where it makes terms simple."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is diag_matrix and right.op is add and _takes(right, left, 0):
            terms = [multiply_term(left, term, True) for term in right.args]
        elif right.op is diag_matrix and left.op is add and _takes(left, right, -1):
            terms = [multiply_term(right, term, False) for term in left.args]
        else:
            continue
        return product_of((*node.args[:i], add(*terms), *node.args[i + 2 :]))
    return None


def _takes(total: Expr, diagonal: Expr, end: int) -> bool:
    """Is a diagonal matrix times this sum simpler term by term?"""
    bodies = [term.args[-1] if term.op is scale else term for term in total.args]
    if any(body.op is commutation_op for body in bodies):
        return False  # I + K, which symmetrises, stays together
    if _has_simple_term(total, end):
        return True
    chains = [chain_of(body) for body in bodies]
    vectors = all(chain[end].shape.is_vector or chain[end].op is diag_matrix for chain in chains)
    return vectors or all(  # D(BD − E) = DBD − DE
        chain[-1 - end] is diagonal or (len(chain) == 1 and chain[0].op is diag_matrix)
        for chain in chains
    )


def _has_simple_term(total: Expr, end: int) -> bool:
    bodies = [term.args[-1] if term.op is scale else term for term in total.args]
    chains = [chain_of(body) for body in bodies]
    if any(b.op is eye_op for b in bodies) or all(chain[0].op is ones_op for chain in chains):
        return True
    ends = [c for c in chains if c[0].op is ones_op and len(c) > 1]  # D(A − 1 qᵀA)
    return (
        end == 0
        and len(chains) == 2
        and len(ends) == 1
        and any(c == (ends[0][-1],) for c in chains)
    )


@rewrite("row sums of a sum with diagonal matrices", matmul, examples=(
    matmul(A @ diag_matrix(x) - B, ones("n")),
), needs=(ones_op,))  # fmt: skip
def ones_over_sum(context: Context, node: Expr) -> Expr | None:
    """(A Diag(v) − B) 1 = A v − B 1."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is add and right.op is ones_op and right.shape.cols == ONE:
            bodies = [term.args[-1] if term.op is scale else term for term in left.args]
            if any(chain_of(body)[-1].op is diag_matrix for body in bodies):
                terms = [multiply_term(right, term, False) for term in left.args]
                return product_of((*node.args[:i], add(*terms), *node.args[i + 2 :]))
    return None


@rewrite("a vector times the identity less a row of shares", matmul, examples=(
    matmul(y.T, eye("n") - ones("n") @ x.T), matmul(eye("n") - x @ ones(1, "n"), y),
), needs=(eye_op,))  # fmt: skip
def vector_over_shares(context: Context, node: Expr) -> Expr | None:
    """vᵀ(I − 1pᵀ) = vᵀ − sum(v) pᵀ."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.shape.rows == ONE and _is_identity_less_shares(right, 0):
            terms = [multiply_term(left, term, True) for term in right.args]
        elif right.shape.cols == ONE and _is_identity_less_shares(left, -1):
            terms = [multiply_term(right, term, False) for term in left.args]
        else:
            continue
        return product_of((*node.args[:i], add(*terms), *node.args[i + 2 :]))
    return None


def _is_identity_less_shares(total: Expr, end: int) -> bool:
    if total.op is not add or len(total.args) != 2:
        return False
    bodies = [term.args[-1] if term.op is scale else term for term in total.args]
    ops = {chain_of(body)[end].op for body in bodies}
    return ops == {eye_op, ones_op}


def multiply_term(factor: Expr, term: Expr, left: bool) -> Expr:
    """A factor times a term, on the left or on the right."""
    return matmul(factor, term) if left else matmul(term, factor)


@rewrite("a scalar product read in the simpler direction", matmul, examples=(
    matmul(y.T, x), matmul(y.T, M.T, x),
))  # fmt: skip
def orient_scalar(context: Context, node: Expr) -> Expr | None:
    """A scalar equals its transpose: yᵀAᵀx = xᵀAy."""
    if not node.is_scalar or (len(node.args) == 2 and any(x.op is hadamard for x in node.args)):
        return None  # uᵀ(v ⊙ w) has an order of its own
    turned = tuple(flip(context, arg) for arg in reversed(node.args))
    return matmul(*turned) if reading_key(turned) < reading_key(node.args) else None


PRODUCTS = Table(
    "products",
    scalars_first,
    trivial_factors,
    ones_factors,
    scalar_parts,
    merge_powers,
    equation("orthogonal", matmul(Q.T, Q), eye("n"), {Q: "orthogonal"}, "QᵀQ = I for orthogonal Q"),
    equation("orthogonal", matmul(Q, Q.T), eye("n"), {Q: "orthogonal"}, "QQᵀ = I for orthogonal Q"),
    equation(
        "orthonormal columns",
        matmul(W.T, W),
        eye("n"),
        {W: "orthogonal_columns"},
        "WᵀW = I where the columns of W are orthonormal",
    ),
    equation("unit", matmul(e.T, e), number(1), {e: "unit"}, "eᵀe = 1 for a unit vector e"),
    apply_diagonal,
    diagonal_over_sum,
    vector_over_shares,
    ones_over_sum,
    orient_scalar,
)
