"""The lower and the upper triangle of a square matrix, with the diagonal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.core.curves import LINEAR
from matgrad.core.expr import Expr, Op, operator
from matgrad.core.shape import Shape, square
from matgrad.ops.code import code
from matgrad.ops.linear import Args
from matgrad.ops.matrix_functions import SQUARE, called


def _square(args: Args, data: object) -> Shape:
    return square(args[0].shape)


def _triangle(name: str, side: str, keeps: Callable[[int, int], bool]) -> Op:
    """The projection onto triangular matrices; it is its own adjoint."""

    def value(R: Any, node: Expr, A: Any) -> Any:
        return [
            [x if keeps(i, j) else R.zero for j, x in enumerate(row)] for i, row in enumerate(A)
        ]

    op = operator(
        name,
        shape=_square,
        notation=called(name),
        value=value,
        code=code(
            f"xp.{name}({{0}})",
            **dict.fromkeys(("julia", "matlab"), f"{name}({{0}})"),
            c=f"(i {'>=' if side == 'lower' else '<='} j ? {{0[i, j]}} : 0.0)",
        ),
        adjoints=(lambda G, A: op(G),),
        why=f"taking the {side} triangle is linear",
        across=f"{name} keeps or drops each entry: G : {name}(A) = {name}(G) : A",
        facts=lambda node, below: frozenset({f"{side}_triangular"}),
        curves=LINEAR,
        samples=(SQUARE,),
        spellings=(name,),
        doc=f"the {side} triangle of a square matrix, with its diagonal",
    )
    return op


tril = _triangle("tril", "lower", lambda i, j: j <= i)
triu = _triangle("triu", "upper", lambda i, j: j >= i)
