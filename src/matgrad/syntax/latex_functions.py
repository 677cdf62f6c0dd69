r"""What LaTeX writes with bars, and other signs whose meaning depends on shapes.

They are functions whose names no text can spell, so everything else treats them as calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import NORMS as CATALOGUED
from matgrad.syntax.signature import Builder, Function
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes, is_unknown

BARS, LENGTH_BARS, EXPONENTIAL = "|·|", "|·| of a vector", "e^"


def _number(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return SCALAR


def _is_matrix(X: Expr) -> bool:
    return not X.shape.is_vector


_AMBIGUOUS = {
    BARS: (
        "the determinant, or the absolute value of each entry?",
        r"\det(X), or \operatorname{abs}(X)",
    ),
    LENGTH_BARS: (
        "the determinant, or the absolute value of each entry?",
        r"\det(X), or \operatorname{abs}(X)",
    ),
    EXPONENTIAL: (
        "a matrix in the exponent: the matrix function or each entry?",
        r"\exp(A) is elementwise, \operatorname{expm}(A) the matrix exponential",
    ),
}


def _unless_square(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of an elementwise function that is another function for square matrices."""
    shape = sizes.shape(args[0])
    may_be_square = is_unknown(shape.rows) or is_unknown(shape.cols) or shape.is_square
    if may_be_square and not shape.is_vector:
        message, hint = _AMBIGUOUS[node.text]
        raise Misfit(AmbiguousError(message, node.position, hint), node)
    return args[0]


def _length(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    _unless_square(sizes, node, args)
    return SCALAR if sizes.shape(args[0]).is_vector else args[0]


def _build_length(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    is_length = args[0].shape.is_vector and not args[0].is_scalar
    return ops.norm2(*args) if is_length else ops.absolute(*args)


def _entrywise(op: Op, words: str) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        if _is_matrix(args[0]):
            builder.note(f"{words} a matrix that is not square is taken elementwise")
        return op(*args)

    return build


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


def _norm_infinity(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if _is_matrix(args[0]):
        raise AmbiguousError(
            "the largest entry of a matrix, or its largest sum along a row?", node.position,
            r"\max(\operatorname{abs}(X)), or \max(\operatorname{abs}(X) \mathbf{1})",
        )  # fmt: skip
    return ops.max_entry(ops.absolute(*args))


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
    **{"infty": _norm_infinity, "op": _named("normspec"), "nuc": _named("normnuc")},
}
# The names of the norms by what stands below the bars.
NORMS = {index: f"‖·‖{index}" for index in _NORMS}


ONLY_IN_LATEX: tuple[Function, ...] = (
    Function(BARS, (1,), _unless_square, _entrywise(ops.absolute, "the absolute value of")),
    Function(LENGTH_BARS, (1,), _length, _build_length),
    Function(EXPONENTIAL, (1,), _unless_square, _entrywise(ops.exp, "e to the power of")),
    *(Function(NORMS[index], (1,), _number, build) for index, build in _NORMS.items()),
)
FUNCTIONS.update({function.name: function for function in ONLY_IN_LATEX})
