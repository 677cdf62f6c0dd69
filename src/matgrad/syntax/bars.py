r"""What LaTeX writes with bars, and other signs whose meaning depends on shapes.

They are functions whose names no text can spell, so everything else treats them as calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.notation import Fence
from matgrad.core.shape import SCALAR, Shape
from matgrad.core.walk import symbols
from matgrad.errors import AmbiguousError, ShapeError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.signature import Form, Forms, by_shape, form, forms, of_matrix, unfit
from matgrad.syntax.tree import (
    BARS,
    DETERMINANT_BARS,
    EXPONENTIAL,
    LENGTH_BARS,
    PLUS,
    POSITIVE_PART,
    SUM_OF_POWERS,
    Node,
)
from matgrad.syntax.unify import Misfit, Sizes, is_unknown


def _unless_square(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of an exponential, which is another function for square matrices."""
    shape = sizes.shape(args[0])
    may_be_square = is_unknown(shape.rows) or is_unknown(shape.cols) or shape.is_square
    if may_be_square and not shape.is_vector:
        message = "a matrix in the exponent: the matrix function or each entry?"
        hint = r"\exp(A) is elementwise, \operatorname{expm}(A) the matrix exponential"
        raise Misfit(AmbiguousError(message, node.position, hint), node)
    return args[0]


def _length(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    if not shape.is_vector:
        raise unfit(sizes, node, node.args[0], Shape(sizes.fresh(), ONE), shape)
    return SCALAR


def _determinant(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    is_vector = shape.is_vector and not shape.is_scalar
    if is_vector or not sizes.equate(args[0].rows, args[0].cols):
        side = sizes.fresh()
        raise unfit(sizes, node, node.args[0], Shape(side, side), args[0])
    return SCALAR


def _positive_part(x: Expr) -> Expr:
    if not x.shape.is_vector:
        raise ShapeError("the positive part of a matrix is not written so")
    if not symbols(x):
        raise ShapeError("a constant has no positive part")
    return ops.relu(x)


def _note_of_part(x: Expr) -> str:
    return "a plus above a number or a vector is read as the positive part"


_TURNED = form("m x n -> n x m", ops.pinv)
_POSITIVE = form("m x n -> m x n", _positive_part, note=_note_of_part)


# ---------------------------------------------------------------- norms


def _largest(X: Expr) -> Expr:
    if not X.shape.is_vector:
        raise AmbiguousError(
            "the largest entry of a matrix, or its largest sum along a row?",
            hint=r"\max(\operatorname{abs}(X)), or \max(\operatorname{abs}(X) \mathbf{1})",
        )
    return ops.max_entry(ops.absolute(X))


def _of_columns(X: Expr) -> Expr:
    if not X.shape.is_vector:
        raise AmbiguousError(
            "the largest sum down a column, or the sum of all entries?",
            hint="max(sum_cols(abs(X))), or sum(abs(X))",
        )
    return ops.norm1(X)


def _norm(of_vectors: Op, of_matrices: Op | None = None, note: str = "") -> Form:
    def build(X: Expr) -> Expr:
        return (of_vectors if X.shape.is_vector else of_matrices or of_vectors)(X)

    return form("m x n -> 1", build, note=of_matrix(note))


_LARGEST = form("m x n -> 1", _largest)
_NUCLEAR, _SPECTRAL = _norm(ops.normnuc), _norm(ops.normspec)
# The norms by what stands below their bars: those of the catalogue, and other spellings.
_NORMS: dict[str, Form] = {
    op.notation.latex[1].removeprefix(r"\right\|").lstrip("_").strip("{}"): _norm(op)
    for op in catalogue.values()
    if isinstance(op.notation, Fence) and op.notation.latex[0] == r"\left\|"
} | {
    "": _norm(
        ops.norm2, ops.normF,
        "the norm of a matrix without an index is read as the Frobenius norm",
    ),
    "1": _norm(
        ops.norm1, note="the 1-norm of a matrix is read as the sum of its absolute entries"
    ),
    "2": _norm(ops.norm2, ops.normspec),
    **{"infty": _LARGEST, "∞": _LARGEST, "Inf": _LARGEST, "mathrmF": _norm(ops.normF)},
    **{"*": _NUCLEAR, "ast": _NUCLEAR, "star": _NUCLEAR, "nuc": _NUCLEAR, "op": _SPECTRAL},
}  # fmt: skip


def _sum_of_powers(x: Expr, p: Expr) -> Expr:
    return ops.total(ops.power(ops.absolute(x), p))


def _elementwise(words: str) -> Callable[..., str]:
    return of_matrix(f"{words} a matrix that is not square is taken elementwise")


OF_SHAPES: dict[str, Forms] = {
    BARS: forms(form(
        "m x n -> m x n", ops.absolute, note=_elementwise("the absolute value of")
    )),
    LENGTH_BARS: forms(form(
        "n -> 1", lambda x: (ops.absolute if x.is_scalar else ops.norm2)(x), _length
    )),
    DETERMINANT_BARS: forms(form(
        "n x n -> 1", lambda X: (ops.absolute if X.is_scalar else ops.det)(X), _determinant,
        of_matrix("bars around a square matrix are read as its determinant"),
    )),
    EXPONENTIAL: forms(form(
        "m x n -> m x n", ops.exp, _unless_square, _elementwise("e to the power of")
    )),
    PLUS: forms(by_shape(lambda shape: shape.is_vector, _POSITIVE, _TURNED)),
    POSITIVE_PART: forms(_POSITIVE),
    # A vector and a number; a matrix has several norms with an exponent.
    SUM_OF_POWERS: forms(form("n; 1 -> 1", _sum_of_powers)),
    "norm(·, 1)": forms(form("m x n -> 1", _of_columns)),
    **{f"‖·‖{index}": forms(found) for index, found in _NORMS.items()},
}  # fmt: skip
FUNCTIONS.update(OF_SHAPES)
