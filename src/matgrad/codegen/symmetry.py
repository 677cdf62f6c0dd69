"""Which matrices are symmetric, so that they are not transposed and one product serves for two."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.arithmetic import product, total_of
from matgrad.codegen.operations import ENTRYWISE
from matgrad.codegen.values import Graph, Value, ordered
from matgrad.core.facts import facts_of

NAME = "symmetry"
WHY = "a symmetric matrix is its own transpose"

# What keeps symmetry beside what acts entry by entry, and what is symmetric in any case.
_KEEPING = ENTRYWISE | {"inv", "transpose"}
_ALWAYS = frozenset({"eye", "Diag", "inverse_spd"})


def is_symmetric(graph: Graph, value: Value, known: dict[Value, bool]) -> bool:
    """Is this its own transpose, whatever the inputs are?"""
    for each in ordered((value,), known):
        known[each] = each.is_scalar or (each.is_matrix and _symmetric(graph, each, known))
    return known[value]


def _symmetric(graph: Graph, value: Value, known: dict[Value, bool]) -> bool:
    if value in graph.definite or value.op in _ALWAYS:
        return True
    if value.op == "symbol":
        return "symmetric" in facts_of(value.data)
    if value.op == "outer":
        return value.args[0] is value.args[1]
    if value.op == "matmul":
        left, right = value.args
        return left.is_matrix and graph.transpose(left) is right
    mirrored = value.op == "add" and _mirrored(graph, value, known)
    return mirrored or (value.op in _KEEPING and all(known[arg] for arg in value.args))


def _mirrored(graph: Graph, value: Value, known: dict[Value, bool]) -> bool:
    """A + Aᵀ: each term that is not symmetric has its transpose beside it."""
    signed = zip(value.data, value.args, strict=True)
    rest = [(minus, arg) for minus, arg in signed if not known[arg]]
    if not all(arg.is_matrix for _, arg in rest):
        return False
    return Counter(rest) == Counter((minus, graph.transpose(arg)) for minus, arg in rest)


def doubled(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """S + Sᵀ is 2 S."""
    signed = Counter(zip(value.data, value.args, strict=True))
    if len(signed) == len(value.args):
        return None
    terms = [
        product(graph, [graph.number(-times if minus else times), arg], arg.axes)
        for (minus, arg), times in signed.items()
    ]
    return total_of(graph, terms, value.axes)


def untransposed(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """Sᵀ is S."""
    (S,) = value.args
    return S if is_symmetric(graph, S, graph.symmetric) else None


def one_sided(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """xᵀS is S x, which may be there already."""
    x, S = value.args
    if x.is_vector and S.is_matrix and is_symmetric(graph, S, graph.symmetric):
        return graph.make("matmul", S, x, axes=value.axes)
    return None
