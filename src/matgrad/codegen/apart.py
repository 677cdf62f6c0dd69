"""Products of light matrices taken apart again where they meet a vector.

Cumulative sums of a slice are T Sᵀx; a program that has T Sᵀ as a matrix, or a sum of such, would
fill that matrix to multiply it once.
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.arithmetic import peel
from matgrad.codegen.association import Factor
from matgrad.codegen.selections import is_light
from matgrad.codegen.values import Graph, Value
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape

_MOST = 8  # terms of a sum that is taken apart


def remember(graph: Graph, left: Factor, right: Factor, done: Value) -> None:
    """Note of which factors a product of light matrices is made, if it is one."""
    if done.is_matrix and not is_light(graph, done):
        parts = [*apart(graph, *left), *apart(graph, *right)]
        if all(_is_light(graph, part.value) or _sum(graph, part.value) for part in parts):
            graph.apart[done] = tuple(parts)


def _is_light(graph: Graph, value: Value) -> bool:
    return value.op in ("Diag", "eye") or (value.is_matrix and is_light(graph, value))


def apart(graph: Graph, value: Value, shape: Shape) -> list[Factor]:
    """The factors of a product of light matrices; of everything else, itself."""
    if value in graph.apart:
        return [Factor(*part) for part in graph.apart[value]]
    if value.op == "transpose" and value.args[0] in graph.apart:
        parts = reversed(graph.apart[value.args[0]])
        return [Factor(graph.transpose(A), size.transposed) for A, size in parts]
    return [Factor(value, shape)]


def sums(graph: Graph, factors: Sequence[Factor]) -> tuple[int, list[tuple[bool, Value]]] | None:
    """Where a chain with a vector at its end has a sum of such products, and the terms of that."""
    if not graph.apart or ONE not in (factors[0].shape.rows, factors[-1].shape.cols):
        return None
    for place, (value, _) in enumerate(factors):
        if terms := _sum(graph, value):
            return place, terms
    return None


def _sum(graph: Graph, value: Value) -> list[tuple[bool, Value]]:
    """The terms of a sum of light matrices, some of which are products; none of anything else."""
    terms = _terms(graph, value)
    bare = [peel(graph, term)[1] for _, term in terms]
    known = [len(apart(graph, term, Shape(*term.axes))) > 1 for term in bare]
    pairs = zip(bare, known, strict=True)
    if not any(known) or not all(each or _is_light(graph, term) for term, each in pairs):
        return []
    return terms


def _terms(graph: Graph, value: Value) -> list[tuple[bool, Value]]:
    whole = value.args[0] if value.op == "transpose" else value
    if whole.op != "add" or not all(arg.is_matrix for arg in whole.args):
        return []
    turned = [arg if whole is value else graph.transpose(arg) for arg in whole.args]
    return list(zip(whole.data, turned, strict=True)) if len(turned) <= _MOST else []
