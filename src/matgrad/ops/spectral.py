"""Singular values and the eigenvalues of symmetric matrices."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matgrad.core.curves import NORM, Curve
from matgrad.core.dims import ONE
from matgrad.core.expr import Condition, Expr, operator
from matgrad.core.facts import facts_of
from matgrad.core.notation import Call, Fence, Spelling
from matgrad.core.shape import SCALAR, Shape, square
from matgrad.ops.code import (
    code,
    helper,
    of_eigenvalues,
    of_singular_values,
    recombined,
)
from matgrad.ops.elementwise import power
from matgrad.ops.inverse import inv
from matgrad.ops.leaves import eye, number, ones
from matgrad.ops.linear import Args, add, frobenius, hadamard, scale
from matgrad.ops.matrix_functions import REAL_ONLY, SQUARE, called, sqrtm, sylvester
from matgrad.ops.structure import diag
from matgrad.ops.sugar import minus, multiply

HALF = number(Fraction(1, 2))
ANY = ((("m", "n"),),)


def _gram(R: Any, X: Any) -> Any:
    """XᵀX or XXᵀ, whichever is smaller: its eigenvalues are the squared singular values."""
    Xt = R.transpose(X)
    return R.matmul(Xt, X) if len(X) >= len(X[0]) else R.matmul(X, Xt)


def _simple(which: str) -> Any:
    def conditions(node: Expr) -> Sequence[Condition]:
        words = f"the largest {which} of {{0}} is simple"
        return [Condition("simple", node.args[0], words)]

    return conditions


def full_rank(node: Expr) -> Sequence[Condition]:
    """The argument has full rank."""
    return [Condition("full_rank", node.args[0], "{0} has full rank")]


# ---------------------------------------------------------------- singular values

normnuc = operator(
    "normnuc",
    shape=lambda args, data: SCALAR,
    notation=Fence("normnuc", ("‖", "‖_*"), (r"\left\|", r"\right\|_*")),
    value=lambda R, node, X: R.total(R.diagonal(R.matrix_function("sqrtm", _gram(R, X)))),
    cubes=20,
    code=code(
        "xp.linalg.norm({0}, 'nuc')",
        array_api="xp.sum(xp.linalg.svdvals({0}))",
        julia="sum(svdvals({0}))",
        matlab="sum(svd({0}))",
        c=of_singular_values(
            "double {number} = 0;for (long i = 0; i < {m} && i < {n}; i++) {number} += {room3}[i];"
        ),
    ),
    holes=REAL_ONLY,
    partials=(lambda Y, X, dX: frobenius(polar(X), dX),),
    why="with X = U Σ Vᵀ, d‖X‖_* = U Vᵀ : dX; U Vᵀ is the polar factor of X",
    conditions=full_rank,
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=NORM,
    samples=ANY,
    spellings=("normnuc", "nuclear"),
    doc="nuclear norm, the sum of the singular values",
)


def _polar_value(R: Any, X: Any) -> Any:
    inverse = R.inverse(R.matrix_function("sqrtm", _gram(R, X)))
    return R.matmul(X, inverse) if len(X) >= len(X[0]) else R.matmul(inverse, X)


def _is_wide(X: Expr) -> bool:
    rows, cols = X.shape
    known = rows != cols and cols.is_at_least(rows)
    return known or "full_row_rank" in facts_of(X)


def _polar_partial(Y: Expr, X: Expr, dX: Expr) -> Expr:
    """From X = Y S with S = (XᵀX)^½, or X = S Y with S = (XXᵀ)^½ for a wide X."""
    wide = _is_wide(X)
    gram = multiply(X, X.T) if wide else multiply(X.T, X)
    moved = multiply(dX, X.T) if wide else multiply(X.T, dX)
    S = sqrtm(gram)
    dS = sylvester(S, S, add(moved, moved.T))
    if wide:
        return multiply(inv(S), minus(dX, multiply(dS, Y)))
    return multiply(minus(dX, multiply(Y, dS)), inv(S))


polar = operator(
    "polar",
    shape=lambda args, data: args[0].shape,
    notation=called("polar"),
    value=lambda R, node, X: _polar_value(R, X),
    cubes=20,
    code=helper("polar", c=recombined(0)),
    holes=REAL_ONLY,
    partials=(_polar_partial,),
    why="differentiate X = Y (XᵀX)^½",
    conditions=full_rank,
    samples=ANY,
    spellings=("polar",),
    letters="w",
    doc="polar factor U Vᵀ of X = U Σ Vᵀ, which is X (XᵀX)^(−½)",
)

normspec = operator(
    "normspec",
    shape=lambda args, data: SCALAR,
    notation=Fence("normspec", ("‖", "‖₂"), (r"\left\|", r"\right\|_{op}")),
    value=lambda R, node, X: R.apply("sqrt", R.matrix_function("eigmax", _gram(R, X))),
    cubes=20,
    code=code(
        "xp.linalg.norm({0}, 2)",
        array_api="xp.max(xp.linalg.svdvals({0}))",
        julia="opnorm({0})",
        matlab="norm({0})",
        c=of_singular_values(
            "double {number} = 0;"
            "for (long i = 0; i < {m} && i < {n}; i++)"
            " if (!({room3}[i] <= {number})) {number} = {room3}[i];"
        ),
    ),
    holes=REAL_ONLY,
    partials=(lambda Y, X, dX: frobenius(top_singular(X), dX),),
    why="d‖X‖₂ = u vᵀ : dX, with u and v the singular vectors of the largest singular value",
    conditions=_simple("singular value"),
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=NORM,
    samples=ANY,
    spellings=("normspec", "spectralnorm", "spectral"),
    doc="spectral norm, the largest singular value",
)


def _top_singular_value(R: Any, X: Any) -> Any:
    gram = _gram(R, X)
    size = R.inverse(R.apply("sqrt", R.matrix_function("eigmax", gram)))
    P = R.matrix_function("eigproj_max", gram)
    return R.scale(size, R.matmul(X, P) if len(X) >= len(X[0]) else R.matmul(P, X))


def _top_singular_partial(Y: Expr, X: Expr, dX: Expr) -> Expr:
    """From Y = X P/σ, with σ² the largest eigenvalue of XᵀX and P its projector."""
    gram, moved = multiply(X.T, X), multiply(X.T, dX)
    P, R = eigproj_max(gram), eigres_max(gram)
    both = add(moved, moved.T)
    dP = add(multiply(multiply(R, both), P), multiply(multiply(P, both), R))
    inner = add(multiply(dX, P), multiply(X, dP))
    return scale(power(normspec(X), -1), minus(inner, scale(frobenius(Y, dX), Y)))


top_singular = operator(
    "top_singular",
    shape=lambda args, data: args[0].shape,
    notation=called("top_singular", "u₁v₁ᵀ", "uv_max"),
    value=lambda R, node, X: _top_singular_value(R, X),
    cubes=20,
    code=helper("top_singular", c=recombined(1)),
    holes=REAL_ONLY,
    partials=(_top_singular_partial,),
    why="differentiate u vᵀ = X P/σ, with P the projector onto v and σ = ‖X‖₂",
    conditions=_simple("singular value"),
    samples=ANY,
    spellings=("top_singular",),
    letters="w",
    doc="u vᵀ for the singular vectors u and v of the largest singular value",
)

# ---------------------------------------------------------------- eigenvalues


def _square(args: Args, data: object) -> Shape:
    return square(args[0].shape)


def _symmetric(dS: Expr) -> Expr:
    return scale(HALF, add(dS, dS.T))


eigmax = operator(
    "eigmax",
    shape=lambda args, data: square(args[0].shape) and SCALAR,
    notation=Call(Spelling("eigmax", "λ_max", r"\lambda_{\max}")),
    value=lambda R, node, S: R.matrix_function("eigmax", S),
    cubes=4 / 3,
    code=code(
        "xp.linalg.eigvalsh(({0} + {0}.T) / 2)[-1]",
        julia="eigmax(Symmetric(({0} + {0}') / 2))",
        matlab="max(eig(({0} + {0}.') / 2))",
        c=of_eigenvalues("const double {number} = {room3}[{m} - 1];"),
    ),
    holes=REAL_ONLY,
    partials=(lambda Y, S, dS: frobenius(eigproj_max(S), dS),),
    why="from S v = λ v with a unit vector v: dλ = vᵀdS v = P : dS, with P = v vᵀ",
    conditions=_simple("eigenvalue"),
    curves=(Curve("convex"), Curve("convex", "grows", order="matrix")),
    samples=(SQUARE,),
    spellings=("eigmax", "lambda_max"),
    doc="largest eigenvalue of a symmetric matrix; only the symmetric part of the argument counts",
)


def _projector_partial(P: Expr, S: Expr, dS: Expr) -> Expr:
    R = eigres_max(S)
    first = multiply(multiply(R, _symmetric(dS)), P)
    return add(first, first.T)


eigproj_max = operator(
    "eigproj_max",
    shape=_square,
    notation=called("eigproj_max", "P_max", "P_max"),
    value=lambda R, node, S: R.matrix_function("eigproj_max", S),
    cubes=9,
    code=helper("eigproj_max", c=of_eigenvalues("from_last({m}, {room2}, {room3}, 0, {out});")),
    holes=REAL_ONLY,
    partials=(_projector_partial,),
    why="perturbation of the projector P = v vᵀ: dP = R dS P + P dS R with R = (λI − S)⁺",
    conditions=_simple("eigenvalue"),
    facts=lambda node, below: frozenset({"symmetric"}),
    samples=(SQUARE,),
    spellings=("eigproj_max",),
    letters="p",
    doc="the projector v vᵀ onto the eigenvector of the largest eigenvalue of a symmetric matrix",
)


def _resolvent_value(R: Any, S: Any) -> Any:
    P, value = R.matrix_function("eigproj_max", S), R.matrix_function("eigmax", S)
    half = R.number(Fraction(1, 2))
    shifted = R.subtract(R.scale(value, R.eye(len(S))), R.scale(half, R.add(S, R.transpose(S))))
    return R.subtract(R.inverse(R.add(shifted, P)), P)


def _resolvent_partial(R: Expr, S: Expr, dS: Expr) -> Expr:
    """From R = (λI − S + P)⁻¹ − P, where (λI − S + P)⁻¹ = R + P."""
    P, inner = eigproj_max(S), _symmetric(dS)
    dP = _projector_partial(P, S, dS)
    whole = add(R, P)
    shift = add(minus(multiply(frobenius(P, dS), eye(S.shape.rows)), inner), dP)
    return minus(-multiply(multiply(whole, shift), whole), dP)


eigres_max = operator(
    "eigres_max",
    shape=_square,
    notation=called("eigres_max", "R_max", "R_max"),
    value=lambda R, node, S: _resolvent_value(R, S),
    cubes=9,
    code=helper("eigres_max", c=of_eigenvalues("from_last({m}, {room2}, {room3}, 1, {out});")),
    holes=REAL_ONLY,
    partials=(_resolvent_partial,),
    why="differentiate R = (λI − S + P)⁻¹ − P",
    conditions=_simple("eigenvalue"),
    facts=lambda node, below: frozenset({"symmetric"}),
    samples=(SQUARE,),
    spellings=("eigres_max",),
    letters="r",
    doc="the reduced resolvent (λI − S)⁺ at the largest eigenvalue λ of a symmetric matrix",
)

_all_simple = "all eigenvalues of {0} are simple"

eigvals_sym = operator(
    "eigvals_sym",
    shape=lambda args, data: Shape(square(args[0].shape).rows, ONE),
    notation=called("eigvals_sym"),
    value=lambda R, node, S: R.matrix_function("eigvals_sym", S),
    cubes=4 / 3,
    code=code(
        "xp.linalg.eigvalsh(({0} + {0}.T) / 2)",
        julia="eigvals(Symmetric(({0} + {0}') / 2))",
        matlab="eig(({0} + {0}.') / 2)",
        c=of_eigenvalues("for (long i = 0; i < {m}; i++) {out}[i] = {room3}[i];"),
    ),
    holes=REAL_ONLY,
    partials=(lambda Y, S, dS: _along_eigenvectors(S, dS),),
    why="from S v = λ v with a unit vector v: dλ = vᵀdS v for each eigenvalue",
    conditions=lambda node: [Condition("simple", node.args[0], _all_simple)],
    facts=lambda node, below: (
        frozenset({"positive"}) if "positive_definite" in below[0] else frozenset[str]()
    ),
    samples=(SQUARE,),
    spellings=("eigvals_sym",),
    doc="eigenvalues of a symmetric matrix in ascending order; only the symmetric part counts",
)


def _along_eigenvectors(S: Expr, dS: Expr) -> Expr:
    V = eigvecs_sym(S)
    return diag(multiply(multiply(V.T, dS), V))


def _gaps(values: Expr) -> Expr:
    """1/(λⱼ − λᵢ) off the diagonal and 0 on it, where adding I keeps from dividing by zero."""
    n = values.shape.rows
    one, identity = ones(n), eye(n)
    differences = minus(multiply(one, values.T), multiply(values, one.T))
    return minus(power(add(differences, identity), -1), identity)


def _eigenvectors_partial(V: Expr, S: Expr, dS: Expr) -> Expr:
    """dV = V K with K skew: the equation S V = V Λ gives all of its entries off the diagonal."""
    inner = multiply(multiply(V.T, _symmetric(dS)), V)
    return multiply(V, hadamard(_gaps(eigvals_sym(S)), inner))


eigvecs_sym = operator(
    "eigvecs_sym",
    shape=_square,
    notation=called("eigvecs_sym"),
    value=lambda R, node, S: R.matrix_function("eigvecs_sym", S),
    cubes=9,
    code=helper(
        "eigvecs_sym",
        c=of_eigenvalues(
            "upright({m}, {room2});for (long i = 0; i < {m} * {m}; i++) {out}[i] = {room2}[i];"
        ),
    ),
    holes=REAL_ONLY,
    partials=(_eigenvectors_partial,),
    why="differentiate S V = V Λ with VᵀV = I: dV = V (F ⊙ VᵀdS V) with F[i,j] = 1/(λⱼ − λᵢ) off "
    "the diagonal and 0 on it",
    conditions=lambda node: [Condition("simple", node.args[0], _all_simple)],
    facts=lambda node, below: frozenset({"orthogonal"}),
    samples=(SQUARE,),
    spellings=("eigvecs_sym",),
    letters="v",
    doc="unit eigenvectors of a symmetric matrix as columns, in the order of its eigenvalues; the "
    "largest entry of each is positive",
)
