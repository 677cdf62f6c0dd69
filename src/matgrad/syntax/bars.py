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
from matgrad.errors import AmbiguousError, ShapeError, UnsupportedError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.tree import (
    BARS,
    DETERMINANT_BARS,
    EXPONENTIAL,
    LENGTH_BARS,
    NORM_WITH_EXPONENT,
    PLUS,
    POSITIVE_PART,
    SUM_OF_POWERS,
    WEIGHTED_NORM,
    WEIGHTED_PRODUCT,
    WEIGHTED_SQUARE,
    Node,
)
from matgrad.syntax.unify import Misfit, Sizes, is_unknown

PSEUDO_INVERSE = "·^+ of a matrix"


def _number(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return SCALAR


def _is_matrix(X: Expr) -> bool:
    return not X.shape.is_vector


_AMBIGUOUS = {
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


def _entries(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return args[0]


def _length(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    if not shape.is_vector:
        raise unfit(sizes, node, node.args[0], Shape(shape.rows, ONE), shape)
    return SCALAR


def _determinant(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    is_vector = shape.is_vector and not shape.is_scalar
    if is_vector or not sizes.equate(args[0].rows, args[0].cols):
        raise unfit(sizes, node, node.args[0], Shape(args[0].rows, args[0].rows), args[0])
    return SCALAR


def _build_determinant(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if args[0].is_scalar:
        return ops.absolute(*args)
    builder.note("bars around a square matrix are read as its determinant")
    return ops.det(*args)


def _build_length(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    is_length = args[0].shape.is_vector and not args[0].is_scalar
    return ops.norm2(*args) if is_length else ops.absolute(*args)


def _entrywise(op: Op, words: str) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        if _is_matrix(args[0]):
            builder.note(f"{words} a matrix that is not square is taken elementwise")
        return op(*args)

    return build


def _plus(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return args[0] if sizes.shape(args[0]).is_vector else args[0].transposed


def _turned(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return args[0].transposed


def _pseudo_inverse(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if args[0].shape.is_vector:
        raise ShapeError("only a matrix has a pseudo-inverse here", node.position)
    return ops.pinv(*args)


def _positive_part(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    if _is_matrix(args[0]):
        raise ShapeError("the positive part of a matrix is not written so", node.position)
    if not symbols(args[0]):
        raise ShapeError("a constant has no positive part", node.position)
    builder.note("a plus above a number or a vector is read as the positive part")
    return ops.relu(*args)


def _build_plus(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    build = _pseudo_inverse if _is_matrix(args[0]) else _positive_part
    return build(builder, node, args)


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


# The norms of the catalogue, by what stands below their bars.
CATALOGUED: dict[str, str] = {
    op.notation.latex[1].removeprefix(r"\right\|").lstrip("_").strip("{}"): op.notation.name
    for op in catalogue.values()
    if isinstance(op.notation, Fence) and op.notation.latex[0] == r"\left\|"
}
_NORMS: dict[str, Callable[[Builder, Node, Sequence[Expr]], Expr]] = {
    **{index: _named(name) for index, name in CATALOGUED.items()},
    **{"*": _named("normnuc"), "ast": _named("normnuc"), "star": _named("normnuc")},
    **{"": _norm, "2": _norm2, "1": _norm1, "mathrmF": _named("normF")},
    **{
        "infty": _norm_infinity,
        "∞": _norm_infinity,
        "Inf": _norm_infinity,
        "op": _named("normspec"),
        "nuc": _named("normnuc"),
    },
}
# The names of the norms by what stands below the bars.
NORMS = {index: f"‖·‖{index}" for index in _NORMS}


def _of_pair(sizes: Sizes, node: Node, args: Sequence[Shape], wanted: Sequence[Shape]) -> Shape:
    for want, given, piece in zip(wanted, args, node.args, strict=True):
        if not sizes.equate_shapes(want, given):
            raise unfit(sizes, node, piece, want, given)
    return SCALAR


def _exponent(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """A vector and a number; a matrix has several norms with an exponent."""
    return _of_pair(sizes, node, args, (Shape(sizes.fresh(), ONE), SCALAR))


def _weight(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    size = sizes.fresh()
    return _of_pair(sizes, node, args, (Shape(size, ONE), Shape(size, size)))


def _weight_of_two(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    first, second = sizes.fresh(), sizes.fresh()
    wanted = (Shape(first, ONE), Shape(second, ONE), Shape(first, second))
    return _of_pair(sizes, node, args, wanted)


def _sum_of_powers(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    x, p = args
    return ops.total(ops.power(ops.absolute(x), p))


def _with_exponent(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.power(_sum_of_powers(builder, node, args), ops.power(args[1], -1))


def _weighted_product(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    x, y, W = args
    builder.note("an inner product with a matrix W below is read as x'*W*y")
    return ops.matmul(ops.transpose(x), W, y)


def _weighted(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    x, W = args
    builder.note("a norm with a matrix W below is read as the square root of x'*W*x")
    return ops.matmul(ops.transpose(x), W, x)


ONLY_IN_LATEX: tuple[Function, ...] = (
    Function(BARS, (1,), _entries, _entrywise(ops.absolute, "the absolute value of")),
    Function(LENGTH_BARS, (1,), _length, _build_length),
    Function(DETERMINANT_BARS, (1,), _determinant, _build_determinant),
    Function(EXPONENTIAL, (1,), _unless_square, _entrywise(ops.exp, "e to the power of")),
    Function(PLUS, (1,), _plus, _build_plus),
    Function(PSEUDO_INVERSE, (1,), _turned, _pseudo_inverse),
    Function(POSITIVE_PART, (1,), _entries, _positive_part),
    Function(NORM_WITH_EXPONENT, (2,), _exponent, _with_exponent),
    Function(SUM_OF_POWERS, (2,), _exponent, _sum_of_powers),
    Function(WEIGHTED_NORM, (2,), _weight, lambda b, n, args: ops.sqrt(_weighted(b, n, args))),
    Function(WEIGHTED_SQUARE, (2,), _weight, _weighted),
    Function(WEIGHTED_PRODUCT, (3,), _weight_of_two, _weighted_product),
    *(Function(NORMS[index], (1,), _number, build) for index, build in _NORMS.items()),
)
FUNCTIONS.update({function.name: function for function in ONLY_IN_LATEX})
