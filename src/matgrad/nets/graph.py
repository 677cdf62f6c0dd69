"""From a derivation to the picture of its computation, with what flows back along each arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Trace
from matgrad.core.walk import substitute, symbols
from matgrad.derive.linearise import linearise, pull
from matgrad.errors import UnsupportedError
from matgrad.nets.propagation import ADJOINT, named, spelled
from matgrad.nets.worksheet import numbers
from matgrad.ops import differential_symbol, number, symbol_op, total_sum
from matgrad.render.graph import Edge, Graph, Input, Node
from matgrad.rules import simplify

Flows = dict[tuple[Expr, Expr], Expr]  # what comes back from one value to another

LONGEST, IN_BOXES = 44, 90  # characters of a formula; what is longer is shown by its name


def graph_of(trace: Trace, values: Mapping[str, Any] | None = None) -> Graph:
    """The computation of a gradient: values in order, variables, and what comes back."""
    if trace.kind != "gradient" or trace.function is None:
        raise UnsupportedError("a picture is drawn of a gradient")
    f = symbol_of(trace)
    rows = [
        *(d for d in trace.definitions if d.role == "intermediate"),
        Definition(f, trace.function),
    ]
    back, flows = backward(trace, rows)
    inputs, edges = _connected(trace, rows, back, flows)
    names = {d.symbol for d in trace.definitions if d.role == ADJOINT}
    uses = list(trace.results.values())
    nodes = tuple(
        Node(
            d.symbol.name,
            f"{named(d.symbol.name).plain} = {shown(d.value, IN_BOXES)}",
            numbers(values[d.symbol.name]).plain if values and d.symbol.name in values else "",
            is_shared(back.get(d.symbol), names, uses),
        )
        for d in rows
    )
    return Graph(nodes, tuple(inputs), tuple(edges), f"computation of {trace.problem.name}")


def _connected(
    trace: Trace, rows: list[Definition], back: dict[Expr, Expr], flows: Flows
) -> tuple[list[Input], list[Edge]]:
    """What enters the values and what leads from one to the next, with what comes back."""
    place = {d.symbol: i for i, d in enumerate(rows)}
    factors = {d.symbol: d.value for d in trace.definitions if d.role == "derivative"}
    inputs: list[Input] = []
    edges: list[Edge] = []
    seen: set[Expr] = set()
    for i, d in enumerate(rows):
        for s in symbols(d.value):
            if s in place:
                only = sum(s in symbols(r.value) for r in rows) == 1
                label = partial(trace, s, back.get(s)) if only else shown(flows.get((d.symbol, s)))
                edges.append(Edge(place[s], i, label if s in back else ""))
            else:  # where it is used again, it stands again, without its gradient
                gradient = None if s in seen else trace.results.get(s.name)
                seen.add(s)
                label = "" if gradient is None else returned(s, substitute(gradient, factors))
                inputs.append(Input(s.name, named(s.name).plain, i, label))
    return inputs, edges


def symbol_of(trace: Trace) -> Expr:
    """The symbol for the function itself."""
    assert trace.function is not None
    return make(symbol_op, (), Symbol(trace.problem.name, trace.function.shape))


def shown(value: Expr | None, longest: int = LONGEST) -> str:
    """A formula short enough for a picture."""
    if value is None:
        return ""
    plain = spelled(value).plain
    return plain if len(plain) <= longest else "…"


def returned(variable: Expr, gradient: Expr) -> str:
    """∇W = g xᵀ."""
    return f"∇{named(variable.name).plain} = {shown(gradient)}"


def partial(trace: Trace, symbol: Expr, adjoint: Expr | None) -> str:
    """∂f/∂z = g."""
    name = f"∂{named(trace.problem.name).plain}/∂{named(symbol.name).plain}"
    formula = shown(adjoint)
    return f"{name} = {formula}" if formula else name


def is_shared(adjoint: Expr | None, names: set[Expr], results: list[Expr]) -> bool:
    """Is the gradient of this value computed once and used by several results?"""
    return adjoint in names and sum(adjoint in symbols(G) for G in results) > 1


def backward(trace: Trace, rows: list[Definition]) -> tuple[dict[Expr, Expr], Flows]:
    """The adjoint of each value, by name where it has one, and what each arrow brings back."""
    context = Context()
    by_name = {d.symbol.name: d for d in trace.definitions if d.role == ADJOINT}
    by_value = {d.value: d.symbol for d in by_name.values()}
    values = {d.value: d.symbol for d in rows if d.value.args}
    moving = _moving(rows, set(trace.wrt))
    flows: dict[tuple[Expr, Expr], Expr] = {}
    back: dict[Expr, Expr] = {rows[-1].symbol: number(1)}
    for d in reversed(rows):
        incoming = [flow for (_, s), flow in flows.items() if s is d.symbol]
        if incoming:
            total = simplify(total_sum(incoming, d.symbol.shape), context)
            chosen = trace.problem.adjoints.get(d.symbol.name, "")
            back[d.symbol] = by_name[chosen].symbol if chosen in by_name else total
            back[d.symbol] = by_value.get(total, back[d.symbol])
        dv = linearise(d.value, moving, d.symbol)
        if dv is None or d.symbol not in back:
            continue
        targets = {differential_symbol(s): s for s in symbols(d.value) if s in moving}
        pulled, _ = pull(dv, back[d.symbol], targets)
        for ds, H in pulled.items():
            flow = simplify(H, context)
            flows[d.symbol, targets[ds]] = _in_names(flow, values, context)
    return back, flows


def _in_names(flow: Expr, values: Mapping[Expr, Expr], context: Context) -> Expr:
    """What is computed already, by its name."""
    return simplify(substitute(flow, values), context)


def _moving(rows: list[Definition], variables: set[Expr]) -> set[Expr]:
    found = set(variables)
    for d in rows:
        if any(s in found for s in symbols(d.value)):
            found.add(d.symbol)
    return found
