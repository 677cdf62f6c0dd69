"""Products with a sum of matrices, term by term, where its sum need not be written for that."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.arithmetic import peel, product, total_of
from matgrad.codegen.products import Factor, multiply
from matgrad.codegen.values import Graph, Value, nominal
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape

NAME = "structure"
WHY = "diagonal and rank-one terms, and inputs before vectors, are multiplied one by one"
_READ = 4  # inputs that are read one by one
_NARROW = 16  # columns that they are multiplied by, at most
_STRUCTURED = frozenset({"Diag", "eye", "outer", "units", "diagonals"})


def _bare(term: Value) -> Value:
    while term.op == "neg" or (term.op == "mul" and len(term.args) == 2 and term.args[0].is_scalar):
        term = term.args[-1]
    turned = term.op == "transpose" and term.args[0].op == "units"
    return term.args[0] if turned else term


def distributed(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """(Diag(p) − u vᵀ) A is p ⊙ A − u (vᵀA), and (A + Aᵀ) x is A x + Aᵀx: no matrix is written."""
    for place, terms in enumerate(value.args):
        other = value.args[1 - place]
        if terms.op != "add" or not terms.is_matrix or uses[terms] > 1:
            continue
        if not all(term.is_matrix for term in terms.args):  # a number stands for all entries
            continue
        full = [bare for bare in map(_bare, terms.args) if bare.op not in _STRUCTURED]
        if len(full) > (not other.is_matrix) and not _are_read(graph, terms, full, other):
            continue
        parts = [_times(graph, term, other, place) for term in terms.args]
        signed = [
            graph.make("neg", part, axes=part.axes) if minus else part
            for minus, part in zip(terms.data, parts, strict=True)
        ]
        return total_of(graph, signed, value.axes)
    return None


def _are_read(graph: Graph, terms: Value, full: list[Value], other: Value) -> bool:
    """Is it less to read inputs for each of these than to write their sum, which is not kept?"""
    if len(full) > _READ or (graph.is_constant(terms) and not graph.is_constant(other)):
        return False
    given = (term.args[0] if term.op == "transpose" else term for term in full)
    narrow = not other.is_matrix or min(nominal(n, graph.sizes) for n in other.axes) <= _NARROW
    return narrow and all(term.op == "symbol" for term in given)


def _times(graph: Graph, term: Value, other: Value, place: int) -> Value:
    shape = Shape(*other.axes) if other.is_matrix else None
    if shape is None:
        shape = Shape(ONE, other.axes[0]) if place else Shape(other.axes[0], ONE)
    scalars, bare = peel(graph, term)
    if bare.op == "outer":
        u, v = bare.args
        parts = [Factor(u, Shape(u.axes[0], ONE)), Factor(v, Shape(ONE, v.axes[0]))]
    else:
        parts = [Factor(bare, Shape(*term.axes))]
    whole = Factor(other, shape)
    done = multiply(graph, [whole, *parts] if place else [*parts, whole])
    return product(graph, [*scalars, done], done.axes) if scalars else done
