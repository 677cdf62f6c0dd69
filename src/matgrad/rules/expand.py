"""Products multiplied out: used to try whether a sum gets shorter that way."""

from __future__ import annotations

from itertools import product
from math import prod

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.ops import add, frobenius, hadamard, matmul, scale
from matgrad.rules.terms import terms_of
from matgrad.rules.wildcards import A, B, C, M, N, a, b, rewrite

MOST = 12  # terms that one product may be multiplied out to


@rewrite("multiply out", matmul, hadamard, frobenius, scale, examples=(
    matmul(A + B, C), hadamard(A, B + A), matmul(M, M + N, N), a * (A + B), (a + b) * A,
), needs=(add,))  # fmt: skip
def distribute(context: Context, node: Expr) -> Expr | None:
    """A(B + C) = AB + AC."""
    factors = [terms_of(arg) for arg in node.args]
    if not 1 < prod(map(len, factors)) <= MOST:
        return None
    return add(*(node.op(*chosen) for chosen in product(*factors)))


EXPAND = Table("multiplied out", distribute)
