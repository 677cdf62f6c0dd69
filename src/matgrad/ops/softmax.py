"""Softmax and the logarithm of a sum of exponentials, of a vector and of each row of a matrix."""

from __future__ import annotations

from typing import Any

from matgrad.core.curves import CONVEX_GROWING
from matgrad.core.dims import ONE
from matgrad.core.expr import NO_FACTS, Expr, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import Either, code, helper, of_matrix
from matgrad.ops.elementwise import exp, log, power
from matgrad.ops.linear import Args, frobenius, scale
from matgrad.ops.structure import total
from matgrad.ops.sugar import entrywise, filled, minus, multiply

_positive = frozenset({"positive"})


def _vector(args: Args, data: object) -> Shape:
    shape = args[0].shape
    if not shape.is_vector:
        raise ShapeError(
            f"softmax needs a vector, this is {shape}",
            hint="softmax_rows acts on each row of a matrix",
        )
    return shape


def _column_of_ones(like: Expr) -> Expr:
    return filled(1, Shape(like.shape.cols, ONE))


def _one(X: Expr) -> Expr:
    return filled(1, X.shape)


softmax = operator(
    "softmax",
    shape=_vector,
    notation=Call(Spelling("softmax", "softmax", r"\operatorname{softmax}")),
    value=lambda R, node, x: _shares(R, R.apply("exp", x)),
    work=15,
    code=code(
        members="softmax_rows",
        numpy="softmax({0})",
        jax="jax.nn.softmax({0}, None)",
        # Of all entries: those of a matrix stand in one row for as long as it takes.
        torch=Either(
            of_matrix,
            "torch.softmax({0}.reshape(-1), 0).reshape({0}.shape)",
            "torch.softmax({0}, 0)",
        ),
        array_api="softmax(xp, {0}, None)",
        julia="reshape(softmax_rows(vec({0})'), size({0}))",
        matlab="reshape(softmax_rows(reshape({0}, 1, [])), size({0}))",
    ),
    means=lambda x: exp(x) / total(exp(x)),
    partials=(lambda Y, x, dx: entrywise(Y, dx) - scale(frobenius(Y, dx), Y),),
    of_number=_one,
    reach=(0, 1),
    why="quotient rule: with p = softmax(x), dp = p ⊙ dx − p (p : dx)",
    facts=lambda node, below: _positive | ({"simplex"} if node.shape.is_column else NO_FACTS),
    samples=((("n",),),),
    spellings=("softmax",),
    letters="p",
    doc="exp(x)/sum(exp(x)) of a vector: positive entries that sum to one",
)


def _shares(R: Any, E: Any) -> Any:
    return R.scale(R.inverse(R.total(E)), E)


def _share(X: Expr) -> Expr:
    """How much each entry contributes to the sum."""
    if X.shape.is_column:
        return softmax(X)
    return softmax(X.T).T if X.shape.is_vector else scale(power(total(exp(X)), -1), exp(X))


logsumexp = operator(
    "logsumexp",
    shape=lambda args, data: SCALAR,
    notation=Call(Spelling("logsumexp", "logsumexp", r"\operatorname{logsumexp}")),
    value=lambda R, node, X: R.apply("log", R.total(R.apply("exp", X))),
    means=lambda X: log(total(exp(X))),
    work=15,
    code=code(
        members="logsumexp_rows",
        numpy="logsumexp({0})",
        jax="jax.nn.logsumexp({0})",
        torch="torch.logsumexp({0}.ravel(), 0)",
        array_api="logsumexp(xp, {0}, None)",
        julia="logsumexp_rows(vec({0})')[1]",
        matlab="logsumexp_rows(reshape({0}, 1, []))",
    ),
    partials=(lambda Y, X, dX: frobenius(_share(X), dX),),
    of_number=lambda X: X,
    why="chain rule: d logsumexp(x) = softmax(x) : dx",
    curves=CONVEX_GROWING,
    samples=((("n",),), (("m", "n"),)),
    spellings=("logsumexp",),
    doc="log(sum(exp(X))) over all entries",
)

softmax_rows = operator(
    "softmax_rows",
    shape=lambda args, data: args[0].shape,
    notation=Call(Spelling("softmax_rows", "softmax_rows", in_latex("softmax_rows"))),
    value=lambda R, node, X: [_shares(R, [row])[0] for row in R.apply("exp", X)],
    work=15,
    code=helper(
        "softmax_rows",
        members="softmax_rows",
        numpy="softmax({0}, -1)",
        jax="jax.nn.softmax({0}, -1)",
        torch="torch.softmax({0}, -1)",
        array_api="softmax(xp, {0}, -1)",
    ),
    means=lambda X: entrywise(exp(X), power(_spread(exp(X)), -1)),
    partials=(lambda Y, X, dX: entrywise(Y, minus(dX, _spread(entrywise(Y, dX)))),),
    of_number=_one,
    of_one_row=softmax,
    reach=(0, 1),
    why="quotient rule in each row: with P = softmax_rows(X), dP = P ⊙ (dX − (P ⊙ dX) 1 1ᵀ)",
    facts=lambda node, below: _positive | {"simplex_rows"},
    samples=((("m", "n"),),),
    spellings=("softmax_rows",),
    letters="p",
    doc="softmax of each row of a matrix",
)


def _spread(A: Expr) -> Expr:
    """The sum of each row in every entry of the row: A 1 1ᵀ."""
    return multiply(A, filled(1, Shape(A.shape.cols, A.shape.cols)))


logsumexp_rows = operator(
    "logsumexp_rows",
    shape=lambda args, data: Shape(args[0].shape.rows, ONE),
    notation=Call(Spelling("logsumexp_rows", "logsumexp_rows", in_latex("logsumexp_rows"))),
    value=lambda R, node, X: R.apply("log", R.matmul(R.apply("exp", X), R.ones(len(X[0]), 1))),
    work=15,
    code=helper(
        "logsumexp_rows",
        members="logsumexp_rows",
        numpy="logsumexp({0}, -1)",
        jax="jax.nn.logsumexp({0}, -1)",
        torch="torch.logsumexp({0}, -1)",
        array_api="logsumexp(xp, {0}, -1)",
    ),
    means=lambda X: log(multiply(exp(X), _column_of_ones(X))),
    partials=(lambda Y, X, dX: multiply(entrywise(softmax_rows(X), dX), _column_of_ones(X)),),
    of_number=lambda X: X,
    of_one_row=logsumexp,
    why="chain rule in each row: d logsumexp_rows(X) = (softmax_rows(X) ⊙ dX) 1",
    curves=CONVEX_GROWING,
    samples=((("m", "n"),),),
    spellings=("logsumexp_rows",),
    doc="log(sum(exp(·))) of each row of a matrix, as a column vector",
)
