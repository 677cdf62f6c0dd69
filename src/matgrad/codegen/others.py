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
    factors = [f for arg in value.args for f in (arg.args if _is_number(arg) else (arg,))]
    for whole in factors:
        sums = [arg for arg in factors if arg.op == "add"]
        if whole.op != "prod" or len(sums) != 1:
            continue
        (terms,) = sums
        pairs = _all_but_two(graph, whole, terms)
        rest = [arg for arg in factors if arg is not whole and arg is not terms]
        if pairs is not None:
            return product(graph, [*rest, pairs], value.axes)
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


def _is_number(value: Value) -> bool:
    """Is this a product of numbers?"""
    return value.op == "mul" and not value.axes


def _all_but_two(graph: Graph, whole: Value, terms: Value) -> Value | None:
    """prod(x) ((1 / x)(1 / x)ᵀ − Diag(1 / x²)), the products of all entries but two."""
    (x,) = whole.args
    if len(x.axes) != 1 or tuple(terms.data) != (False, True):
        return None
    outer, diagonal = terms.args
    if (
        outer.op != "outer"
        or diagonal.op != "Diag"
        or not all(_is_over(a, x, 1) for a in outer.args)
    ):
        return None
    return (
        graph.make("all_but_two", x, axes=terms.axes) if _is_over(diagonal.args[0], x, 2) else None
    )


def _is_over(value: Value, x: Value, k: int) -> bool:
    """Is this 1/x, or 1/x²?"""
    if value.op != "div" or value.args[0].op != "number" or value.args[0].data != 1:
        return False
    below = value.args[1]
    if k == 1:
        return below is x
    return below.op == "power" and below.args[0] is x and below.args[1].data == k


def _times(graph: Graph, whole: Value, term: Value) -> Value | None:
    (x,) = whole.args
    if term.op == "div" and term.args[1] is x and x.axes:
        return product(graph, [term.args[0], graph.make("others", x, axes=x.axes)], term.axes)
    return None
