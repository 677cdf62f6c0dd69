"""Functions whose arguments are partly sizes, or whose result size is a product of sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import Shape, shape_of
from matgrad.errors import ShapeError
from matgrad.ops.kronecker import triangular
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes

MOST_FACTORS = 32


def _kron(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    rows, cols = ONE, ONE
    for shape in map(sizes.shape, args):
        rows, cols = rows * shape.rows, cols * shape.cols
    return Shape(rows, cols)


def _unvec(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = Shape(dimension(node.args[1]), dimension(node.args[2]))
    length = shape.rows * shape.cols
    if not sizes.equate_shapes(args[0], Shape(length, ONE)):
        (given,) = sizes.named([args[0]])
        message = f"{node.text} needs a vector of length {length}, this is {given}"
        raise Misfit(ShapeError(message, node.args[0].position), node)
    return shape


def _build_unvec(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.unvec(args[0], Shape(*(builder.size(arg) for arg in node.args[1:])))


def _partial_trace(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    p, q = (dimension(arg) for arg in node.args[1:])
    if not sizes.equate_shapes(args[0], Shape(p * q, p * q)):
        (given,) = sizes.named([args[0]])
        message = f"{node.text} needs a square matrix of size {p * q}, this is {given}"
        raise Misfit(ShapeError(message, node.args[0].position), node)
    return Shape(p, p)


def _build_partial_trace(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    """The trace over the second factor: ptrace(A ⊗ B, p, q) = tr(B) A."""
    return ops.kron_right(ops.eye(builder.size(node.args[2])), args[0])


def _contraction(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    A, G = map(sizes.shape, args)
    rows, cols = G.rows.divide(A.rows), G.cols.divide(A.cols)
    if rows is None or cols is None:
        part, whole = sizes.named(args)
        message = f"{node.text} needs blocks of shape {part}, but {whole} has none"
        raise Misfit(ShapeError(message, node.position), node)
    return Shape(rows, cols)


def _of_sizes(
    name: str, make: Callable[..., Expr], shape: Callable[[Dim, Dim], Shape], count: int
) -> Function:
    """A matrix that its sizes alone determine."""

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        given = [dimension(arg) for arg in node.args]
        return shape(given[0], given[-1])

    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        return make(*(builder.size(arg) for arg in node.args))

    return Function(name, (count,), infer, build, roles="s" * count)


def _vech(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate(args[0].rows, args[0].cols):
        raise unfit(sizes, node, node.args[0], shape_of("n", "n"), args[0])
    return Shape(triangular(sizes.resolve(args[0].rows)), ONE)


def _build_vech(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.multiply(ops.elimination(args[0].shape.rows), ops.vec(args[0]))


def _toeplitz(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    for piece, shape in zip(node.args, args, strict=True):
        if not sizes.equate(shape.cols, ONE):
            raise unfit(sizes, node, piece, shape_of("n"), shape)
    return Shape(args[0].rows, args[-1].rows)


def _build_toeplitz(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return ops.toeplitz(args[0], args[-1])


def _applied(op: Op) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    return lambda builder, node, args: op(*args)


STRUCTURES: tuple[Function, ...] = (
    Function("kron", tuple(range(2, MOST_FACTORS + 1)), _kron, _applied(ops.kron)),
    Function("unvec", (3,), _unvec, _build_unvec, roles="vss"),
    Function("ptrace", (3,), _partial_trace, _build_partial_trace, roles="vss"),
    Function("kron_left", (2,), _contraction, _applied(ops.kron_left)),
    Function("kron_right", (2,), _contraction, _applied(ops.kron_right)),
    _of_sizes("commutation", ops.commutation, lambda m, n: Shape(m * n, m * n), 2),
    _of_sizes("toeplitz_columns", ops.toeplitz_columns, lambda m, n: Shape(m * n, m), 2),
    _of_sizes("toeplitz_rows", ops.toeplitz_rows, lambda m, n: Shape(m * n, n), 2),
    _of_sizes("duplication", ops.duplication, lambda n, _: Shape(n * n, triangular(n)), 1),
    _of_sizes("elimination", ops.elimination, lambda n, _: Shape(triangular(n), n * n), 1),
    _of_sizes("diagonal_selection", ops.diagonal_selection, lambda n, _: Shape(n * n, n), 1),
    Function("vech", (1,), _vech, _build_vech),
    Function("toeplitz", (1, 2), _toeplitz, _build_toeplitz),
    Function("symtoeplitz", (1,), _toeplitz, _build_toeplitz),
)
