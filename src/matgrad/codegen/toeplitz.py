"""Toeplitz matrices and convolutions on values whose columns are flat."""

from __future__ import annotations

from matgrad.codegen.arithmetic import product
from matgrad.codegen.kronecker import standing
from matgrad.codegen.products import Factor
from matgrad.codegen.values import Graph, Value, axes_of
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr


def _vector(graph: Graph, value: Value) -> Value:
    return graph.make("as_vector", value, axes=(ONE,)) if value.is_scalar else value


def _fitted(graph: Graph, value: Value, node: Expr) -> Value:
    """A result with all its axes, without those of size one."""
    axes = axes_of(node.shape)
    if not axes:
        return graph.make("entry", value, data=(0,) * len(value.axes), axes=())
    return value if axes == value.axes else graph.make("flatten", value, axes=axes)


def toeplitz(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The matrix, from vectors."""
    c, r = (_vector(graph, arg) for arg in args)
    return _fitted(graph, graph.make("toeplitz", c, r, axes=tuple(node.shape)), node)


def sums(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Sums along diagonals, of a matrix with both its axes."""
    A = standing(graph, Factor(args[0], node.args[0].shape))
    if A.is_scalar:
        return A if node.op.name == "lower_sums" else graph.number(0)
    return _fitted(graph, graph.make(node.op.name, A, axes=(node.shape.rows,)), node)


def averages(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The Toeplitz matrix of the averages along diagonals; both halves have the same counts."""
    (A,) = args
    if A.is_scalar:
        return A
    side = (node.shape.rows,)
    ones = graph.full(graph.number(1), tuple(node.shape))
    counts = graph.make("lower_sums", ones, axes=side)
    c, r = (
        graph.make("div", graph.make(name, A, axes=side), counts, axes=side)
        for name in ("lower_sums", "upper_sums")
    )
    return graph.make("toeplitz", c, r, axes=tuple(node.shape))


def of_sizes(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The matrices of zeros and ones that put a first column, or row, along the diagonals."""
    whole = graph.make(node.op.name, *map(graph.size, node.data), axes=tuple(node.shape))
    return _fitted(graph, whole, node)


def convolution(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """conv and correlate; with a number they are products. A window lies within what it is of."""
    if node.op.name == "correlate" and node.shape.rows.value is None:
        graph.bounds.append((node.shape.rows, 1))
    if any(arg.is_scalar for arg in args):
        return product(graph, args, axes_of(node.shape))
    return _fitted(graph, graph.make(node.op.name, *args, axes=(node.shape.rows,)), node)
