"""The functions a user may call: those of the catalogue, and a few that are ways of writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.syntax.axes import AXES
from matgrad.syntax.signature import (
    Builder,
    Function,
    equal_shapes,
    infer_by_pattern,
    integer,
    of_op,
    unfit,
)
from matgrad.syntax.sizes import dimension
from matgrad.syntax.structures import STRUCTURES
from matgrad.syntax.tree import Node, postorder, terms
from matgrad.syntax.unify import Sizes


def has_prime(name: str) -> bool:
    """May a prime stand behind this name, as in relu'(x)?"""
    return name in FUNCTIONS and name in catalogue and catalogue[name].derivative is not None


def _square_of_size(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    size = dimension(node.args[0])
    return Shape(size, size)


def _shape_of_sizes(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return shape_of(*(dimension(arg) for arg in node.args))


def _unit_vector(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    index, size = node.args
    if index.is_infix(":"):
        first, last = map(dimension, index.args)
        return Shape(dimension(size), last - first + 1)
    return Shape(dimension(size), ONE)


def _diagonal(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    op = ops.diag_matrix if shape.is_column and not shape.is_scalar else ops.diag
    return infer_by_pattern(op)(sizes, node, args)


def _build_diagonal(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    shape = args[0].shape
    return ops.diag_matrix(*args) if shape.is_column and not shape.is_scalar else ops.diag(*args)


def _diagonal_part(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    if shape.is_column and not shape.is_scalar:
        return infer_by_pattern(ops.diag_matrix)(sizes, node, args)
    return infer_by_pattern(ops.tril)(sizes, node, args)  # of a square matrix, the same shape


def _build_diagonal_part(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    shape = args[0].shape
    is_column = shape.is_column and not shape.is_scalar
    return ops.diag_matrix(args[0] if is_column else ops.diag(*args))


def _constant_vector(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return _constant(sizes, node, args, Shape(sizes.fresh(), ONE))


def _constant_matrix(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return _constant(sizes, node, args, Shape(sizes.fresh(), sizes.fresh()))


def _constant(sizes: Sizes, node: Node, args: Sequence[Shape], shape: Shape) -> Shape:
    if not sizes.equate_shapes(args[0], SCALAR):
        raise unfit(sizes, node, node.args[0], SCALAR, args[0])
    return shape


def _inner(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    equal_shapes(sizes, node, args)
    return SCALAR


def _outer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    for piece, shape in zip(node.args, args, strict=True):
        if not sizes.equate(shape.cols, ONE):
            raise unfit(sizes, node, piece, shape_of("n"), shape)
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
    index, size = node.args
    if index.is_infix(":"):
        first, last = map(builder.size, index.args)
        return ops.units(first, last, builder.size(size))
    return ops.unit(integer(index), builder.size(size))


def _pair(name: str, op: Op) -> Function:
    return Function(name, (2,), _broadcast, _build_pair(op))


def _first(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return args[0]


def _by_count(*choices: Function) -> Function:
    """A name whose meaning depends on the number of its arguments."""
    by = {count: function for function in choices for count in function.arities}
    return Function(
        choices[0].name,
        tuple(sorted(by)),
        lambda sizes, node, args: by[len(args)].infer(sizes, node, args),
        lambda builder, node, args: by[len(args)].build(builder, node, args),
    )


def _solution(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    A, b = args
    if not (sizes.equate(A.rows, A.cols) and sizes.equate(A.cols, b.rows)):
        raise unfit(sizes, node, node.args[0], shape_of("n", "n"), A)
    return b


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
    Function("I", (1,), _square_of_size, _build_eye, roles="s"),
    Function("eye", (1,), _square_of_size, _build_eye, roles="s"),
    Function("ones", (1, 2), _shape_of_sizes, _build_ones, roles="ss"),
    Function("zeros", (1, 2), _shape_of_sizes, _build_zeros, roles="ss"),
    Function("e", (2,), _unit_vector, _build_unit, roles="is"),
    Function("vector", (1,), _constant_vector, _build_filled),
    Function("matrix", (1,), _constant_matrix, _build_filled),
    Function("diag", (1,), _diagonal, _build_diagonal),
    Function("diagonal_part", (1,), _diagonal_part, _build_diagonal_part),
    Function("dot", (2,), _inner, lambda b, n, args: ops.frobenius(*args)),
    Function("outer", (2,), _outer, _build_outer),
    _by_count(of_op("max", ops.max_entry), _pair("max", ops.maximum)),
    _by_count(of_op("min", ops.min_entry), _pair("min", ops.minimum)),
    _by_count(of_op("layernorm", ops.layernorm), of_op("layernorm", ops.layernorm_eps)),
    Function("frechet_power", (3, 4), _first, lambda b, n, args: ops.frechet_power(*args)),
    Function("solve", (2,), _solution, lambda b, n, args: ops.multiply(ops.inv(args[0]), args[1])),
    Function(
        "sum", (1,), lambda s, n, args: SCALAR, lambda b, n, args: ops.total(args[0]), later=(4,)
    ),
)

FUNCTIONS: dict[str, Function] = {
    **{name: of_op(name, op) for op in catalogue.values() for name in op.spellings},
    **{function.name: function for function in (*WAYS_OF_WRITING, *STRUCTURES, *AXES)},
}

# Known by name, but without a rule so far; an operator that is declared takes its name off here.
LATER: frozenset[str] = frozenset(
    "normnuc normspec logsumexp sum_rows sum_cols pinv vec unvec kron blocks commutation "
    "duplication toeplitz symtoeplitz softmax softmax_rows logsumexp_rows layernorm expm logm "
    "sqrtm chol eigvals_sym eigmax eigproj_max ptrace spectralnorm lambda_max factorial".split()
) - frozenset(FUNCTIONS)


def operands(node: Node) -> tuple[Node, ...]:
    """The pieces of a node that are values; sizes and indices are not, a sum is read as one."""
    found = node.operands
    if found is None:
        found = node.operands = _operands(node)
    return found


def _operands(node: Node) -> tuple[Node, ...]:
    if node.is_infix("+", "-"):
        return tuple(term for _, term in terms(node))
    if node.kind == "index":
        return node.args[:1]
    if node.kind == "call" and node.text in FUNCTIONS:
        return FUNCTIONS[node.text].playing("v", node)
    return node.args


def values_first(root: Node) -> tuple[Node, ...]:
    """The nodes below the root that are values, pieces before the nodes that hold them."""
    if root.below is None:
        root.below = tuple(postorder(root, operands)[:-1])  # without itself, to hold no cycle
    return (*root.below, root)
