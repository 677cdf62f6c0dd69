"""Which matrices are known to be positive definite: declared, or sums like AᵀA + εI."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.arithmetic import peel
from matgrad.codegen.signs import is_nonnegative
from matgrad.codegen.values import Graph, Value
from matgrad.core.facts import facts_of


def is_definite(graph: Graph, matrix: Value) -> bool:
    """Is this matrix positive definite, whatever the inputs are?"""
    if matrix in graph.definite:
        return True
    if matrix.op != "add" or any(matrix.data) or not all(arg.is_matrix for arg in matrix.args):
        return False
    kinds = [_kind(graph, term) for term in matrix.args]
    return "" not in kinds and "definite" in kinds


def _kind(graph: Graph, term: Value) -> str:
    """A term that is definite, at least "semidefinite", or "" of which nothing is known."""
    scalars, bare = peel(graph, term)
    if bare.op == "eye" or bare in graph.definite:
        if all(_is_positive(s) for s in scalars):
            return "definite"
        return "semidefinite" if _nonnegative(scalars) else ""
    if bare.op == "matmul":
        left, right = bare.args
        square = left.is_matrix and graph.transpose(left) is right
    else:
        square = bare.op == "outer" and bare.args[0] is bare.args[1]
    if bare.op == "Diag":
        square = is_nonnegative(bare.args[0])
    return "semidefinite" if square and _nonnegative(scalars) else ""


def _nonnegative(scalars: Sequence[Value]) -> bool:
    return all(is_nonnegative(s) or _is_positive(s) for s in scalars)


def _is_positive(value: Value) -> bool:
    if value.op == "number":
        return value.data > 0
    if value.op == "symbol":
        return "positive" in facts_of(value.data)
    return value.op == "exp"
