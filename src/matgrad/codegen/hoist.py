"""What stays the same from call to call, computed once: Gram matrices, factors, products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from matgrad.codegen.names import Names
from matgrad.codegen.values import Graph, Value, ordered
from matgrad.core.expr import Expr
from matgrad.ops import symbol

if TYPE_CHECKING:
    from matgrad.codegen.program import Program

Assemble = Callable[[Graph, list[Expr], tuple[Value, ...]], "Program"]
_CHEAP = frozenset({"symbol", "number", "size", "constant", "full", "eye", "unit"})


def split(planned: Program, graph: Graph, assemble: Assemble) -> Program:
    """The program of one call, with what stays the same from call to call in `prepared`."""
    constant = {value for value in planned.values if graph.is_constant(value)}
    users = [value for value in planned.values if value not in constant]
    used = dict.fromkeys(arg for value in users for arg in value.args)
    used.update(dict.fromkeys(planned.results))
    kept = [v for v in used if v in constant and v.op not in _CHEAP and len(v.axes) <= 2]
    if not kept:
        return planned
    names = Names()
    for each in planned.inputs:
        names.take(each.label)
    symbols_ = [
        symbol(names.take(planned.names.get(v, f"fixed{i + 1}")), *v.axes)
        for i, v in enumerate(kept)
    ]
    better: dict[Value, Value] = {
        v: graph.make("symbol", data=s, axes=v.axes) for v, s in zip(kept, symbols_, strict=True)
    }
    for value in planned.values:
        if value not in better:
            args = tuple(better[arg] for arg in value.args)
            better[value] = graph.make(
                value.op, *args, axes=value.axes, data=value.data, node=value.node
            )
    prepared = assemble(graph, [s for s in planned.given if s in graph.fixed], tuple(kept))
    prepared = replace(prepared, groups=tuple(None for _ in kept), name="prepare")
    results = tuple(better[value] for value in planned.results)
    left = {value.data for value in ordered(results) if value.op == "symbol"}
    varying = [s for s in planned.given if s not in graph.fixed or s in left]
    graph.named = {better.get(v, v): n for v, n in graph.named.items() if v not in constant}
    return replace(assemble(graph, [*varying, *symbols_], results), prepared=prepared)
