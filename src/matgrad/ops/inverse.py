"""Inverses, determinants and integer matrix powers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matgrad.core.curves import Curve, Curves
from matgrad.core.expr import Condition, Expr, make, number_value, operator, sugar
from matgrad.core.notation import Call, Postfix, Power, Spelling
from matgrad.core.shape import SCALAR, Shape, square
from matgrad.errors import ShapeError
from matgrad.ops.code import Kernel, code, helper
from matgrad.ops.elementwise import absolute, log, power
from matgrad.ops.leaves import eye, number
from matgrad.ops.linear import Args, frobenius, matmul, scale
from matgrad.ops.sugar import as_expr, total_sum

_kept = frozenset({"symmetric", "diagonal", "orthogonal", "positive_definite", "invertible"})
_inverted = _kept | {"skew", "lower_triangular", "upper_triangular"}


def _square(args: Args, data: object) -> Shape:
    return square(args[0].shape)


def _scalar_of_square(args: Args, data: object) -> Shape:
    square(args[0].shape)
    return SCALAR


def invertible(node: Expr) -> Sequence[Condition]:
    """The argument must be invertible."""
    return [Condition("invertible", node.args[0], "{0} is invertible")]


inv = operator(
    "inv",
    shape=_square,
    notation=Postfix(Spelling("inv", "⁻¹", "^{-1}")),
    value=lambda R, node, X: R.inverse(X),
    cubes=2,
    code=code("xp.linalg.inv({0})", members="inverses", julia="inv({0})", matlab="inv({0})"),
    partials=(lambda Y, X, dX: -matmul(Y, dX, Y),),  # differentiate X X⁻¹ = I
    why="differentiate X X⁻¹ = I: d(X⁻¹) = −X⁻¹ dX X⁻¹",
    conditions=invertible,
    facts=lambda node, below: below[0] & _inverted | {"invertible"},
    curves=(Curve("matrix-convex", "falls", "pd", "matrix"),),
    samples=((("n", "n"),),),
    spellings=("inv", "inverse", "invert"),
    doc="matrix inverse",
)

det = operator(
    "det",
    shape=_scalar_of_square,
    notation=Call(Spelling("det", "det", r"\det")),
    value=lambda R, node, X: R.determinant(X),
    cubes=2 / 3,
    code=code("xp.linalg.det({0})", members="det", julia="det({0})", matlab="det({0})"),
    partials=(lambda Y, X, dX: frobenius(adj(X).T, dX),),
    of_number=lambda X: X,
    why="Jacobi's formula: d det(X) = adj(X)ᵀ : dX, with the adjugate adj(X) = det(X) X⁻¹",
    curves=(Curve("log-concave", "grows", "pd", "matrix"),),
    samples=((("n", "n"),),),
    spellings=("det",),
    doc="determinant",
)


def _rooms(value: Any) -> tuple[Any, ...]:
    n = value.args[0].axes[0]
    return n * n, n + 1, n * n


def _adjugate_partial(Y: Expr, X: Expr, dX: Expr) -> Expr:
    inverse = inv(X)  # from adj(X) = det(X) X⁻¹
    change = scale(frobenius(inverse.T, dX), inverse) - matmul(inverse, dX, inverse)
    return scale(det(X), change)


adj = operator(
    "adj",
    shape=_square,
    notation=Call(Spelling("adj", "adj", r"\operatorname{adj}")),
    value=lambda R, node, X: R.adjugate(X),
    cubes=20,
    code=helper(
        "adjugate", c=Kernel("adjugate({m}, {A}, {room}, {room2}, {room3}, {out});", _rooms)
    ),
    partials=(_adjugate_partial,),
    of_number=lambda X: number(1),
    why="differentiate adj(X) = det(X) X⁻¹",
    facts=lambda node, below: below[0] & {"symmetric", "diagonal", "invertible"},
    samples=((("n", "n"),),),
    spellings=("adj", "adjugate"),
    doc="adjugate, the transpose of the matrix of cofactors; det(X) X⁻¹ where X is invertible",
)

logdet = operator(
    "logdet",
    shape=_scalar_of_square,
    notation=Call(Spelling("logdet", "log det", r"\log\det")),
    value=lambda R, node, X: R.apply("log", R.determinant(X)),
    cubes=2 / 3,
    code=helper(
        "logdet",
        members="logdets",
        torch="torch.logdet({0})",
        matlab="(log(sign(det({0}))) + sum(log(abs(diag(lu({0}))))))",
    ),
    means=lambda X: log(det(X)),
    partials=(lambda Y, X, dX: frobenius(inv(X).T, dX),),
    of_number=log,
    why="d log det(X) = X⁻ᵀ : dX",
    conditions=lambda node: [Condition("positive_det", node.args[0], "det({0}) > 0")],
    curves=(Curve("concave", "grows", "pd", "matrix"),),
    samples=((("n", "n"),),),
    spellings=("logdet",),
    doc="logarithm of the determinant",
)


logabsdet = operator(
    "logabsdet",
    shape=_scalar_of_square,
    notation=Call(Spelling("logabsdet", "logabsdet", r"\operatorname{logabsdet}")),
    means=lambda X: log(absolute(det(X))),
    cubes=2 / 3,
    code=code(
        "xp.linalg.slogdet({0})[1]",
        julia="logabsdet({0})[1]",
        matlab="sum(log(abs(diag(qr({0})))))",
    ),
    partials=(lambda Y, X, dX: frobenius(inv(X).T, dX),),
    of_number=lambda X: log(absolute(X)),
    why="d log|det X| = X⁻ᵀ : dX, of either sign",
    conditions=invertible,
    samples=((("n", "n"),),),
    spellings=("logabsdet",),
    doc="logarithm of the absolute value of the determinant",
)


def _each_factor(k: int, Y: Expr, A: Expr, dA: Expr) -> Expr:
    if k < 0:  # A^k = (A⁻¹)^(−k): each factor A⁻¹ gives −A⁻¹ dA A⁻¹
        terms = [-_product(matrix_power(A, -1 - i), dA, matrix_power(A, k + i)) for i in range(-k)]
    else:
        terms = [_product(matrix_power(A, i), dA, matrix_power(A, k - 1 - i)) for i in range(k)]
    return total_sum(terms, A.shape)


def _product(*factors: Expr) -> Expr:
    kept = [f for f in factors if f.op.name != "eye"]
    return matmul(*kept)


def _power_curves(node: Expr) -> Curves:
    """X² is convex in the order of matrices, and traces of powers are as those of numbers."""
    k: int = node.data
    if k < 0:
        return (Curve("trace-convex", "falls", "pd", "matrix"),)
    curves = (Curve("trace-convex", "grows", "psd", "matrix"),)
    if k % 2 == 0:
        curves += (Curve("trace-convex", order="matrix"),)
    return (Curve("matrix-convex", order="matrix"), *curves) if k == 2 else curves


matrix_power_op = operator(
    "matrix_power",
    shape=_square,
    notation=Power(elementwise=False),
    value=lambda R, node, A: R.matrix_power(A, node.data),
    code=code(
        "xp.linalg.matrix_power({0}, {data})",
        members="matrix_power",
        **dict.fromkeys(("matlab", "julia"), "{0} ^ ({data})"),
    ),
    partials=(_each_factor,),
    why="product rule on each factor: d(A^k) = Σ A^i dA A^(k−1−i)",
    conditions=lambda node: invertible(node) if node.data < 0 else [],
    facts=lambda node, below: below[0] & _kept,
    curves=_power_curves,
    doc="integer matrix power A^k",
)


def matrix_power(A: Expr, k: int) -> Expr:
    """The product of k factors A; the inverse of it for negative k."""
    if k in (0, 1):
        return A if k else eye(square(A.shape).rows)
    if k == -1:
        return inv(A)
    return make(matrix_power_op, (A,), k)


@sugar("power")
def to_the_power(A: Expr, k: Expr | Fraction | float) -> Expr:
    """A scalar to any power, or a square matrix to an integer power."""
    if A.is_scalar:
        return power(A, k)
    exponent = number_value(as_expr(k))
    if exponent is None or exponent.denominator != 1:
        raise ShapeError(
            "only an integer power of a matrix is unambiguous", hint="elementwise powers: A.^k"
        )
    return matrix_power(A, int(exponent))
