"""Vectors with a single 1: they pick an entry."""

from __future__ import annotations

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import hadamard, log, matmul, power_op, scale, symbol
from matgrad.rules.terms import hadamard_of
from matgrad.rules.wildcards import rewrite, x, y

e = symbol("e", "n", facts=("onehot",))
p = symbol("p", "n", facts=("positive",))


@rewrite("an entry, at its place", hadamard, examples=(
    hadamard(e, x), hadamard(e, x, y),
), why="e ⊙ x = (eᵀx) e for a unit vector e")  # fmt: skip
def picked(context: Context, node: Expr) -> Expr | None:
    """e ⊙ x = (eᵀx) e."""
    if not node.shape.is_column or any(arg.op is power_op for arg in node.args):
        return None  # what is divided by may cancel
    for i, factor in enumerate(node.args):
        if context.has(factor, "onehot"):
            rest = hadamard_of((*node.args[:i], *node.args[i + 1 :]))
            return scale(matmul(factor.T, rest), factor)
    return None


PICK = equation(
    "the logarithm of an entry",
    log(matmul(e.T, p)),
    matmul(e.T, log(p)),
    {e: "onehot", p: "positive"},
    "a unit vector picks an entry, before a function or after it",
)
ONEHOT = Table("unit vectors", picked, PICK)
