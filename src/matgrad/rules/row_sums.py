"""Row and column sums of Hadamard products with matrices of rank one."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.ops import hadamard, matmul, ones, ones_op, power, power_op, total
from matgrad.rules.terms import chain_of, hadamard_of, product_of
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, B, rewrite, u, x, y


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


ROW_SUMS = Table("row sums", sums_of_rank_one, sum_of_quotients)
