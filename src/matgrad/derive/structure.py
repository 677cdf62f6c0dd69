"""Gradients with respect to structured variables: the projection onto their tangent space."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.ops import diag, diag_matrix, number, scale
from matgrad.rules import simplify

HALF = number(Fraction(1, 2))

# The first structure that a variable has decides; an unstructured one keeps its gradient.
PROJECTIONS: dict[str, tuple[Callable[[Expr], Expr], str]] = {
    "diagonal": (
        lambda G: diag_matrix(diag(G)),
        "{0} is diagonal: the gradient is projected onto diagonal matrices, Diag(diag(G))",
    ),
    "symmetric": (
        lambda G: scale(HALF, G + G.T),
        "{0} is symmetric: the gradient is projected onto symmetric matrices, (G + Gᵀ)/2",
    ),
    "skew": (
        lambda G: scale(HALF, G - G.T),
        "{0} is skew: the gradient is projected onto skew matrices, (G − Gᵀ)/2",
    ),
}


FREE = ("lower_triangular", "orthogonal", "unit", "simplex", "onehot")  # not projected


def convention(X: Expr, kind: str) -> str | None:
    """The sentence that names the convention for a structured variable."""
    facts = facts_of(X)
    structure = next((fact for fact in (*PROJECTIONS, *FREE) if fact in facts), None)
    if structure is None:
        return None
    if kind == "gradient" and structure in PROJECTIONS:
        return PROJECTIONS[structure][1].format(X.name)
    words = structure.replace("_", " ")
    return (
        f"{X.name} is {words}: the derivative is that of a free {X.name}, not projected; "
        f"it holds for every d{X.name} that keeps {X.name} {words}"
    )


def project(G: Expr, X: Expr, context: Context) -> tuple[Expr, str]:
    """The gradient within the structure of X, and why it has this form."""
    for fact, (projection, words) in PROJECTIONS.items():
        if fact in facts_of(X):
            return simplify(projection(G), context), words.format(X.name)
    return G, f"what stands left of d{X.name} is the gradient"
