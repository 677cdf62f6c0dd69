"""Parts of values by places and ranges, as Python counts."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.values import Axes, Graph, Value
from matgrad.core.dims import Dim, dim

# A border between entries, as Python counts: a number, negative from the end, None at either end,
# or a size. An index is a place, a range between two borders, or None for all.
Border = int | Dim | None
Index = int | tuple[Border, Border] | None


def indexed(graph: Graph, A: Value, found: Sequence[Index], axes: Axes) -> Value:
    """A value with an index; borders that are sizes become arguments, numbered in the data."""
    sizes: list[Dim] = []

    def border(end: Border) -> int | str | None:
        if not isinstance(end, Dim):
            return end
        sizes.append(end)
        return f"{{{len(sizes)}}}"

    data = tuple(i if not isinstance(i, tuple) else (border(i[0]), border(i[1])) for i in found)
    return graph.make("entry", A, *map(graph.size, sizes), data=data, axes=axes)


def between(start: Dim, stop: Dim, size: Dim) -> Index:
    """The range from one border to before another, of so many entries."""
    return _border(start, size) or None, _border(stop, size) or None


def _border(end: Dim, size: Dim) -> Border:
    if end.value is not None:
        return end.value
    from_the_end = (end - size).value
    return end if from_the_end is None else from_the_end


def cut(graph: Graph, A: Value, axis: int, start: Dim, length: Dim) -> Value:
    """Some rows or columns of a value, that follow each other."""
    size = A.axes[axis]
    if length == size:
        return A
    axes = (*A.axes[:axis], length, *A.axes[axis + 1 :])
    if graph.has(A, "full"):
        return graph.full(A.args[0], axes)
    place = between(start, start + length, size)
    return indexed(graph, A, [*[None] * axis, place], axes)


def size_of(value: Value) -> Dim:
    """The size that a number in a program is."""
    return value.data if value.op == "size" else dim(int(value.data))
