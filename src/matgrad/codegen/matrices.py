"""Functions of whole matrices on values whose axes of size one are dropped."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.codegen.values import Axes, Graph, Value, axes_of
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape

Rule = Callable[[Graph, Expr, list[Value]], Value]


def _as_matrix(graph: Graph, value: Value, shape: Shape) -> Value:
    """The value with both axes, as functions of matrices need it."""
    if value.is_matrix:
        return value
    if value.is_vector:
        op = "as_column" if shape.is_column else "as_row"
        return graph.make(op, value, axes=tuple(shape))
    ones = (graph.number(1), graph.number(1))
    return graph.make("reshape", value, *ones, axes=tuple(shape))


def to_matrix(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A function of matrices whose result is a matrix."""
    full = _full(graph, node, args, tuple(node.shape))
    axes = axes_of(node.shape)
    if len(axes) == 1:
        return graph.make("reshape", full, graph.number(-1), axes=axes)
    return full if axes else graph.make("entry", full, data=(0, 0), axes=())


def to_column(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A function of matrices whose result is flat."""
    full = _full(graph, node, args, (node.shape.rows,))
    return full if axes_of(node.shape) else graph.make("entry", full, data=(0,), axes=())


def to_scalar(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A function of matrices whose result is a number."""
    return _full(graph, node, args, ())


def _full(graph: Graph, node: Expr, args: list[Value], axes: Axes) -> Value:
    pairs = zip(args, node.args, strict=True)
    matrices = [_as_matrix(graph, value, arg.shape) for value, arg in pairs]
    return graph.make(node.op.name, *matrices, axes=axes, data=node.data, node=node)


def softmax(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A number has the whole sum."""
    if node.is_scalar:
        return graph.number(1)
    return graph.make("softmax", *args, axes=axes_of(node.shape), node=node)


def logsumexp(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A number is the sum."""
    if node.args[0].is_scalar:
        return args[0]
    return graph.make("logsumexp", *args, axes=(), node=node)


def softmax_rows(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Each row of a column has one entry, whose share is one."""
    axes = axes_of(node.shape)
    if node.shape.is_column:
        return graph.full(graph.number(1), axes)
    return graph.make("softmax_rows", *args, axes=axes, node=node)


def logsumexp_rows(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Each row of a column has one entry, which is the result."""
    if node.args[0].shape.is_column:
        return args[0]
    return graph.make("logsumexp_rows", *args, axes=axes_of(node.shape), node=node)


def of_rows(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The largest entry of each row, where it is, or their product; of one row that of all."""
    (X,) = node.args
    axes = axes_of(node.shape)
    if X.shape.is_column:
        is_place = node.op.name.startswith("onehot")
        return graph.full(graph.number(1), axes) if is_place else args[0]
    name = node.op.name
    if X.shape.is_vector:
        name = {"onehot_rows": "onehot_max", "max_rows": "max_entry"}.get(name, "prod")
    return graph.make(name, *args, axes=axes, node=node)


RULES: dict[str, Rule] = {
    **dict.fromkeys(
        "expm logm sqrtm frechet_expm frechet_logm sylvester chol trilhalf tril triu pinv polar "
        "top_singular eigvecs_sym eigproj_max eigres_max".split(),
        to_matrix,
    ),
    "eigvals_sym": to_column,
    **dict.fromkeys(("normnuc", "normspec", "eigmax"), to_scalar),
    "softmax": softmax,
    "logsumexp": logsumexp,
    "softmax_rows": softmax_rows,
    "logsumexp_rows": logsumexp_rows,
    **dict.fromkeys(("max_rows", "onehot_rows", "prod_rows"), of_rows),
}
