r"""What LaTeX writes with bars, and other signs whose meaning depends on shapes.

They are functions whose names no text can spell, so everything else treats them as calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import NORMS as CATALOGUED
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Sizes

BARS, EXPONENTIAL = "|·|", "e^"


def _same(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return args[0]


def _number(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return SCALAR


def _is_matrix(X: Expr) -> bool:
    return not X.shape.is_vector


def _bars(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    (X,) = args
    if _is_matrix(X) and X.shape.is_square:
        raise AmbiguousError(
            "the determinant, or the absolute value of each entry?", node.position,
            r"\det(X), or \operatorname{abs}(X)",
        )  # fmt: skip
    return ops.absolute(X)


def _exponential(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    (X,) = args
    if _is_matrix(X) and X.shape.is_square:
        raise AmbiguousError(
            "a matrix in the exponent: the matrix function or each entry?", node.position,
            r"\exp(A) is elementwise, \operatorname{expm}(A) the matrix exponential",
        )  # fmt: skip
    if _is_matrix(X):
        builder.note("e to the power of a matrix that is not square is taken elementwise")
    return ops.exp(X)


# ---------------------------------------------------------------- norms


def _norm(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if not _is_matrix(args[0]):
        return ops.norm2(*args)
    builder.note("the norm of a matrix without an index is read as the Frobenius norm")
    return ops.normF(*args)


def _norm2(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return _named("normspec")(builder, node, args) if _is_matrix(args[0]) else ops.norm2(*args)


def _norm1(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if _is_matrix(args[0]):
        builder.note("the 1-norm of a matrix is read as the sum of its absolute entries")
    return ops.norm1(*args)


def _named(name: str) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        if name not in FUNCTIONS:
            raise UnsupportedError(
                f"{name} is not available yet", node.position, r"\|X\|_F is the Frobenius norm"
            )
        return FUNCTIONS[name].build(builder, node, args)

    return build


_NORMS: dict[str, Callable[[Builder, Node, Sequence[Expr]], Expr]] = {
    **{index: _named(name) for index, name in CATALOGUED.items()},
    **{"*": _named("normnuc"), "ast": _named("normnuc"), "star": _named("normnuc")},
    **{"": _norm, "2": _norm2, "1": _norm1, "mathrmF": _named("normF")},
    **{"infty": _named("norminf"), "op": _named("normspec"), "nuc": _named("normnuc")},
}
# The names of the norms by what stands below the bars.
NORMS = {index: f"‖·‖{index}" for index in _NORMS}


# ---------------------------------------------------------------- shapes that a reading relies on


def _scalar(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate_shapes(args[0], SCALAR):
        raise unfit(sizes, node, node.args[0], SCALAR, args[0])
    return SCALAR


def _itself(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return args[0]


ONLY_IN_LATEX: tuple[Function, ...] = (
    Function(BARS, (1,), _same, _bars),
    Function(EXPONENTIAL, (1,), _same, _exponential),
    Function("scalar of", (1,), _scalar, _itself),
    *(Function(NORMS[index], (1,), _number, build) for index, build in _NORMS.items()),
)
FUNCTIONS.update({function.name: function for function in ONLY_IN_LATEX})
