"""Arrays placed among zeros and vectors placed on diagonals: what is left of identities.

`placed` has the pieces of a sum, each followed by how many zeros stand before and after it along
each axis, then its own size; the data say which pieces are subtracted. `diagonals` has vectors,
each followed by the row and the column it starts at, then its own size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matgrad.codegen.arithmetic import product, total_of
from matgrad.codegen.ranges import size_of
from matgrad.codegen.values import Axes, Graph, Value
from matgrad.core.dims import Dim, dim


class Piece(NamedTuple):
    """An array, where it starts along each axis, and whether it is subtracted."""

    value: Value
    starts: tuple[Dim, ...]
    minus: bool = False


class Band(NamedTuple):
    """Entries along a diagonal, from a row and a column on."""

    entries: Value
    row: Dim
    column: Dim

    @property
    def length(self) -> Dim:
        """How many entries there are."""
        return self.entries.axes[0]

    @property
    def turned(self) -> Band:
        """The same in the transpose."""
        return Band(self.entries, self.column, self.row)

    def times(self, graph: Graph, scalars: Sequence[Value]) -> Band:
        """The same multiplied by numbers."""
        if not scalars:
            return self
        axes = self.entries.axes
        if not graph.has(self.entries, "full"):
            return self._replace(entries=product(graph, [*scalars, self.entries], axes))
        number = product(graph, [*scalars, self.entries.args[0]], ())
        if graph.has(number, "neg") and number.args[0].op == "number":
            number = graph.number(-number.args[0].data)
        return self._replace(entries=graph.full(number, axes))


def pieces(value: Value) -> list[Piece]:
    """What a sum of placed arrays is made of."""
    step = 1 + 2 * len(value.axes)
    parts = [value.args[i * step : (i + 1) * step] for i in range(len(value.data))]
    signed = zip(parts, value.data, strict=True)
    return [Piece(p[0], tuple(map(size_of, p[1::2])), minus) for p, minus in signed]


def place(graph: Graph, found: Sequence[Piece], axes: Axes) -> Value:
    """The sum of arrays that are placed among zeros."""
    found = [_bare(graph, piece) for piece in found]
    if all(piece.value.axes == axes for piece in found):  # there are no zeros
        return total_of(graph, [_signed(graph, piece) for piece in found], axes)
    every = all(piece.minus for piece in found)
    args: list[Value] = []
    for piece in found:
        args.append(piece.value)
        for start, length, size in zip(piece.starts, piece.value.axes, axes, strict=True):
            args += graph.size(start), graph.size(size - start - length)
    signs = tuple(piece.minus and not every for piece in found)
    done = graph.make("placed", *args, *map(graph.size, axes), data=signs, axes=axes)
    return graph.make("neg", done, axes=axes) if every else done


def _signed(graph: Graph, piece: Piece) -> Value:
    value = piece.value
    return graph.make("neg", value, axes=value.axes) if piece.minus else value


def _bare(graph: Graph, piece: Piece) -> Piece:
    """Without a sign in front, and placed once if it is placed twice."""
    value, starts, minus = piece
    if graph.has(value, "neg"):
        value, minus = value.args[0], not minus
    if graph.has(value, "placed") and len(value.data) == 1:
        (inner,) = pieces(value)
        both = zip(starts, inner.starts, strict=True)
        return Piece(inner.value, tuple(a + b for a, b in both), minus)
    return Piece(value, starts, minus)


def bands(value: Value) -> list[Band]:
    """What a matrix of diagonals is made of."""
    parts = [value.args[i : i + 3] for i in range(0, len(value.args) - 2, 3)]
    return [Band(entries, size_of(row), size_of(column)) for entries, row, column in parts]


def on_diagonals(graph: Graph, found: Sequence[Band], axes: Axes) -> Value:
    """The matrix with these diagonals; those in the same place are added."""
    places: dict[tuple[Dim, Dim, Dim], list[Value]] = {}
    for band in found:
        places.setdefault((band.row, band.column, band.length), []).append(band.entries)
    if not places:
        return graph.full(graph.number(0), axes)
    args: list[Value] = []
    for (row, column, length), entries in places.items():
        whole = _total(graph, entries, (length,))
        if len(places) == 1 and axes == (length, length):
            return _whole(graph, whole, axes)
        args += whole, graph.size(row), graph.size(column)
    return graph.make("diagonals", *args, *map(graph.size, axes), axes=axes)


def _total(graph: Graph, entries: Sequence[Value], axes: Axes) -> Value:
    """The sum; numbers in all entries are added as numbers."""
    flat = [each for each in entries if graph.has(each, "full")]
    if len(flat) == len(entries):
        return graph.full(total_of(graph, [each.args[0] for each in flat], ()), axes)
    loose = [each.args[0] if each in flat else each for each in entries]
    return total_of(graph, loose, axes)


def _whole(graph: Graph, entries: Value, axes: Axes) -> Value:
    if graph.has(entries, "full") and entries.args[0] is graph.number(1):
        return graph.eye(axes[0])
    return graph.make("Diag", entries, axes=axes)


ZERO = dim(0)
