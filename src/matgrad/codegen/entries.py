"""Rewrites of what happens entry by entry: rows and columns that are not spread out, fused sums."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.arithmetic import peel, product
from matgrad.codegen.values import Graph, Value
from matgrad.core.dims import ONE

Uses = Counter[Value]


def spread(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A sum or product with u 1ᵀ takes the column u, with 1 vᵀ the row v."""
    if not value.is_matrix:
        return None
    args = [_flat(graph, arg) for arg in value.args]
    shapes = {arg.axes for arg in args}
    whole = value.axes in shapes or len(shapes - {()}) == 2
    if not whole or tuple(args) == value.args:
        return None
    return graph.make(value.op, *args, axes=value.axes, data=value.data)


def _flat(graph: Graph, arg: Value) -> Value:
    scalars, bare = peel(graph, arg)
    if bare.op != "outer":
        return arg
    for place, (one, other) in enumerate((bare.args, bare.args[::-1])):
        if one.op == "full":
            flat = product(graph, [*scalars, one.args[0], other], other.axes)
            if place:
                return graph.make("as_column", flat, axes=(other.axes[0], ONE))
            return graph.make("as_row", flat, axes=(ONE, other.axes[0]))
    return arg


def centred(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Diag(p)A − p vᵀ is Diag(p)(A − 1vᵀ): one pass less, and no difference of large numbers."""
    if len(value.args) != 2 or not value.is_matrix:
        return None
    for place in (0, 1):
        scaled, term = value.args[place], value.args[1 - place]
        if scaled.op != "scale_rows" or uses[scaled] > 1 or value.data[place]:
            continue
        scalars, bare = peel(graph, term)
        if bare.op != "outer" or bare.args[0] is not scaled.args[0]:
            continue
        sign = [graph.number(-1)] if value.data[1 - place] else []
        row = product(graph, [*sign, *scalars, bare.args[1]], bare.args[1].axes)
        shift = graph.make("as_row", _positive(row), axes=(ONE, row.axes[0]))
        signs = (False, row.op == "neg")
        A = graph.make("add", scaled.args[1], shift, axes=value.axes, data=signs)
        return graph.make("scale_rows", scaled.args[0], A, axes=value.axes)
    return None


def _positive(row: Value) -> Value:
    return row.args[0] if row.op == "neg" else row


def inner(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The sum of A ⊙ B in one pass, without the matrix A ⊙ B."""
    (both,) = value.args
    if both.op != "mul" or uses[both] > 1 or not both.is_matrix:
        return None
    scalars, bare = peel(graph, both)
    if bare.op != "mul" or any(arg.axes != bare.axes for arg in bare.args):
        return None
    *rest, last = bare.args
    first = rest[0] if len(rest) == 1 else graph.make("mul", *rest, axes=bare.axes)
    if first.op == last.op == "transpose":
        first, last = first.args[0], last.args[0]
    done = graph.make("vdot", first, last, axes=())
    return product(graph, [*scalars, done], ()) if scalars else done
