"""A matrix to an integer power that is a symbol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from matgrad.core.expr import Condition, Expr, operator
from matgrad.core.notation import Power
from matgrad.core.shape import Shape, same, square
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops.linear import Args
from matgrad.ops.matrix_functions import MOST, NO_MATRIX, called


def _shape(args: Args, data: object) -> Shape:
    A, k, *directions = args
    if not k.is_scalar:
        raise ShapeError(f"an exponent is a scalar, this is {k.shape}")
    return square(same(A.shape, *(E.shape for E in directions)))


def corner(R: Any, X: Any, directions: Sequence[Any], function: Callable[[Any], Any]) -> Any:
    """A derivative of a function of matrices: the corner of f([X E; 0 X]), once per direction."""
    n = len(X)
    for E in directions:
        copies = len(X) // n
        lifted = [
            [E[i % n][j % n] if i // n == j // n else R.zero for j in range(n * copies)]
            for i in range(n * copies)
        ]
        top = [x + e for x, e in zip(X, lifted, strict=True)]
        X = top + [zero + x for zero, x in zip(R.zeros(len(X), len(X)), X, strict=True)]
    return [row[-n:] for row in function(X)[:n]]


def _value(R: Any, node: Expr, A: Any, k: Any, *directions: Any) -> Any:
    exponent = R.whole(k[0][0])
    return corner(R, A, directions, lambda X: R.matrix_power(X, exponent))


def _unless_negative(node: Expr) -> Sequence[Condition]:
    words = "{0} is invertible if its exponent is negative"
    return [Condition("invertible_power", node.args[0], words)]


def _no_slope(*_: Expr) -> Expr:
    raise UnsupportedError("the exponent of a matrix is an integer: there is no derivative by it")


def _moved(index: int) -> Callable[..., Expr]:
    return lambda Y, A, k, *rest: frechet_power(
        A, k, *rest[: index - 2], rest[-1], *rest[index - 1 : -1]
    )


def _across(index: int) -> Callable[..., Expr]:
    def adjoint(G: Expr, A: Expr, k: Expr, *directions: Expr) -> Expr:
        turned = [E.T for E in directions]
        turned[index - 2] = G
        return frechet_power(A.T, k, *turned)

    return adjoint


frechet_power = operator(
    "frechet_power",
    shape=_shape,
    notation=called("frechet_power", "L_power", "L_power"),
    value=_value,
    code={"numpy": "corner(lambda A: np.linalg.matrix_power(A, int({1})), {0}, {rest})"},
    partials=(
        lambda Y, A, k, *directions: frechet_power(A, k, *directions),
        _no_slope,
        *(_moved(index) for index in range(2, MOST + 2)),
    ),
    linear_in={index: _across(index) for index in range(2, MOST + 2)},
    why="the derivative of a power is linear in each direction",
    across="G : L(A, k, E) = L(Aᵀ, k, G) : E",
    holes=NO_MATRIX,
    conditions=_unless_negative,
    spellings=("frechet_power",),
    doc="frechet_power(A, k, E) = Σ A^i E A^(k−1−i), the derivative of A^k in the direction E",
)

integer_power = operator(
    "integer_power",
    shape=_shape,
    notation=Power(elementwise=False),
    value=_value,
    code={"numpy": "np.linalg.matrix_power({0}, int({1}))"},
    partials=(lambda Y, A, k, dA: frechet_power(A, k, dA), _no_slope),
    why="product rule on each factor: d(A^k) = Σ A^i dA A^(k−1−i)",
    holes=NO_MATRIX,
    conditions=_unless_negative,
    facts=lambda node, below: below[0] & {"symmetric", "diagonal", "orthogonal", "invertible"},
    doc="A^k for an integer symbol k",
)
