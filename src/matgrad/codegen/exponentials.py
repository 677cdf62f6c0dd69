"""softmax(x) beside logsumexp(x) in NumPy and JAX: one maximum, exponential and sum serve for both.

This is done when the program is written: other libraries have functions of their own for the two,
of which XLA joins nothing, and C shares the loops.
"""

from __future__ import annotations

from dataclasses import replace

from matgrad.codegen.program import Program
from matgrad.codegen.values import Graph, Value, ordered
from matgrad.core.dims import ONE

NAME = "exponentials"
WHY = "softmax and logsumexp of the same take one exponential, not two"
_PAIRS = {"softmax": "logsumexp", "softmax_rows": "logsumexp_rows"}


def notes(program: Program) -> list[tuple[str, str]]:
    """What `share` does to a program."""
    return [(NAME, WHY)] if _shared(program) else []


def share(program: Program) -> Program:
    """The program in which softmax and logsumexp of the same array have common parts."""
    shared = _shared(program)
    if not shared:
        return program
    graph = Graph()
    better: dict[Value, Value] = {}
    for value in program.values:
        args = tuple(better[arg] for arg in value.args)
        if value.args and value.args[0] in shared and value.op in _WAYS:
            better[value] = _WAYS[value.op](graph, args[0], value)
        elif args != value.args:
            better[value] = replace(value, args=args)
        else:
            better[value] = value
    return replace(
        program,
        values=tuple(ordered(tuple(better.values()))),
        results=tuple(better[value] for value in program.results),
        names={better[value]: name for value, name in program.names.items()},
    )


def _shared(program: Program) -> set[Value]:
    """The arrays of which both are taken."""
    if NAME in program.options.skip:
        return set()
    taken = {(value.op, value.args[0]) for value in program.values if value.op in _WAYS}
    return {x for op, x in taken if op in _PAIRS and (_PAIRS[op], x) in taken}


def _parts(graph: Graph, x: Value, by_rows: bool) -> tuple[Value, Value, Value]:
    """The largest entry, exp(x − largest) and its sum; those of rows stand in columns."""
    axes = (x.axes[0], ONE) if by_rows else ()
    top = graph.make("top", x, axes=axes)
    below = graph.make("add", x, top, axes=x.axes, data=(False, True))
    powers = graph.make("exp", below, axes=x.axes)
    return top, powers, graph.make("total", powers, axes=axes)


def _softmax(graph: Graph, x: Value, value: Value) -> Value:
    _, powers, total = _parts(graph, x, value.op == "softmax_rows" and x.is_matrix)
    return graph.make("div", powers, total, axes=value.axes)


def _logsumexp(graph: Graph, x: Value, value: Value) -> Value:
    top, _, total = _parts(graph, x, value.op == "logsumexp_rows" and x.is_matrix)
    logs = graph.make("log", total, axes=total.axes)
    whole = graph.make("add", logs, top, axes=total.axes, data=(False, False))
    return graph.make("flatten", whole, axes=value.axes) if value.axes else whole


_WAYS = {**dict.fromkeys(_PAIRS, _softmax), **dict.fromkeys(_PAIRS.values(), _logsumexp)}
