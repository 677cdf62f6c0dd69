"""The functions a user may call: those of the catalogue, and a few that are ways of writing.

A function of the catalogue says by its sample shapes what it fits: the sample (n, n) of `inv`
asks for a square matrix. So a new operator is understood here without a line being added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, terms
from matgrad.syntax.unify import Misfit, Sizes


class Builder(Protocol):
    """What a function needs to know to be built."""

    def shape(self, node: Node) -> Shape:
        """The shape that was found for a piece."""
        ...

    def size(self, node: Node) -> Dim:
        """The size that is written there."""
        ...

    def note(self, words: str) -> None:
        """Tell the user how something was read."""
        ...


@dataclass(frozen=True)
class Function:
    """A name that may stand before parentheses."""

    name: str
    arities: tuple[int, ...]
    infer: Callable[[Sizes, Node, Sequence[Shape]], Shape]
    build: Callable[[Builder, Node, Sequence[Expr]], Expr]
    sizes: bool = False  # its arguments are sizes, not values
    later: tuple[int, ...] = ()  # numbers of arguments that have a meaning, but no rule yet


# ---------------------------------------------------------------- functions of the catalogue


@cache
def pattern(op: Op) -> tuple[tuple[Shape, ...], Shape] | None:
    """The most general sample shapes of an operator, and the shape of its result on them."""
    samples = [s for s in op.samples if all(isinstance(d, str) for shape in s for d in shape)]
    if not samples:
        return None
    best = max(samples, key=lambda s: len({d for shape in s for d in shape}))
    args = [ops.symbol(f"X{i}", *sizes) for i, sizes in enumerate(best)]
    try:
        return tuple(arg.shape for arg in args), op(*args).shape
    except MatgradError:
        return None


def _infer_by_pattern(op: Op) -> Callable[[Sizes, Node, Sequence[Shape]], Shape]:
    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        found = pattern(op)
        if found is None or len(found[0]) != len(args):
            return args[0]
        wanted, result = found
        names = {name for shape in (*wanted, result) for d in shape for name in d.names}
        fresh = {name: sizes.fresh() for name in sorted(names)}
        for want, given, piece in zip(wanted, args, node.args, strict=True):
            if not sizes.equate_shapes(substituted(want, fresh), given):
                raise _unfit(sizes, node, piece, want, given)
        return substituted(result, fresh)

    return infer


def substituted(shape: Shape, sizes: dict[str, Dim]) -> Shape:
    """The shape with names replaced by sizes."""
    return Shape(shape.rows.substitute(sizes), shape.cols.substitute(sizes))


def _unfit(sizes: Sizes, node: Node, piece: Node, want: Shape, given: Shape) -> Misfit:
    (shape,) = sizes.named([given])
    if want.is_scalar:
        needed = "a scalar"
    elif want.is_square:
        needed = "a square matrix"
    else:
        needed = "a column vector" if want.is_column else f"shapes like {want}"
    why = f": {shape.rows} and {shape.cols} differ" if want.is_square else ""
    error = ShapeError(f"{node.text} needs {needed}, this is {shape}{why}", piece.position)
    return Misfit(error, node)


def _build_op(op: Op) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        if op.derivative is not None and not args[0].shape.is_vector:
            builder.note(f"{node.text} of a matrix is taken elementwise")
        if node.text in ("norm2", "norm") and not args[0].shape.is_vector:
            builder.note(f"{node.text} of a matrix is the Euclidean norm of all its entries")
        return op(*args)

    return build


def _of_op(name: str, op: Op) -> Function:
    arities = tuple(sorted({len(sample) for sample in op.samples})) or (1,)
    return Function(name, arities, _infer_by_pattern(op), _build_op(op))


# ---------------------------------------------------------------- ways of writing


def _square_of_size(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    size = dimension(node.args[0])
    return Shape(size, size)


def _shape_of_sizes(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return shape_of(*(dimension(arg) for arg in node.args))


def _unit_vector(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return Shape(dimension(node.args[1]), ONE)


def _diagonal(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    op = ops.diag_matrix if shape.is_column and not shape.is_scalar else ops.diag
    return _infer_by_pattern(op)(sizes, node, args)


def _build_diagonal(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    shape = args[0].shape
    return ops.diag_matrix(*args) if shape.is_column and not shape.is_scalar else ops.diag(*args)


def _constant_vector(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return _constant(sizes, node, args, Shape(sizes.fresh(), ONE))


def _constant_matrix(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return _constant(sizes, node, args, Shape(sizes.fresh(), sizes.fresh()))


def _constant(sizes: Sizes, node: Node, args: Sequence[Shape], shape: Shape) -> Shape:
    if not sizes.equate_shapes(args[0], SCALAR):
        raise _unfit(sizes, node, node.args[0], SCALAR, args[0])
    return shape


def equal_shapes(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape that all arguments have."""
    for other in args[1:]:
        if not sizes.equate_shapes(args[0], other):
            a, b = sizes.named([args[0], other])
            message = f"{node.text} needs equal shapes: {a} and {b} differ"
            raise Misfit(ShapeError(message, node.position), node)
    return args[0]


def _inner(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    equal_shapes(sizes, node, args)
    return SCALAR


def _outer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    for piece, shape in zip(node.args, args, strict=True):
        if not sizes.equate(shape.cols, ONE):
            raise _unfit(sizes, node, piece, shape_of("n"), shape)
    return Shape(args[0].rows, args[1].rows)


def _broadcast(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    wide = [shape for shape in args if not sizes.is_scalar(shape)]
    return equal_shapes(sizes, node, wide) if wide else SCALAR


def _build_pair(op: Op) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        shape = next((arg.shape for arg in args if not arg.is_scalar), SCALAR)
        return op(*(ops.filled(arg, shape) if arg.is_scalar else arg for arg in args))

    return build


def _build_unit(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.unit(integer(node.args[0]), builder.size(node.args[1]))


def integer(node: Node) -> int:
    """The positive integer that is written there."""
    if node.kind in ("slice", "name"):
        raise UnsupportedError(
            "only integers can be indices for now", node.position, "for example A[1,2]"
        )
    if node.kind != "number" or node.value.denominator != 1:
        raise ParseError("an index is an integer, counted from 1", node.position)
    return int(node.value)


def _pair(name: str, op: Op) -> Function:
    return Function(name, (2,), _broadcast, _build_pair(op), later=(1,))


def _build_eye(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.eye(builder.size(node.args[0]))


def _build_ones(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.ones(*(builder.size(arg) for arg in node.args))


def _build_zeros(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.zeros(*(builder.size(arg) for arg in node.args))


def _build_filled(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.filled(args[0], builder.shape(node))


def _build_outer(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.multiply(args[0], ops.transpose(args[1]))


WAYS_OF_WRITING: tuple[Function, ...] = (
    Function("I", (1,), _square_of_size, _build_eye, sizes=True),
    Function("eye", (1,), _square_of_size, _build_eye, sizes=True),
    Function("ones", (1, 2), _shape_of_sizes, _build_ones, sizes=True),
    Function("zeros", (1, 2), _shape_of_sizes, _build_zeros, sizes=True),
    Function("e", (2,), _unit_vector, _build_unit, sizes=True),
    Function("vector", (1,), _constant_vector, _build_filled),
    Function("matrix", (1,), _constant_matrix, _build_filled),
    Function("diag", (1,), _diagonal, _build_diagonal),
    Function("dot", (2,), _inner, lambda b, n, args: ops.frobenius(*args)),
    Function("outer", (2,), _outer, _build_outer),
    _pair("max", ops.maximum),
    _pair("min", ops.minimum),
    Function(
        "sum", (1,), lambda s, n, args: SCALAR, lambda b, n, args: ops.total(args[0]), later=(4,)
    ),
)

FUNCTIONS: dict[str, Function] = {
    **{name: _of_op(name, op) for op in catalogue.values() for name in op.spellings},
    **{function.name: function for function in WAYS_OF_WRITING},
}

# Known by name, but without a rule so far; an operator that is declared takes its name off here.
LATER: frozenset[str] = frozenset(
    "normnuc normspec logsumexp sum_rows sum_cols pinv vec unvec kron blocks commutation "
    "duplication toeplitz symtoeplitz softmax softmax_rows logsumexp_rows layernorm expm logm "
    "sqrtm chol eigvals_sym eigmax eigproj_max ptrace spectralnorm lambda_max factorial".split()
) - frozenset(FUNCTIONS)


def operands(node: Node) -> tuple[Node, ...]:
    """The pieces of a node that are values; sizes and indices are not, a sum is read as one."""
    if node.is_infix("+", "-"):
        return tuple(term for _, term in terms(node))
    if node.kind == "index":
        return node.args[:1]
    if node.kind == "call" and node.text in FUNCTIONS and FUNCTIONS[node.text].sizes:
        return ()
    return node.args
