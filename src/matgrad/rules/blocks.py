"""Block matrices: sums, products and functions of each entry go into the blocks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from matgrad.core.expr import Expr, Op
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    add,
    below,
    beside,
    exp,
    hadamard,
    matmul,
    multiply,
    norm1,
    power,
    power_op,
    scale,
    symbol,
    total,
    total_sum,
    trace,
    transpose,
    units,
    vec,
    zeros,
    zeros_of,
    zeros_op,
)
from matgrad.rules.functions import ELEMENTWISE
from matgrad.rules.parts import picks, replaced, span_of
from matgrad.rules.terms import product_of
from matgrad.rules.wildcards import A, B, C, M, rewrite, x

P, T = symbol("P", "k", "n"), symbol("T", "k", "k")
m, k = A.shape.rows, P.shape.rows
_stack, _row = below(A, P), beside(A.T, P.T)
_first, _second = units(1, m, m + k), units(m + 1, m + k, m + k)
_grid = below(beside(M, P.T), beside(P, T))


def _aligned(op: Op, args: Sequence[Expr]) -> list[tuple[Expr, ...]] | None:
    """The blocks in the same places of block matrices that are cut in the same way."""
    if not all(arg.op is op for arg in args):
        return None
    if len({tuple(block.shape for block in arg.args) for arg in args}) > 1:
        return None
    return list(zip(*(arg.args for arg in args), strict=True))


@rewrite("sums and entrywise products block by block", add, hadamard, examples=(
    _stack + below(B, 2 * P), hadamard(_row, beside(B.T, P.T)), _grid - 2 * _grid,
), needs=(below, beside))  # fmt: skip
def block_by_block(context: Context, node: Expr) -> Expr | None:
    """[A; B] + [C; D] = [A + C; B + D]."""
    terms = [_scaled_inside(arg) for arg in node.args]
    for op in (below, beside):
        groups = _aligned(op, terms)
        if groups is not None:
            return op(*(node.op(*group) for group in groups))
    return None


def _scaled_inside(node: Expr) -> Expr:
    """c [A; B] as [c A; c B], so that it can be added to others."""
    if node.op is not scale or node.args[-1].op not in (below, beside):
        return node
    *scalars, inner = node.args
    return inner.op(*(scale(*scalars, block) for block in inner.args))


@rewrite("functions of each entry, block by block", *ELEMENTWISE, power_op, examples=(
    exp(_stack), power(_row, 3),
), needs=(below, beside))  # fmt: skip
def of_each_entry(context: Context, node: Expr) -> Expr | None:
    """f([A; B]) = [f(A); f(B)] for a function of each entry."""
    inner, *rest = node.args
    if inner.op not in (below, beside):
        return None
    return inner.op(*(node.op(block, *rest) for block in inner.args))


@rewrite("products of block matrices", matmul, examples=(
    matmul(_row, _stack), matmul(_stack, C), matmul(C.T, _row), matmul(_stack, _row),
    matmul(_grid, below(x, symbol("z", "k"))),
), needs=(below, beside))  # fmt: skip
def products(context: Context, node: Expr) -> Expr | None:
    """[A, B][C; D] = AC + BD and [A; B] C = [AC; BC]."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if left.op is beside and right.op is below:
            inner = [b.shape.cols for b in left.args] == [b.shape.rows for b in right.args]
            if inner:
                pairs = zip(left.args, right.args, strict=True)
                terms = [multiply(a, b) for a, b in pairs]
                return replaced(node, i, total_sum(terms, terms[0].shape))
        if left.op is below and picks(right) is None:
            return replaced(node, i, below(*(multiply(block, right) for block in left.args)))
        if right.op is beside and span_of(left) is None:
            return replaced(node, i, beside(*(multiply(left, block) for block in right.args)))
    return None


@rewrite("traces and sums of block matrices", trace, total, norm1, examples=(
    trace(_grid), total(_grid), total(_stack), norm1(_row),
))  # fmt: skip
def reductions(context: Context, node: Expr) -> Expr | None:
    """tr [A, B; C, D] = tr(A) + tr(D)."""
    (inner,) = node.args
    if inner.op not in (below, beside):
        return None
    if node.op is not trace:
        return add(*(node.op(block) for block in inner.args))
    rows = [row.args if row.op is beside else (row,) for row in inner.args]
    if inner.op is beside or len({len(row) for row in rows}) > 1 or len(rows) != len(rows[0]):
        return None
    diagonal = [row[i] for i, row in enumerate(rows)]
    if not all(block.shape.is_square for block in diagonal):
        return None
    return add(*(trace(block) for block in diagonal))


@rewrite("blocks in rows", beside, below, vec, examples=(
    beside(below(A, P), below(B, P)), below(zeros("m", "n"), zeros("k", "n")), vec(beside(A, B)),
))  # fmt: skip
def in_rows(context: Context, node: Expr) -> Expr | None:
    """Columns of blocks are written as rows of blocks; vec[A, B] = [vec(A); vec(B)]."""
    if node.op is vec:
        inner = node.args[0]
        return below(*map(vec, inner.args)) if inner.op is beside else None
    if all(arg.op is zeros_op for arg in node.args):
        return zeros_of(node.shape)
    if node.op is below or not all(arg.op is below for arg in node.args):
        return None
    if len({tuple(block.shape.rows for block in arg.args) for arg in node.args}) > 1:
        return None
    return below(*(beside(*row) for row in zip(*(arg.args for arg in node.args), strict=True)))


@rewrite("what blocks have in common", below, beside, examples=(
    below(matmul(A, x), matmul(P, x)), beside(A.T, P.T), beside(matmul(C.T, A.T), matmul(C.T, P.T)),
))  # fmt: skip
def in_common(context: Context, node: Expr) -> Expr | None:
    """[AC; BC] = [A; B] C, and [Aᵀ, Bᵀ] = [A; B]ᵀ."""
    if all(arg.op is transpose for arg in node.args):
        other = below if node.op is beside else beside
        return other(*(arg.args[0] for arg in node.args)).T
    if not all(arg.op is matmul for arg in node.args):
        return None
    if node.op is below and len({arg.args[-1] for arg in node.args}) == 1:
        rest = below(*(product_of(arg.args[:-1]) for arg in node.args))
        return matmul(rest, node.args[0].args[-1])
    if node.op is beside and len({arg.args[0] for arg in node.args}) == 1:
        return matmul(
            node.args[0].args[0], beside(*(product_of(arg.args[1:]) for arg in node.args))
        )
    return None


BLOCKS = Table(
    "blocks",
    block_by_block,
    of_each_entry,
    products,
    reductions,
    in_rows,
)
READABLE_BLOCKS = Table("readable blocks", in_common)
