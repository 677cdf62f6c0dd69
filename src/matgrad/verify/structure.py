"""Is a gradient by a structured variable within the structure, as the answer says?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from matgrad.core.expr import Expr
from matgrad.core.facts import close
from matgrad.core.walk import moves
from matgrad.derive.structure import free_because
from matgrad.ops import (
    diag,
    diag_matrix,
    mean,
    multiply,
    ones,
    toeplitz_part,
    transpose,
    tril,
    triu,
)
from matgrad.verify.comparison import Comparison, equality

STRUCTURES = frozenset("symmetric diagonal skew lower_triangular upper_triangular toeplitz".split())


# Both sides of an equation that holds for a gradient G that is tangent at X, and for no other.
TANGENT: dict[str, Callable[[Expr, Expr], tuple[Expr, Expr]]] = {
    "diagonal": lambda G, X: (G, diag_matrix(diag(G))),
    "symmetric": lambda G, X: (G, transpose(G)),
    "skew": lambda G, X: (G, -transpose(G)),
    "lower_triangular": lambda G, X: (G, tril(G)),
    "upper_triangular": lambda G, X: (G, triu(G)),
    "toeplitz": lambda G, X: (G, toeplitz_part(G)),
    "orthogonal": lambda G, X: (multiply(X.T, G), -multiply(G.T, X)),
    "orthogonal_columns": lambda G, X: (multiply(X.T, G), -multiply(G.T, X)),
    "unit": lambda g, x: (g, g - multiply(multiply(x.T, g), x)),
    "simplex": lambda g, x: (g, g - multiply(mean(g), ones(x.shape.rows))),
}


def tangent(
    wrt: Sequence[Expr], results: Mapping[str, Expr], kind: str, chosen: str
) -> Iterable[Comparison]:
    """A Hessian is symmetric, and a gradient has the structure of its variable unless it is free.

    The Hessian by a structured matrix is a form on directions that keep the structure only.
    """
    for X in wrt:
        G, facts = results.get(X.name), close(X.data.facts)
        if G is None:
            continue
        full = chosen == "independent" or not facts & STRUCTURES
        free = kind == "hessian" and full and not moves(G)
        if free and G.shape.is_square:
            yield equality(f"the hessian by {X.name} is symmetric", G, transpose(G))
        if kind != "gradient" or chosen == "free" or free_because(facts):
            continue
        for fact, sides in TANGENT.items():
            if fact in facts:
                words = f"the gradient by {X.name} keeps it {fact.replace('_', ' ')}"
                yield equality(words, *sides(G, X))
