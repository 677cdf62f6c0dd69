"""A transpose pushed inwards at once, so that two readings of a product can be compared."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table, normalise
from matgrad.ops import matmul, pinv, scale, transpose
from matgrad.rules.canonical import hadamard_factors, like_terms, scalar_factors
from matgrad.rules.push import TURNS, push_transpose
from matgrad.rules.terms import product_of, scaled
from matgrad.rules.wildcards import A, B, C, a, rewrite


@rewrite("scalars to the front of a product", matmul, examples=(
    matmul(A, a * C), matmul(A.T, 2 * B),
), needs=(scale,))  # fmt: skip
def scalars_first(context: Context, node: Expr) -> Expr | None:
    """A (c B) = c A B."""
    if not any(arg.op is scale for arg in node.args):
        return None
    scalars, factors = list[Expr](), list[Expr]()
    for arg in node.args:
        if arg.op is scale:
            scalars.extend(arg.args[:-1])
        factors.append(arg.args[-1] if arg.op is scale else arg)
    return scaled(scalars, matmul(*factors))


@rewrite("projections of a pseudoinverse", matmul, examples=(
    matmul(pinv(A).T, A.T), matmul(C.T, A.T, pinv(A).T),
), why="X X⁺ and X⁺X are symmetric", needs=(pinv,))  # fmt: skip
def straight_projections(context: Context, node: Expr) -> Expr | None:
    """(X⁺)ᵀXᵀ = X X⁺ and Xᵀ(X⁺)ᵀ = X⁺X."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        for one, other in ((left, right), (right, left)):
            P = one.args[0] if one.op is transpose else one
            if P is one or P.op is not pinv or flip(context, P.args[0]) is not other:
                continue
            straight = (P.args[0], P) if one is left else (P, P.args[0])
            return product_of((*node.args[:i], *straight, *node.args[i + 2 :]))
    return None


# Terms and factors are put in order as well: readings of one product must compare as they will be.
TRANSPOSES = Table(
    "transposes", *TURNS, push_transpose, like_terms, hadamard_factors, scalars_first,
    scalar_factors, straight_projections,
)  # fmt: skip


def flip(context: Context, node: Expr) -> Expr:
    """The transpose, pushed inwards."""
    return normalise(node.T, TRANSPOSES, context)
