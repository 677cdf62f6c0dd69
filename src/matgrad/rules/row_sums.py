"""Row and column sums of Hadamard products with matrices of rank one."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    add,
    diag_matrix,
    hadamard,
    matmul,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    size,
    total,
    zeros_of,
)
from matgrad.rules.terms import (
    Term,
    as_term,
    chain_of,
    hadamard_of,
    product_of,
    sum_of,
    terms_of,
)
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, B, C, M, rewrite, u, x, y


def _halves(node: Expr) -> tuple[Expr, Expr] | None:
    """u and vᵀ for a product u vᵀ of rank one."""
    chain = chain_of(node)
    for i in range(1, len(chain)):
        if chain[i].shape.rows == ONE:
            return product_of(chain[:i]), product_of(chain[i:])
    return None


def _row_sums(context: Context, H: Expr) -> Expr | None:
    """(A ⊙ u vᵀ) 1 = u ⊙ A v."""
    for i, factor in enumerate(H.args):
        halves = _halves(factor)
        if halves is None:
            continue
        left, right = halves
        A = hadamard_of((*H.args[:i], *H.args[i + 1 :]))
        sums = matmul(A, flip(context, right))
        return sums if left.op is ones_op else hadamard(left, sums)
    return None


@rewrite("sums of a Hadamard product with a matrix of rank one", matmul, examples=(
    matmul(hadamard(A, matmul(ones("m"), x.T)), ones("n")),
    matmul(hadamard(A, matmul(u, x.T), B), ones("n"), x.T),
    matmul(ones(1, "m"), hadamard(A, matmul(u, x.T))),
), why="(A ⊙ u vᵀ) 1 = u ⊙ A v", needs=(hadamard,))  # fmt: skip
def sums_of_rank_one(context: Context, node: Expr) -> Expr | None:
    """(A ⊙ u vᵀ) 1 = u ⊙ A v, and 1ᵀ(A ⊙ u vᵀ) = (v ⊙ Aᵀu)ᵀ."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        found = None
        if left.op is hadamard and right.op is ones_op and right.shape.cols == ONE:
            found = _row_sums(context, left)
        elif right.op is hadamard and left.op is ones_op and left.shape.rows == ONE:
            turned = hadamard(*(flip(context, arg) for arg in right.args))
            sums = _row_sums(context, turned)
            found = None if sums is None else flip(context, sums)
        if found is not None:
            return product_of((*node.args[:i], found, *node.args[i + 2 :]))
    return None


@rewrite("an inner product with quotients", matmul, examples=(
    matmul(x.T, hadamard(y, power(x, -1))), matmul(hadamard(y, power(x, -1)).T, x),
), why="xᵀ(y ⊘ x) = sum(y)", needs=(power_op,))  # fmt: skip
def sum_of_quotients(context: Context, node: Expr) -> Expr | None:
    """xᵀ(y ⊘ x) = sum(y): what is multiplied is what was divided by."""
    if not node.is_scalar or len(node.args) != 2:
        return None
    left, right = flip(context, node.args[0]), node.args[1]
    for one, other in ((left, right), (right, left)):
        below = power(one, -1)
        if other.op is hadamard and below in other.args:
            return total(hadamard_of([arg for arg in other.args if arg is not below]))
    return None


@rewrite("powers of a vector in every column or row", power_op, examples=(
    power(matmul(u, ones(1, "n")), -1), power(matmul(ones("m"), x.T), 2),
    power(matmul(A, ones("n"), ones(1, "n")), -1),
), why="(u 1ᵀ)ᵏ = uᵏ 1ᵀ, entry by entry", needs=(ones_op,))  # fmt: skip
def powers_of_rows(context: Context, node: Expr) -> Expr | None:
    """(u 1ᵀ)ᵏ = uᵏ 1ᵀ and (1 vᵀ)ᵏ = 1 (vᵀ)ᵏ, entry by entry."""
    base, exponent = node.args
    chain = chain_of(base)
    if len(chain) < 2:
        return None
    first, last = chain[0], chain[-1]
    if last.op is ones_op and last.shape.rows == ONE:
        return matmul(power(product_of(chain[:-1]), exponent), last)
    if first.op is ones_op and first.shape.cols == ONE:
        return matmul(first, power(product_of(chain[1:]), exponent))
    return None


def _without_means(A: Expr) -> list[Term]:
    """The terms of a sum; X takes the place of −X11ᵀ/n, which has the same row sums as −X."""
    count = size(A.shape.cols)
    found: list[Term] = []
    for term in map(as_term, A.args):
        chain = chain_of(term.body) if term.body is not None else ()
        share, value = power(count, -1), number_value(count)
        is_mean = len(chain) > 2 and all(end.op is ones_op for end in chain[-2:])
        if is_mean and (value is not None or share in term.scalars):
            scalars = tuple(s for s in term.scalars if s is not share)
            body = product_of(chain[:-2])
            found.append(Term(-term.coefficient * (value or 1), scalars, body))
        else:
            found.append(term)
    return found


def _is_centred(A: Expr) -> bool:
    """Is this X − X11ᵀ/n, whose rows sum to zero?"""
    terms = _without_means(A) if A.op is add else []
    return len(terms) == 2 and terms[0] == terms[1] and len({*map(as_term, A.args)}) == 2


def _less_centred(context: Context, A: Expr, end: int) -> Expr | None:
    """A without what sums to zero at that end, −1 for rows and 0 for columns; None if all stays."""

    def vanishes(term: Expr) -> bool:
        factor = chain_of(term.args[-1] if term.op is scale else term)[end]
        return _is_centred(factor if end else flip(context, factor))

    if vanishes(A):
        return zeros_of(A.shape)
    kept = [term for term in terms_of(A) if not vanishes(term)]
    return None if len(kept) == len(terms_of(A)) else sum_of(kept, A.shape)


@rewrite("sums of what has its mean taken away", matmul, examples=(
    matmul(A - scale(power(size("n"), -1), matmul(A, ones("n"), ones(1, "n"))), ones("n")),
    matmul(ones(1, "m"), A - scale(power(size("m"), -1), matmul(ones("m"), ones(1, "m"), A)), C),
    matmul(ones(1, "m"), B + matmul(
        A - scale(power(size("m"), -1), matmul(ones("m"), ones(1, "m"), A)), M)),
), why="(X − X11ᵀ/n) 1 = 0", needs=(ones_op,))  # fmt: skip
def sums_of_centred(context: Context, node: Expr) -> Expr | None:
    """(X − X11ᵀ/n) 1 = 0 and 1ᵀ(X − 11ᵀX/m) = 0, also at the end of a term."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        pair = None
        if left.op is add and right.op is ones_op and right.shape.cols == ONE:
            new = _less_centred(context, left, -1)
            pair = None if new is None else (new, right)
        elif right.op is add and left.op is ones_op and left.shape.rows == ONE:
            new = _less_centred(context, right, 0)
            pair = None if new is None else (left, new)
        if pair is not None:
            return product_of((*node.args[:i], *pair, *node.args[i + 2 :]))
    return None


@rewrite("a vector in every column, times a vector", matmul, examples=(
    matmul(hadamard(A, matmul(u, ones(1, "n"))), x),
    matmul(B.T, hadamard(A, matmul(u, ones(1, "n"))), x),
), why="(A ⊙ u 1ᵀ) v = u ⊙ A v", needs=(hadamard,))  # fmt: skip
def columns_times_vector(context: Context, node: Expr) -> Expr | None:
    """(A ⊙ u 1ᵀ) v = u ⊙ A v."""
    left, right = node.args[-2:]
    if left.op is not hadamard or right.shape.cols != ONE:
        return None
    for i, factor in enumerate(left.args):
        chain = chain_of(factor)
        if len(chain) > 1 and chain[-1].op is ones_op and chain[-1].shape.rows == ONE:
            A = hadamard_of((*left.args[:i], *left.args[i + 1 :]))
            new = hadamard(product_of(chain[:-1]), matmul(A, right))
            return product_of((*node.args[:-2], new))
    return None


@rewrite("a diagonal matrix times a vector among entries", hadamard, examples=(
    hadamard(x, matmul(diag_matrix(y), M, x)),
), why="x ⊙ Diag(y) z = x ⊙ y ⊙ z", needs=(diag_matrix,))  # fmt: skip
def diagonal_among_entries(context: Context, node: Expr) -> Expr | None:
    """x ⊙ Diag(y) A z = x ⊙ y ⊙ A z."""
    if not node.shape.is_column:
        return None
    for i, factor in enumerate(node.args):
        if factor.op is matmul and factor.args[0].op is diag_matrix:
            parts = factor.args[0].args[0], product_of(factor.args[1:])
            return hadamard(*node.args[:i], *parts, *node.args[i + 1 :])
    return None


ROW_SUMS = Table(
    "row sums", sums_of_rank_one, columns_times_vector, sum_of_quotients, powers_of_rows,
    sums_of_centred, diagonal_among_entries,
)  # fmt: skip
