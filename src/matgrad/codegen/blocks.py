"""Parts of arrays and arrays put together, on values whose rows and columns are flat."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.kronecker import standing
from matgrad.codegen.products import Factor, multiply
from matgrad.codegen.ranges import Index, between, indexed
from matgrad.codegen.values import Graph, Value, axes_of
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import Span


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
        shapes = (node.args[1].shape.transposed, node.args[0].shape, node.args[2].shape)
        values = (graph.transpose(args[1]), A, args[2])
        return multiply(graph, [Factor(*pair) for pair in zip(values, shapes, strict=True)])
    pairs = zip(node.args[1:], node.args[0].shape, strict=True)
    found = [_index(graph, picks) for picks, size in pairs if size != ONE]
    while len(found) > 1 and found[-1] is None:
        found.pop()
    return indexed(graph, A, found, axes_of(node.shape))


def _is_index(picks: Expr) -> bool:
    is_range = picks.op.name == "units" and picks.data.length != ONE
    return is_range or picks.op.name in ("eye", "unit")


def _index(graph: Graph, picks: Expr) -> Index:
    match picks.op.name, picks.data:
        case "eye", _:
            return None
        case "unit", (place, _):
            return place - 1
        case _, span:
            _bound(graph, span)
            return between(span.first - 1, span.last, span.size)


# ---------------------------------------------------------------- blocks


def beside(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Blocks side by side; rows and numbers make a flat row."""
    return _joined(graph, node, args, 1)


def below(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Blocks below each other; rows of blocks are written as one block matrix."""
    rows = [_pieces(graph, value) for value in args]
    if len(axes_of(node.shape)) < 2 or all(len(row) == 1 for row in rows):
        return _joined(graph, node, args, 0)
    lengths = tuple(map(len, rows))
    pieces = [
        _bare(graph, piece) if len(row) > 1 else standing(graph, Factor(piece, arg.shape))
        for row, arg in zip(rows, node.args, strict=True)
        for piece in row
    ]
    return graph.make("block", *pieces, data=lengths, axes=axes_of(node.shape))


def _bare(graph: Graph, piece: Value) -> Value:
    return piece.args[0] if graph.has(piece, "as_vector") else piece


def _pieces(graph: Graph, row: Value) -> Sequence[Value]:
    return row.args if graph.has(row, "join") and row.data == 1 else (row,)


def _joined(graph: Graph, node: Expr, args: list[Value], axis: int) -> Value:
    axes = axes_of(node.shape)
    if len(axes) == 1:
        flat = [graph.make("as_vector", v, axes=(ONE,)) if v.is_scalar else v for v in args]
        return graph.make("join", *flat, data=axis, axes=axes)
    factors = (Factor(*pair) for pair in zip(args, (a.shape for a in node.args), strict=True))
    return graph.make("join", *(standing(graph, f) for f in factors), data=axis, axes=axes)
