"""The Moore–Penrose inverse and the Cholesky factor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matgrad.core.expr import NO_FACTS, Condition, Expr, Facts, operator
from matgrad.core.facts import facts_of
from matgrad.core.notation import Postfix, Spelling
from matgrad.core.shape import Shape, square
from matgrad.ops.code import Either, code, recombined
from matgrad.ops.inverse import inv
from matgrad.ops.leaves import eye, number
from matgrad.ops.linear import Args, add, scale
from matgrad.ops.matrix_functions import SQUARE, called
from matgrad.ops.sugar import minus, multiply, total_sum


def _pseudoinverse_partial(Y: Expr, X: Expr, dX: Expr) -> Expr:
    """−X⁺dX X⁺ and what the parts outside of the range and the row space of X add to it."""
    known = facts_of(X)
    outside = minus(eye(X.shape.rows), multiply(X, Y))
    null = minus(eye(X.shape.cols), multiply(Y, X))
    terms = [-multiply(multiply(Y, dX), Y)]
    if "full_row_rank" not in known:
        terms.append(multiply(multiply(multiply(Y, Y.T), dX.T), outside))
    if "full_column_rank" not in known:
        terms.append(multiply(multiply(multiply(null, dX.T), Y.T), Y))
    return total_sum(terms, Y.shape)


def _pseudoinverse_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    return (
        below[0] & {"symmetric", "diagonal", "positive_definite", "orthogonal", "invertible"}
        | ({"full_row_rank"} if "full_column_rank" in below[0] else NO_FACTS)
        | ({"full_column_rank"} if "full_row_rank" in below[0] else NO_FACTS)
    )


def _constant_rank(node: Expr) -> Sequence[Condition]:
    if facts_of(node.args[0]) & {"full_column_rank", "full_row_rank", "invertible"}:
        return []  # the largest rank there is does not change nearby
    return [Condition("constant_rank", node.args[0], "the rank of {0} does not change nearby")]


pinv = operator(
    "pinv",
    shape=lambda args, data: args[0].shape.transposed,
    notation=Postfix(Spelling("pinv", "⁺", "^{+}")),
    value=lambda R, node, X: R.matrix_function("pinv", X),
    cubes=20,
    code=code(
        "xp.linalg.pinv({0})",
        numpy="np.linalg.pinv({0}, rtol=None)",  # by the precision, not 1e-15 for all
        julia="pinv({0})",
        matlab="pinv({0})",
        c=recombined(2),
    ),
    partials=(_pseudoinverse_partial,),
    why="d(X⁺) = −X⁺dX X⁺ + X⁺X⁺ᵀdXᵀ(I − XX⁺) + (I − X⁺X)dXᵀX⁺ᵀX⁺ while the rank stays the same",
    conditions=_constant_rank,
    facts=_pseudoinverse_facts,
    samples=((("m", "n"),),),
    spellings=("pinv",),
    doc="Moore–Penrose inverse",
)


# ---------------------------------------------------------------- Cholesky


def _halved(R: Any, X: Any) -> Any:
    half = R.rational(Fraction(1, 2))
    return [
        [x if j < i else R.times(half, x) if j == i else R.zero for j, x in enumerate(row)]
        for i, row in enumerate(X)
    ]


trilhalf = operator(
    "trilhalf",
    shape=lambda args, data: square(args[0].shape),
    notation=called("trilhalf", "tril½"),
    value=lambda R, node, X: _halved(R, X),
    code=code(
        "xp.tril({0}) - xp.diag(xp.diag({0})) / 2",
        array_api="(xp.tril({0}) + xp.tril({0}, k=-1)) / 2",
        julia="((tril({0}) + tril({0}, -1)) / 2)",
        matlab="((tril({0}) + tril({0}, -1)) / 2)",
        c="({0[i, j]} * (i > j ? 1.0 : i == j ? 0.5 : 0.0))",
    ),
    adjoints=(lambda G, X: trilhalf(G),),
    why="taking the lower triangle is linear",
    across="tril½ keeps or halves each entry: G : tril½(A) = tril½(G) : A",
    facts=lambda node, below: frozenset({"lower_triangular"}) | (below[0] & {"diagonal"}),
    samples=(SQUARE,),
    spellings=("trilhalf",),
    doc="the lower triangle of a matrix with its diagonal halved",
)


def _cholesky_partial(L: Expr, A: Expr, dA: Expr) -> Expr:
    inverse = inv(L)
    half = scale(number(Fraction(1, 2)), add(dA, dA.T))
    inner = multiply(multiply(inverse, half), inverse.T)
    return multiply(L, trilhalf(inner))


def _cholesky_shape(args: Args, data: object) -> Shape:
    return square(args[0].shape)


def _is_of_symmetric(value: Any) -> bool:
    return "symmetric" in facts_of(value.node.args[0])


chol = operator(
    "chol",
    shape=_cholesky_shape,
    notation=called("chol"),
    value=lambda R, node, A: R.matrix_function("chol", A),
    cubes=1 / 3,
    code=code(
        "xp.linalg.cholesky(({0} + {0}.T) / 2)",
        # NumPy reads the lower triangle only, which is enough if the matrix is symmetric.
        numpy=Either(
            _is_of_symmetric,
            "np.linalg.cholesky({0})",
            "np.linalg.cholesky(({0} + {0}.T) / 2)",
        ),
        julia="Matrix(cholesky(Symmetric(({0} + {0}') / 2)).L)",
        matlab="chol(({0} + {0}.') / 2, 'lower')",
    ),
    partials=(_cholesky_partial,),
    why="differentiate L Lᵀ = A: L⁻¹dA L⁻ᵀ is L⁻¹dL plus its transpose, so dL = L tril½(L⁻¹dA L⁻ᵀ)",
    conditions=lambda node: [
        Condition("positive_definite", node.args[0], "{0} is positive definite")
    ],
    facts=lambda node, below: frozenset({"lower_triangular", "invertible"}),
    samples=(SQUARE,),
    spellings=("chol", "cholesky"),
    letters="l",
    doc="lower Cholesky factor L of a positive definite matrix, L Lᵀ = A; "
    "only the symmetric part of the argument counts",
)
