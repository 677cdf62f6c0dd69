"""Derivatives with respect to structured variables, and the conventions there are for them.

"projected" is the gradient within the structure, the orthogonal projection of the free one onto
its tangent space; "independent" holds the derivatives by the entries that determine the matrix;
"free" is the derivative that forgets the structure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from matgrad.core.expr import Expr, Facts
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.core.steps import Phase
from matgrad.errors import UnsupportedError
from matgrad.ops import (
    commutation,
    diag,
    diag_matrix,
    diagonal_selection,
    duplication,
    elimination,
    lower_sums,
    mean,
    multiply,
    number,
    ones,
    power,
    scale,
    size,
    toeplitz,
    toeplitz_part,
    transpose,
    tril,
    triu,
    upper_sums,
)
from matgrad.render.glyphs import plain_name
from matgrad.rules import simplify

HALF = number(Fraction(1, 2))
CONVENTIONS = ("projected", "independent", "free")
Projection = Callable[[Expr, Expr], Expr]  # of G, at X


@dataclass(frozen=True)
class Structure:
    """A structure that a variable may have: what the two conventions make of a gradient G."""

    name: str
    project: Projection
    onto: str  # what the projection is, in words
    independent: Callable[[Expr], Expr] | None = None
    entries: str = ""  # what stands at an independent entry, in words
    basis: Callable[[Expr], Expr] | None = None  # B with vec(X) = B x for the independent entries x
    coordinates: str = ""  # what x is called
    other: str = ""  # what the other convention makes of the projected gradient, in words


def _turned(A: Expr) -> Expr:
    """Aᵀ, as a person would write it where A is a transpose itself."""
    return A.args[0] if A.op is transpose else A.T


def _sym(A: Expr) -> Expr:
    return scale(HALF, A + _turned(A))


def _rows_sum_to_zero(G: Expr, X: Expr) -> Expr:
    n = G.shape.cols
    return G - scale(power(size(n), -1), multiply(multiply(G, ones(n)), ones(n).T))


def _upper_basis(X: Expr) -> Expr:
    n = X.shape.rows
    return multiply(commutation(n, n), elimination(n).T)


# The first structure that a variable has decides, and Toeplitz may come on top of it.
STRUCTURES: dict[str, Structure] = {
    "diagonal": Structure(
        "diagonal",
        lambda G, X: diag_matrix(diag(G)),
        "projected onto diagonal matrices, Diag(diag(G))",
        lambda G: diag_matrix(diag(G)),
        "∂f/∂Xᵢᵢ on the diagonal, Diag(diag(G))",
        lambda X: diagonal_selection(X.shape.rows),
        "diag",
    ),
    "symmetric": Structure(
        "symmetric",
        lambda G, X: _sym(G),
        "projected onto symmetric matrices, (G + Gᵀ)/2",
        lambda G: G + _turned(G) - diag_matrix(diag(G)),
        "∂f/∂Xᵢⱼ where Xⱼᵢ = Xᵢⱼ moves along, G + Gᵀ − I ⊙ G",
        lambda X: duplication(X.shape.rows),
        "vech",
        "; by the independent entries it is 2P − I ⊙ P, where P is this one",
    ),
    "skew": Structure(
        "skew",
        lambda G, X: scale(HALF, G - _turned(G)),
        "projected onto skew matrices, (G − Gᵀ)/2",
        lambda G: G - _turned(G),
        "∂f/∂Xᵢⱼ where Xⱼᵢ = −Xᵢⱼ moves along, G − Gᵀ",
    ),
    "lower_triangular": Structure(
        "lower triangular",
        lambda G, X: tril(G),
        "projected onto lower triangular matrices, tril(G)",
        tril,
        "∂f/∂Xᵢⱼ on and below the diagonal, tril(G)",
        lambda X: elimination(X.shape.rows).T,
        "vech",
    ),
    "upper_triangular": Structure(
        "upper triangular",
        lambda G, X: triu(G),
        "projected onto upper triangular matrices, triu(G)",
        triu,
        "∂f/∂Xᵢⱼ on and above the diagonal, triu(G)",
        _upper_basis,
        "vechT",
    ),
    "orthogonal": Structure(
        "orthogonal",
        lambda G, X: scale(HALF, G - multiply(multiply(X, _turned(G)), X)),
        "the Riemannian one, projected onto the tangent space at {0}, "
        "G − {0} sym({0}ᵀG) = {0} skew({0}ᵀG)",
    ),
    "orthogonal_columns": Structure(
        "a matrix with orthonormal columns",
        lambda G, X: G - scale(HALF, multiply(X, multiply(X.T, G) + multiply(_turned(G), X))),
        "the Riemannian one on the Stiefel manifold, projected onto the tangent space at {0}, "
        "G − {0} sym({0}ᵀG)",
    ),
    "unit": Structure(
        "a unit vector",
        lambda g, x: g - multiply(multiply(x.T, g), x),
        "the Riemannian one, projected onto the tangent space at {0}, g − ({0}ᵀg){0}",
    ),
    "simplex": Structure(
        "on the simplex",
        lambda g, x: g - multiply(mean(g), ones(x.shape.rows)),
        "projected onto vectors that sum to zero, g − mean(g)𝟏",
    ),
    "simplex_rows": Structure(
        "with rows on the simplex",
        _rows_sum_to_zero,
        "projected onto matrices whose rows sum to zero, G − G𝟏𝟏ᵀ/n",
    ),
}
TOEPLITZ = Structure(
    "Toeplitz",
    lambda G, X: toeplitz_part(G),
    "projected onto Toeplitz matrices, the averages of G along its diagonals",
    lambda G: toeplitz(lower_sums(G), upper_sums(G)),
    "the derivatives by the first column and row, the sums of G along its diagonals",
)
STILL = ("onehot", "mask")  # cannot move at all
ON_THE_SIMPLEX = frozenset({"unit", "simplex"})
FLAT = frozenset("symmetric skew lower_triangular upper_triangular toeplitz".split())


def check_convention(chosen: str) -> None:
    """Is there such a convention?"""
    if chosen not in CONVENTIONS:
        known = ", ".join(CONVENTIONS)
        raise UnsupportedError(f"no convention {chosen!r} for structure", hint=f"known: {known}")


def check_matrix_convention(chosen: str) -> None:
    """Is there such a convention for Jacobians and Hessians, which are not projected?"""
    check_convention(chosen)
    if chosen == "projected":
        raise UnsupportedError(
            "a gradient is projected onto a structure; a Jacobian or a Hessian is not",
            hint='structure="independent" is by the entries that may be chosen freely',
        )


def free_because(facts: Facts) -> str:
    """The structure for which there is no projection here: orthogonal with a second one, say."""
    if "orthogonal" in facts and facts & FLAT:
        return " and ".join(["orthogonal", *sorted(facts & FLAT)]).replace("_", " ")
    if facts >= ON_THE_SIMPLEX:
        return "a unit vector on the simplex"
    return next((fact for fact in STILL if fact in facts), "")


def structures(X: Expr) -> list[Structure]:
    """The structures of a variable that its gradient depends on, in the order of projection."""
    facts = facts_of(X)
    if free_because(facts):
        return []
    first = [STRUCTURES[fact] for fact in STRUCTURES if fact in facts][:1]
    return [*first, *([TOEPLITZ] if "toeplitz" in facts else [])]


def convention(X: Expr, chosen: str) -> str | None:
    """The sentence that names the convention for a structured variable."""
    found = structures(X)
    names = " and ".join(each.name for each in found) or free_because(facts_of(X))
    if not names:
        return None
    x = plain_name(X.name)
    if not found or chosen == "free":
        return (
            f"{x} is {names}: the derivative is that of a free {x}, not projected; "
            f"it holds for every d{x} that keeps {x} {names}"
        )
    if chosen == "coordinates":
        return f"{x} is {names}: derivatives by its independent entries, {in_coordinates(X)}"
    if chosen == "projected":
        ways = ", then ".join(each.onto.format(x) for each in found)
        return f"{x} is {names}: the gradient is {ways}" + found[0].other * (len(found) == 1)
    return f"{x} is {names}: derivatives by the independent entries, " + found[0].entries.replace(
        "X", x
    )


def in_coordinates(X: Expr) -> str:
    """The list of the independent entries of a structured variable, such as vech(X)."""
    kinds = {"vech": "vech({0})", "vechT": "vech({0}ᵀ)", "diag": "diag({0})"}
    return kinds[structures(X)[0].coordinates].format(plain_name(X.name))


def within(G: Expr, X: Expr, chosen: str) -> tuple[Expr, str]:
    """The convention that is chosen, applied to the free gradient, and why it has this form."""
    check_convention(chosen)
    found = structures(X)
    if not found or chosen == "free":
        return G, f"what stands left of d{plain_name(X.name)} is the gradient"
    why = convention(X, chosen) or ""
    if chosen == "projected":
        for each in found:
            G = each.project(G, X)
        return G, why
    return _independent(X, found)(G), why


def settle(raw: Expr, free: Expr, why: str, context: Context) -> Expr:
    """What a convention gives, simplified; a step of its own where it is not the free gradient."""
    G = raw if raw is free else simplify(raw, context)
    if G is free:
        return G
    return context.trail.record(Phase.STRUCTURE, raw, G, "structure", why)


def _independent(X: Expr, found: list[Structure]) -> Callable[[Expr], Expr]:
    if len(found) == 1 and found[0].independent is not None:
        return found[0].independent
    names = " and ".join(each.name for each in found)
    raise UnsupportedError(
        f"{X.name} is {names}, which no entries of it determine freely",
        hint='structure="projected" is the gradient within the structure',
    )


def coordinates(X: Expr) -> tuple[Expr, str] | None:
    """B and what x is called, where vec(X) = B x for the independent entries x of X."""
    found = structures(X)
    if not found:
        return None
    if len(found) == 1 and found[0].basis is not None:
        return found[0].basis(X), found[0].coordinates
    names = " and ".join(each.name for each in found)
    raise UnsupportedError(f"{X.name} is {names}, whose independent entries have no matrix here")
