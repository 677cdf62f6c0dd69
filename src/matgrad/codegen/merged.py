"""Sums of placed arrays, of diagonals and of running sums, each as one operation."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.arithmetic import peel, product, total_of
from matgrad.codegen.placed import bands, on_diagonals, pieces, place
from matgrad.codegen.selections import is_light, read, triangles, without_own
from matgrad.codegen.values import Graph, Value

Uses = Counter[Value]
_DIAGONAL = frozenset({"Diag", "eye"})


def in_sums(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A sum in which all that is placed, on diagonals or elsewhere, is placed together."""
    return _pieces(graph, value, uses) or _diagonals(graph, value)


def _pieces(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A sum in which all that is placed among zeros is placed together."""
    terms = list(zip(value.data, value.args, strict=True))
    inner = [t for t in terms if graph.has(t[1], "placed") and uses[t[1]] == 1]
    if len(inner) < 2:
        return None
    found = [p._replace(minus=p.minus != minus) for minus, term in inner for p in pieces(term)]
    rest = [_signed(graph, *term) for term in terms if term not in inner]
    return total_of(graph, [*rest, place(graph, found, value.axes)], value.axes)


def _diagonals(graph: Graph, value: Value) -> Value | None:
    """A sum in which all diagonals are written into one matrix."""
    if not value.is_matrix or not all(arg.axes == value.axes for arg in value.args):
        return None
    terms = list(zip(value.data, value.args, strict=True))
    light = [t for t in terms if t[1] not in graph.named and _has_diagonals(graph, t[1])]
    if len(light) < 2 or all(peel(graph, term)[1].op in _DIAGONAL for _, term in light):
        return None
    found = [
        band.times(graph, [graph.number(-1)] * minus)
        for minus, term in light
        for band in read(graph, term).bands
    ]
    rest = [_signed(graph, *term) for term in terms if term not in light]
    return total_of(graph, [*rest, on_diagonals(graph, found, value.axes)], value.axes)


def _has_diagonals(graph: Graph, term: Value) -> bool:
    if peel(graph, term)[1].op in _DIAGONAL:
        return True
    if not is_light(graph, term):
        return False
    light = read(graph, term)
    return not (light.below or light.above)


def _signed(graph: Graph, minus: bool, term: Value) -> Value:
    return graph.make("neg", term, axes=term.axes) if minus else term


def scaled_diagonals(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A number times a matrix of diagonals scales these, not all of the matrix."""
    scalars, bare = peel(graph, value)
    if not scalars or bare.op != "diagonals":
        return None
    found = [band.times(graph, scalars) for band in bands(bare)]
    return on_diagonals(graph, found, value.axes)


def turned_diagonals(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The transpose of a matrix of diagonals is another."""
    (A,) = value.args
    if A.op != "diagonals":
        return None
    return on_diagonals(graph, [band.turned for band in bands(A)], value.axes)


def triangle(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A triangle of equal numbers that is needed as a matrix."""
    light = triangles(graph, value)
    if light is None:
        return None
    ones = graph.full(graph.number(1), value.axes)
    parts = [(factor, "tril") for factor in light.below]
    parts += [(factor, "triu") for factor in light.above]
    terms = [
        product(graph, [factor, graph.make(op, ones, axes=value.axes)], value.axes)
        for factor, op in parts
    ]
    eye = graph.make("eye", graph.size(value.axes[0]), axes=value.axes)
    on = [band.entries.args[0] for band in light.bands]
    off = [product(graph, [graph.number(-1), factor], ()) for factor, _ in parts]
    rest = total_of(graph, [*on, *off], ()) if on != [factor for factor, _ in parts] else None
    if rest is not None:
        terms.append(product(graph, [rest, eye], value.axes))
    return total_of(graph, terms, value.axes)


def with_own(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """x and the sums of what comes before each of its entries are the sums up to each."""
    terms = list(zip(value.data, value.args, strict=True))
    for minus, term in terms:
        sums = _sums_of(graph, term)
        own = None if sums is None else (minus, sums.args[0])
        if sums is None or own not in terms:
            continue
        terms.remove((minus, term))
        terms[terms.index(own)] = (minus, sums)
        return total_of(graph, [_signed(graph, *each) for each in terms], value.axes)
    return None


def _sums_of(graph: Graph, term: Value) -> Value | None:
    """The running sums of which a term has all but one, moved on by one."""
    sums = term.args[0].args[0] if graph.has(term, "placed") and term.args[0].args else None
    if sums is None or sums.op != "cumsum":
        return None
    return sums if without_own(graph, sums) is term else None
