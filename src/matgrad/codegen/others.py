"""prod(x)/x as products of the other entries, which are finite where an entry is zero."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.arithmetic import product, total_of
from matgrad.codegen.values import Graph, Value

NAME = "others"
WHY = "prod(x)/x is the product of the other entries, also where one is zero"


def quotient(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """c prod(x) / x"""
    top, x = value.args
    factors = list(top.args) if top.op == "mul" else [top]
    found = next((f for f in factors if f.op == "prod" and f.args[0] is x), None)
    if found is None or not x.axes:
        return None
    factors.remove(found)
    return product(graph, [*factors, graph.make("others", x, axes=x.axes)], value.axes)


def distributed(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """prod(x) (c / x + a) is c times the products of others, and prod(x) a."""
    for whole in value.args:
        sums = [arg for arg in value.args if arg.op == "add"]
        if whole.op != "prod" or len(sums) != 1:
            continue
        (terms,) = sums
        rest = [arg for arg in value.args if arg is not whole and arg is not terms]
        parts = [_times(graph, whole, term) for term in terms.args]
        if all(part is None for part in parts):
            continue
        done = [
            part if part is not None else product(graph, [whole, term], value.axes)
            for part, term in zip(parts, terms.args, strict=True)
        ]
        signed = [
            graph.make("neg", part, axes=part.axes) if minus else part
            for minus, part in zip(terms.data, done, strict=True)
        ]
        return product(graph, [*rest, total_of(graph, signed, value.axes)], value.axes)
    return None


def _times(graph: Graph, whole: Value, term: Value) -> Value | None:
    (x,) = whole.args
    if term.op == "div" and term.args[1] is x and x.axes:
        return product(graph, [term.args[0], graph.make("others", x, axes=x.axes)], term.axes)
    return None
