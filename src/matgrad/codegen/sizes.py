"""Sizes: which axis of which input tells each one, and whether given arrays agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import NamedTuple, cast

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError


class Reading(NamedTuple):
    """One size name read off an axis: name = (axis − rest) / factor."""

    name: str
    rest: Dim
    factor: Dim


def whole(name: str, size: object) -> int:
    """A number for a size, which is whole and not less than one."""
    try:
        found = 0 if isinstance(size, bool) else index(cast("int", size))
    except TypeError:
        found = 0
    if found < 1:
        raise ShapeError(f"{name} is {size!r}, which is no size", hint="1, 2, 3, …")
    return found


def read(size: Dim, known: Collection[str]) -> Reading | None:
    """The one unknown name that a size determines once the names in `known` are known.

    >>> read(Dim({("m", "n"): 1}), {"m"})
    Reading(name='n', rest=Dim(0), factor=Dim(m))
    """
    unknown = size.names.difference(known)
    holding = [(m, c) for m, c in size.terms if not unknown.isdisjoint(m)]
    if len(unknown) != 1 or len(holding) != 1:
        return None
    (name,), ((monomial, coefficient),) = unknown, holding
    if monomial.count(name) > 1:
        return None
    others = tuple(other for other in monomial if other != name)
    rest = Dim({m: c for m, c in size.terms if m != monomial})
    return Reading(name, rest, Dim({others: coefficient}))


class Axis(NamedTuple):
    """One axis of an input: its position in the list of inputs, which axis, and its size."""

    source: int
    axis: int
    size: Dim


def axes(shapes: Sequence[Shape]) -> list[Axis]:
    """The axes that the arrays of these shapes have; a 1×n array has two, n×1 one, 1×1 none."""
    return [
        Axis(source, axis, size)
        for source, shape in enumerate(shapes)
        for axis, size in enumerate(array_shape(shape))
    ]


def array_shape(shape: Shape) -> tuple[Dim, ...]:
    """The shape of the array that stands for an input: (), (n,) or (m, n)."""
    return () if shape.is_scalar else (shape.rows,) if shape.is_column else tuple(shape)


def readings(shapes: Sequence[Shape], known: set[str]) -> Iterator[tuple[Axis, Reading]]:
    """Every size name that can be read off inputs, in an order in which that is possible."""
    found = set(known)
    waiting = axes(shapes)
    progress = True
    while waiting and progress:
        progress = False
        later: list[Axis] = []
        for axis in waiting:
            reading = read(axis.size, found)
            if reading is not None:
                found.add(reading.name)
                progress = True
                yield axis, reading
            elif not axis.size.names <= found:
                later.append(axis)
        waiting = later


def told(given: Iterable[Expr]) -> set[str]:
    """The names of sizes that can be read off inputs."""
    return {reading.name for _, reading in readings([s.shape for s in given], set())}


def measure(
    labels: Sequence[str],
    shapes: Sequence[Shape],
    actual: Sequence[tuple[int, ...]],
    given: Mapping[str, int],
    why: str = "as given",
) -> dict[str, int]:
    """The sizes of the arrays given; raises ShapeError where two of them do not fit together."""
    for label, shape, found in zip(labels, shapes, actual, strict=True):
        if len(found) != len(array_shape(shape)):
            raise _wrong_axes(label, shape, found)
    sizes = dict(given)
    origin = dict.fromkeys(given, why)
    for axis, (name, rest, factor) in readings(shapes, set(given)):
        length = actual[axis.source][axis.axis]
        value, left = divmod(length - rest.evaluate(sizes), factor.evaluate(sizes))
        if left or value < 1:
            raise ShapeError(f"{labels[axis.source]} has size {length}, which is no {axis.size}")
        sizes[name] = value
        origin[name] = f"from {labels[axis.source]}"
    for axis in axes(shapes):
        _agree(labels[axis.source], axis, actual[axis.source][axis.axis], sizes, origin)
    return sizes


def _agree(
    label: str, axis: Axis, length: int, sizes: Mapping[str, int], origin: Mapping[str, str]
) -> None:
    if not axis.size.names <= sizes.keys():
        return
    wanted = axis.size.evaluate(sizes)
    if wanted != length:
        because = [f"{n} = {sizes[n]} {origin[n]}" for n in sorted(axis.size.names)]
        expected = f"{axis.size}, where {', '.join(because)}" if because else str(wanted)
        raise ShapeError(f"axis {axis.axis} of {label} has size {length}, expected {expected}")


def _wrong_axes(label: str, shape: Shape, found: tuple[int, ...]) -> ShapeError:
    wanted = array_shape(shape)
    text = f"({', '.join(map(str, wanted))}{',' if len(wanted) == 1 else ''})"
    kinds = ("a scalar", "a vector", "a matrix")
    return ShapeError(
        f"{label} is {kinds[len(wanted)]} of shape {text}, the array given has shape {found}",
        hint="a scalar is (), a column vector (n,), a matrix (m, n)",
    )
