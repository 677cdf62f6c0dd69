"""Matrices that are a diagonal and a product of thin factors: D + U Vᵀ with few columns.

Equations, inverses and determinants then need a matrix as small as the number of columns
(Woodbury, and the matrix determinant lemma). Done where the sizes given say that it pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from matgrad.codegen.arithmetic import peel, product, total_of
from matgrad.codegen.values import Axes, Graph, Value, nominal

NAME = "woodbury"
WHY = "a diagonal plus few columns: equations only as large as the number of columns"
_TIMES = 4  # how much thinner the factors have to be

Uses = Counter[Value]


class _Sum(NamedTuple):
    """s I + U Vᵀ, or Diag(d) + U Vᵀ, the scalars of the product in U."""

    diagonal: Value  # a number or a vector
    U: Value
    Vt: Value


def _read(graph: Graph, matrix: Value) -> _Sum | None:
    if matrix.op != "add" or len(matrix.args) != 2 or not matrix.is_matrix:
        return None
    for place in (0, 1):
        diagonal = _diagonal(graph, matrix.args[place], matrix.data[place])
        factors = _factors(graph, matrix.args[1 - place], matrix.data[1 - place])
        if diagonal is not None and factors is not None:
            return _Sum(diagonal, *factors)
    return None


def _scaled(graph: Graph, scalars: Sequence[Value], minus: bool, value: Value) -> Value:
    sign = [graph.number(-1)] if minus else []
    return product(graph, [*sign, *scalars, value], value.axes)


def _diagonal(graph: Graph, term: Value, minus: bool) -> Value | None:
    scalars, bare = peel(graph, term)
    if bare.op == "eye":
        return _scaled(graph, scalars, minus, graph.number(1))
    return _scaled(graph, scalars, minus, bare.args[0]) if bare.op == "Diag" else None


def _factors(graph: Graph, term: Value, minus: bool) -> tuple[Value, Value] | None:
    scalars, bare = peel(graph, term)
    if bare.op == "outer":
        u, v = bare.args
        return _scaled(graph, scalars, minus, u), v
    if bare.op != "matmul":
        return None
    U, Vt = bare.args
    if not (U.is_matrix and Vt.is_matrix):
        return None
    rank, rows = nominal(U.axes[1], graph.sizes), nominal(U.axes[0], graph.sizes)
    return (_scaled(graph, scalars, minus, U), Vt) if _TIMES * rank <= rows else None


def _over(graph: Graph, d: Value, B: Value) -> Value:
    """D⁻¹B."""
    if d.is_scalar or B.is_vector:
        return graph.make("div", B, d, axes=B.axes)
    inverse = graph.make("div", graph.number(1), d, axes=d.axes)
    return graph.make("scale_rows", inverse, B, axes=B.axes)


def _times(graph: Graph, A: Value, B: Value) -> Value:
    """A B, where a flat A on the left is a row, and a flat B on the right a column."""
    axes: Axes = (A.axes[:-1] if A.is_matrix else ()) + (B.axes[1:] if B.is_matrix else ())
    return graph.make("matmul", A, B, axes=axes)


def _inside(graph: Graph, found: _Sum) -> Value:
    """I + Vᵀ D⁻¹ U."""
    d, U, Vt = found
    small = _times(graph, Vt, _over(graph, d, U))
    if small.is_scalar:
        return total_of(graph, [graph.number(1), small], ())
    eye = graph.make("eye", graph.size(small.axes[0]), axes=small.axes)
    return total_of(graph, [eye, small], small.axes)


def solve(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """(D + U Vᵀ)⁻¹ b = y − D⁻¹U (I + Vᵀ D⁻¹ U)⁻¹ Vᵀ y with y = D⁻¹b."""
    matrix, b = value.args
    found = _read(graph, matrix)
    if found is None:
        return None
    y = _over(graph, found.diagonal, b)
    back = _corrected(graph, found, y)
    return total_of(graph, [y, graph.make("neg", back, axes=back.axes)], value.axes)


def _corrected(graph: Graph, found: _Sum, y: Value) -> Value:
    d, U, Vt = found
    inside, right = _inside(graph, found), _times(graph, Vt, y)
    left = _over(graph, d, U)
    if inside.is_scalar:
        share = graph.make("div", right, inside, axes=right.axes)
        if share.is_scalar:
            return product(graph, [share, left], left.axes)
        return graph.make("outer", left, share, axes=left.axes + share.axes)
    return _times(graph, left, graph.make("solve", inside, right, axes=right.axes))


def inverse(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """(D + U Vᵀ)⁻¹ = D⁻¹ − D⁻¹U (I + Vᵀ D⁻¹ U)⁻¹ Vᵀ D⁻¹."""
    (matrix,) = value.args
    found = _read(graph, matrix)
    if found is None:
        return None
    d, _, Vt = found
    n = matrix.axes[0]
    reciprocal = graph.full(graph.make("div", graph.number(1), d, axes=d.axes), (n,)[d.is_vector :])
    right = _right(graph, d, Vt)
    start = graph.make("Diag", reciprocal, axes=matrix.axes)
    inside, left = _inside(graph, found), _over(graph, d, found.U)
    if inside.is_scalar:
        share = graph.make("div", right, inside, axes=right.axes)
        back = graph.make("outer", left, share, axes=matrix.axes)
    else:
        solved = graph.make("solve", inside, right, axes=right.axes)
        back = graph.make("matmul", left, solved, axes=matrix.axes)
    return total_of(graph, [start, graph.make("neg", back, axes=back.axes)], matrix.axes)


def _right(graph: Graph, d: Value, Vt: Value) -> Value:
    """Vᵀ D⁻¹."""
    if d.is_scalar or Vt.is_vector:
        return graph.make("div", Vt, d, axes=Vt.axes)
    inverse = graph.make("div", graph.number(1), d, axes=d.axes)
    return graph.make("scale_columns", Vt, inverse, axes=Vt.axes)


def logdet(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """log det(D + U Vᵀ) = log det D + log det(I + Vᵀ D⁻¹ U)."""
    (matrix,) = value.args
    found = _read(graph, matrix)
    if found is None:
        return None
    inside = _inside(graph, found)
    op = "log" if inside.is_scalar else "logdet"
    small = graph.make(op, inside, axes=())
    logs = graph.make("log", found.diagonal, axes=found.diagonal.axes)
    if found.diagonal.is_scalar:
        whole = product(graph, [graph.size(matrix.axes[0]), logs], ())
    else:
        whole = graph.make("sum", logs, axes=())
    return total_of(graph, [whole, small], ())


Rule = Callable[[Graph, Value, Uses], Value | None]
RULES: dict[str, Rule] = {"solve": solve, "inv": inverse, "logdet": logdet}
