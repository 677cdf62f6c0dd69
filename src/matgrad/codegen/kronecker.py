"""Kronecker products, vec and their adjoints on values whose rows and columns are flat."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.codegen.arithmetic import product
from matgrad.codegen.products import Factor
from matgrad.codegen.values import Graph, Value, axes_of
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape


def kron(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The Kronecker product, from the left."""
    factors = [Factor(*pair) for pair in zip(args, (a.shape for a in node.args), strict=True)]
    done = factors[0]
    for factor in factors[1:]:
        done = _pair(graph, done, factor)
    return done.value


def _pair(graph: Graph, left: Factor, right: Factor) -> Factor:
    """A row beside a column makes a matrix; beside a matrix they are given their two axes."""
    shape = Shape(left.shape.rows * right.shape.rows, left.shape.cols * right.shape.cols)
    axes = axes_of(shape)
    A, B = left.value, right.value
    if A.is_scalar or B.is_scalar:
        value = product(graph, [A, B], axes)
    elif A.is_vector and B.is_vector and left.shape.is_column != right.shape.is_column:
        pair = (A, B) if left.shape.is_column else (B, A)
        value = graph.make("outer", *pair, axes=axes)
    elif A.is_vector and B.is_vector:
        value = graph.make("kron", A, B, axes=axes)
    else:
        value = graph.make("kron", standing(graph, left), standing(graph, right), axes=axes)
    return Factor(value, shape)


def standing(graph: Graph, factor: Factor) -> Value:
    """The value with the two axes it has as a matrix."""
    if not factor.value.is_vector:
        return factor.value
    op = "as_column" if factor.shape.is_column else "as_row"
    return graph.make(op, factor.value, axes=tuple(factor.shape))


def vec(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """vec of a vector is that vector."""
    (A,) = args
    return graph.make("vec", A, axes=axes_of(node.shape)) if A.is_matrix else A


def unvec(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """unvec to a row or a column leaves the vector flat."""
    axes = axes_of(node.shape)
    if len(axes) < 2:
        return args[0]
    return graph.make("unvec", args[0], *map(graph.size, axes), axes=axes)


def contraction(kept: str, summed: str) -> Callable[[Graph, Expr, list[Value]], Value]:
    """kron_left and kron_right: G as an array (rows, rows, columns, columns), two of them summed.

    Letters stand for the axes of G so split; those of size one are not there.
    """

    def rule(graph: Graph, node: Expr, args: list[Value]) -> Value:
        part, whole = args
        sizes = dict(zip(summed + kept, (*node.args[0].shape, *node.shape), strict=True))
        letters = {name: size for name, size in sizes.items() if size != ONE}
        split = _reshaped(graph, whole, tuple(letters[n] for n in "ikjl" if n in letters))
        names = ["".join(n for n in group if n in letters) for group in (summed, "ikjl", kept)]
        if not names[0]:
            return product(graph, [part, whole], axes_of(node.shape))
        data = f"{names[0]},{names[1]}->{names[2]}"
        return graph.make("einsum", part, split, data=data, axes=axes_of(node.shape))

    return rule


def _reshaped(graph: Graph, value: Value, axes: tuple[Dim, ...]) -> Value:
    if axes == value.axes:
        return value
    return graph.make("reshape", value, *map(graph.size, axes), axes=axes)


def commutation(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The permutation matrix, the identity if one of the sizes is one."""
    axes = axes_of(node.shape)
    if ONE in node.data:
        return graph.make("eye", graph.size(axes[0]), axes=axes) if axes else graph.number(1)
    return graph.make("commutation", *map(graph.size, node.data), axes=axes)


def of_size(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A constant matrix that is given by one size."""
    if node.is_scalar:
        return graph.number(1)
    return graph.make(node.op.name, graph.size(node.data), axes=axes_of(node.shape))
