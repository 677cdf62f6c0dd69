"""Norms."""

from __future__ import annotations

from math import inf

from matgrad.core.curves import EVEN
from matgrad.core.expr import Condition, Expr, operator
from matgrad.core.notation import Fence
from matgrad.core.shape import SCALAR
from matgrad.ops.code import Fold, code, helper
from matgrad.ops.elementwise import absolute, power, sign, sqrt
from matgrad.ops.linear import frobenius, scale
from matgrad.ops.structure import total


def _length(X: Expr) -> Expr:
    return sqrt(frobenius(X, X))


norm2 = operator(
    "norm2",
    shape=lambda args, data: SCALAR,
    notation=Fence("norm2", ("‖", "‖"), (r"\left\|", r"\right\|_2")),
    value=lambda R, node, X: R.apply("sqrt", R.total(R.hadamard(X, X))),
    work=2,
    reach=(0, inf),
    code=helper("norm", matlab="norm({0}, 'fro')"),
    means=_length,
    partials=(lambda Y, X, dX: scale(power(Y, -1), frobenius(X, dX)),),
    why="differentiate ‖x‖² = x : x: d‖x‖ = (x/‖x‖) : dx",
    conditions=lambda node: [Condition("nonzero_norm", node.args[0], "{0} ≠ 0")],
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=EVEN,
    samples=((("n",),), (("m", "n"),)),
    spellings=("norm2", "norm"),
    doc="Euclidean norm of a vector; of a matrix, that of all its entries",
)

normF = operator(
    "normF",
    shape=lambda args, data: SCALAR,
    notation=Fence("normF", ("‖", "‖_F"), (r"\left\|", r"\right\|_F")),
    value=lambda R, node, X: R.apply("sqrt", R.total(R.hadamard(X, X))),
    work=2,
    reach=(0, inf),
    code=helper("norm", matlab="norm({0}, 'fro')"),
    means=_length,
    partials=(lambda Y, X, dX: scale(power(Y, -1), frobenius(X, dX)),),
    why="differentiate ‖X‖² = X : X: d‖X‖ = (X/‖X‖) : dX",
    conditions=lambda node: [Condition("nonzero_norm", node.args[0], "{0} ≠ 0")],
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=EVEN,
    samples=((("m", "n"),), (("n",),)),
    spellings=("normF",),
    doc="Frobenius norm",
)

norm1 = operator(
    "norm1",
    shape=lambda args, data: SCALAR,
    notation=Fence("norm1", ("‖", "‖₁"), (r"\left\|", r"\right\|_1")),
    value=lambda R, node, X: R.total(R.apply("abs", X)),
    code=code(
        "xp.sum(xp.abs({0}))",
        julia="sum(abs, {0})",
        matlab="sum(abs(reshape({0}, [], 1)))",
        c=Fold("0", "{1} += fabs({0});"),
    ),
    reach=(0, inf),
    means=lambda X: total(absolute(X)),
    partials=(lambda Y, X, dX: frobenius(sign(X), dX),),
    why="a sum of absolute values: d‖X‖₁ = sign(X) : dX",
    conditions=lambda node: [
        Condition(
            "convention",
            node.args[0],
            "where an entry of {0} is 0, ‖·‖₁ has a kink and sign(0) = 0 is used",
        )
    ],
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=EVEN,
    samples=((("m", "n"),), (("n",),)),
    spellings=("norm1",),
    doc="sum of the absolute values of all entries",
)
