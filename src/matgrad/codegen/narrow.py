"""Products of expressions by their factors, and where they are narrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matgrad.codegen.values import nominal
from matgrad.core.expr import Expr
from matgrad.ops import matmul, ones, ones_op, scale, transpose
from matgrad.ops.linear import mirror_factor

TIMES = 4  # how much narrower a product has to be than the matrix it is part of

Factors = tuple[Expr, ...]
Sizes = Mapping[str, int]


def product(factors: Sequence[Expr]) -> Expr:
    """The product of factors, of which there may be one."""
    return factors[0] if len(factors) == 1 else matmul(*factors)


def scaled(scalars: Sequence[Expr], node: Expr) -> Expr:
    """Scalars times something."""
    return scale(*scalars, node) if scalars else node


def peeled(node: Expr) -> tuple[Factors, Expr]:
    """The scalars before a term, and what stands behind them."""
    return (node.args[:-1], node.args[-1]) if node.op is scale else ((), node)


def factors_of(node: Expr) -> Factors:
    """The factors of a product; of a transposed one, those in the other order.

    A matrix of ones is the product of a column and a row.
    """
    if node.op is ones_op and not node.shape.is_vector:
        return ones(node.shape.rows), ones(1, node.shape.cols)
    if node.op is transpose and node.args[0].op is matmul:
        node = mirror_factor(node.args[0])
    return node.args if node.op is matmul else (node,)


def narrowest(factors: Sequence[Expr], sizes: Sizes) -> int:
    """After how many factors a product is narrowest, 0 if nowhere much narrower than it is."""
    inner = [nominal(factor.shape.cols, sizes) for factor in factors[:-1]]
    ends = nominal(factors[0].shape.rows, sizes), nominal(factors[-1].shape.cols, sizes)
    fits = inner and TIMES * min(inner) <= min(ends)
    return inner.index(min(inner)) + 1 if fits else 0
