"""Kronecker products, blocks, parts and convolutions, on values whose rows and columns are flat."""

from __future__ import annotations

from matgrad.codegen.plan.arithmetic import Index, between, indexed, product
from matgrad.codegen.plan.products import Factor, factors_of, multiply
from matgrad.codegen.plan.values import Graph, Value, axes_of
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape, Span
from matgrad.ops import correlate, eye_op, unit_op, units_op


def kron(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The Kronecker product, from the left."""
    factors = factors_of(node.args, args)
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


def contraction(graph: Graph, node: Expr, args: list[Value], summed: str, kept: str) -> Value:
    """kron_left and kron_right: G as an array (rows, rows, columns, columns), two of them summed.

    Letters stand for the axes of G so split; those of size one are not there.
    """
    part, whole = args
    sizes = dict(zip(summed + kept, (*node.args[0].shape, *node.shape), strict=True))
    letters = {name: size for name, size in sizes.items() if size != ONE}
    axes = tuple(letters[n] for n in "ikjl" if n in letters)
    if axes != whole.axes:
        whole = graph.make("reshape", whole, *map(graph.size, axes), axes=axes)
    names = ["".join(n for n in group if n in letters) for group in (summed, "ikjl", kept)]
    if not names[0]:
        return product(graph, [part, whole], axes_of(node.shape))
    data = f"{names[0]},{names[1]}->{names[2]}"
    return graph.make("einsum", part, whole, data=data, axes=axes_of(node.shape))


def commutation(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """The permutation matrix, the identity if one of the sizes is one."""
    axes = axes_of(node.shape)
    if ONE in node.data:
        return graph.eye(axes[0]) if axes else graph.number(1)
    return graph.make("commutation", *map(graph.size, node.data), axes=axes)


# ---------------------------------------------------------------- parts

# Parts of arrays and arrays put together, on values whose rows and columns are flat.


def units(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Columns of the identity."""
    _bound(graph, node.data)
    if node.is_scalar:
        return graph.number(1)
    span = node.data
    sizes = (graph.size(span.size), graph.size(span.first - 1), graph.size(span.last))
    if span.length == ONE:
        return graph.make("units", *sizes, data=True, axes=axes_of(node.shape))
    return graph.make("units", *sizes, axes=axes_of(node.shape))


def _bound(graph: Graph, span: Span) -> None:
    """A part ends within what it is a part of, and has an entry at least."""
    if span.last.value is not None:
        graph.bounds.append((span.size, span.last.value))
    elif (span.size - span.last).value is None:
        graph.bounds.append((span.size - span.last, 0))
    if span.length.value is None and span.length.name is None:
        graph.bounds.append((span.length, 1))


def part(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """An index expression where Python can write one, else products with unit vectors."""
    A = args[0]
    if A.is_scalar:
        return A
    if not all(_is_index(picks) for picks in node.args[1:]):
        (rows, columns), shape = node.args[1:], node.args[0].shape
        left = Factor(graph.transpose(args[1]), rows.shape.transposed)
        return multiply(graph, [left, Factor(A, shape), Factor(args[2], columns.shape)])
    pairs = zip(node.args[1:], node.args[0].shape, strict=True)
    found = [_index(graph, picks) for picks, size in pairs if size != ONE]
    while len(found) > 1 and found[-1] is None:
        found.pop()
    return indexed(graph, A, found, axes_of(node.shape))


def _is_index(picks: Expr) -> bool:
    is_range = picks.op is units_op and picks.data.length != ONE
    return is_range or picks.op in (eye_op, unit_op)


def _index(graph: Graph, picks: Expr) -> Index:
    if picks.op is eye_op:
        return None
    if picks.op is unit_op:
        return picks.data[0] - 1
    span = picks.data
    _bound(graph, span)
    return between(span.first - 1, span.last, span.size)


# ---------------------------------------------------------------- blocks


def beside(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Blocks side by side; rows and numbers make a flat row."""
    return _joined(graph, node, args, 1)


def below(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Blocks below each other; rows of blocks are written as one block matrix."""
    rows = [row.args if graph.has(row, "join") and row.data == 1 else (row,) for row in args]
    if len(axes_of(node.shape)) < 2 or all(len(row) == 1 for row in rows):
        return _joined(graph, node, args, 0)
    lengths = tuple(map(len, rows))
    pieces: list[Value] = []
    for row, arg in zip(rows, node.args, strict=True):
        if len(row) == 1:
            pieces += [standing(graph, Factor(piece, arg.shape)) for piece in row]
        else:
            pieces += [p.args[0] if graph.has(p, "as_vector") else p for p in row]
    return graph.make("block", *pieces, data=lengths, axes=axes_of(node.shape))


def _joined(graph: Graph, node: Expr, args: list[Value], axis: int) -> Value:
    axes = axes_of(node.shape)
    if len(axes) == 1:
        return graph.make("join", *(_vector(graph, v) for v in args), data=axis, axes=axes)
    factors = factors_of(node.args, args)
    return graph.make("join", *(standing(graph, f) for f in factors), data=axis, axes=axes)


# ---------------------------------------------------------------- Toeplitz matrices

# Toeplitz matrices and convolutions on values whose columns are flat.


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


def of_sizes(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """A constant matrix that is given by one size, or by two."""
    if isinstance(node.data, Dim):
        whole = graph.make(node.op.name, graph.size(node.data), axes=axes_of(node.shape))
        return graph.number(1) if node.is_scalar else whole
    whole = graph.make(node.op.name, *map(graph.size, node.data), axes=tuple(node.shape))
    return _fitted(graph, whole, node)


def convolution(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """conv and correlate; with a number they are products. A window lies within what it is of."""
    if node.op is correlate and node.shape.rows.value is None:
        graph.bounds.append((node.shape.rows, 1))
    if any(arg.is_scalar for arg in args):
        return product(graph, args, axes_of(node.shape))
    return _fitted(graph, graph.make(node.op.name, *args, axes=(node.shape.rows,)), node)
