"""Columns of an identity in sums over indices: what shares their indices is placed or cut out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matgrad.codegen.placed import ZERO, Band, Piece, on_diagonals, place
from matgrad.codegen.ranges import cut, size_of
from matgrad.codegen.terms import Index, Part, Term
from matgrad.codegen.values import Graph, Value
from matgrad.core.dims import Dim

Sizes = Mapping[Index, Dim]


def moved(graph: Graph, sizes: Sizes, term: Term) -> tuple[list[Part], dict[Index, Index]] | None:
    """The parts without a selection of entries, and what one index is called now; None if none.

    At [i, j] a selection is 1 where i is j moved on, so that a sum over j leaves i.
    """
    for part in term.parts:
        value, at = part
        others = [other for other in term.parts if other is not part]
        repeated = any(k.count(i) > 1 for _, k in others for i in at)
        if value.op != "units" or len(set(at)) < 2 or repeated:
            continue
        i, j = at
        if j not in term.outer:
            return _placed(graph, sizes, others, part), {j: i}
        if i not in term.outer:
            found = _cut(graph, sizes, others, part)
            if found is not None:
                return found, {i: j}
    return None


def _placed(graph: Graph, sizes: Sizes, others: Sequence[Part], part: Part) -> list[Part]:
    """All that has the shorter index, among zeros where that has none."""
    units, (i, j) = part
    start, size = size_of(units.args[1]), sizes[i]
    ones = graph.full(graph.number(1), (sizes[j],))
    found: list[Part] = []
    zeros = False  # has something zeros where the selection has them?
    for value, at in others:
        if j not in at:
            found.append((value, at))
        elif value is units:
            found.append((graph.eye(size), at))
        elif value.op == "units" and at[1] == j:
            bands = [Band(ones, size_of(value.args[1]), start)]
            found.append((on_diagonals(graph, bands, (sizes[at[0]], size)), at))
            zeros = True
        else:
            found.append((_among_zeros(graph, (value, at), j, start, size), at))
            zeros = True
    if not zeros:
        found.append((_among_zeros(graph, (ones, (j,)), j, start, size), (j,)))
    return found


def _among_zeros(graph: Graph, part: Part, index: Index, start: Dim, size: Dim) -> Value:
    value, at = part
    starts = tuple(start if i == index else ZERO for i in at)
    axes = tuple(size if i == index else n for i, n in zip(at, value.axes, strict=True))
    return place(graph, [Piece(value, starts)], axes)


def _cut(graph: Graph, sizes: Sizes, others: Sequence[Part], part: Part) -> list[Part] | None:
    """All that has the longer index, cut to the shorter; None if nothing has it."""
    units, (i, j) = part
    having = [value for value, at in others if i in at]
    if not having or any(value.op == "units" for value in having):
        return None
    start = size_of(units.args[1])
    return [
        (cut(graph, value, at.index(i), start, sizes[j]), at) if i in at else (value, at)
        for value, at in others
    ]
