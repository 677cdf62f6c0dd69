"""What stays the same from call to call, computed once: Gram matrices, factors, products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from matgrad.codegen.names import Names
from matgrad.codegen.sizes import told
from matgrad.codegen.values import Graph, Value, axes_of, ordered
from matgrad.core.dims import ONE
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
    kept = _kept([v for v in used if v in constant])
    if not kept:
        return planned
    symbols_ = _symbols(planned, kept)
    better: dict[Value, Value] = {
        v: graph.make("symbol", data=s, axes=v.axes) for v, s in zip(kept, symbols_, strict=True)
    }
    for value in planned.values:
        if value not in better:
            better[value] = graph.again(value, tuple(better[arg] for arg in value.args))
    fixed = [s for s in planned.given if s in graph.fixed]
    varying = [s for s in planned.given if s not in graph.fixed]
    results = tuple(better[value] for value in planned.results)
    left = _still_needed(fixed, [*varying, *symbols_], results)
    kept += [graph.make("symbol", data=s, axes=axes_of(s.shape)) for s in left]
    graph.named.update({v: s.name for v, s in zip(kept, symbols_, strict=False)})
    prepared = assemble(graph, fixed, tuple(kept))
    prepared = replace(prepared, groups=tuple(None for _ in kept), name="prepare")
    graph.named = {better.get(v, v): n for v, n in graph.named.items() if v not in constant}
    return replace(assemble(graph, [*varying, *symbols_, *left], results), prepared=prepared)


def _symbols(planned: Program, kept: list[Value]) -> list[Expr]:
    """Inputs for what is kept, with the names that it has, or new ones."""
    names = Names()
    for each in planned.inputs:
        names.take(each.label)
    labels = [planned.names.get(v, f"fixed{i + 1}") for i, v in enumerate(kept)]
    return [symbol(names.take(label), *v.axes) for label, v in zip(labels, kept, strict=True)]


def _kept(constant: list[Value]) -> list[Value]:
    """The arrays from which constant values are read: rows and columns of one are no input."""
    found: dict[Value, None] = {}
    waiting = constant[::-1]
    while waiting:
        value = waiting.pop()
        is_array = len(value.axes) <= 2 and ONE not in value.axes  # a vector of one is a number
        if value.op in _CHEAP or value in found:
            continue
        if is_array and value.op != "transpose":  # to be turned costs nothing
            found[value] = None
        else:
            waiting += value.args[::-1]
    return list(found)


def _still_needed(fixed: list[Expr], given: list[Expr], results: tuple[Value, ...]) -> list[Expr]:
    """The fixed inputs that each call reads itself, for their entries or for their sizes."""
    values = ordered(results)
    used = {value.data for value in values if value.op == "symbol"}
    left = [s for s in fixed if s in used]
    named = {name for value in values for size in value.axes for name in size.names}
    named |= {name for value in values if value.op == "size" for name in value.data.names}
    untold = named - told([*given, *left])
    return [s for s in fixed if s in left or any(size.names & untold for size in s.shape)]
