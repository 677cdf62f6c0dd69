"""Products with columns of the identity, differences of them and triangles of ones.

Such matrices are never formed: products with them place, cut and add up rows and columns. A matrix
with few diagonals times another has few diagonals again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from matgrad.codegen.arithmetic import peel, product, total_of
from matgrad.codegen.placed import ZERO, Band, Piece, bands, on_diagonals, place
from matgrad.codegen.ranges import cut, size_of
from matgrad.codegen.values import Axes, Graph, Value
from matgrad.core.dims import ONE, Dim

NAME = "selections"
WHY = "rows and columns are cut out and placed, not multiplied by parts of an identity"
RUNNING = "running sums"
RUNNING_WHY = "products with a triangle of ones are cumulative sums"

_SELECTING = frozenset({"units", "diagonals"})
_PLAIN = frozenset({"Diag", "eye"})


@dataclass
class Light:
    """Diagonals, and numbers times the ones below or above the main diagonal."""

    bands: list[Band] = field(default_factory=list[Band])
    below: list[Value] = field(default_factory=list[Value])
    above: list[Value] = field(default_factory=list[Value])

    @property
    def turned(self) -> Light:
        """The transpose."""
        return Light([band.turned for band in self.bands], self.above, self.below)

    def add(self, graph: Graph, other: Light, scalars: list[Value]) -> None:
        """Add a multiple of another."""
        self.bands += [band.times(graph, scalars) for band in other.bands]
        self.below += [product(graph, [*scalars, one], ()) for one in other.below]
        self.above += [product(graph, [*scalars, one], ()) for one in other.above]


def is_light(graph: Graph, value: Value) -> bool:
    """Is this a matrix of which products are never computed as such, and no diagonal one?"""
    kinds = {_kind(graph, term) for term in _terms(value)}
    return bool(kinds) and "" not in kinds and kinds != {"plain"}


def _terms(value: Value) -> Sequence[Value]:
    whole = value.args[0] if value.op == "transpose" else value
    if whole.op == "add":
        return whole.args
    return (whole,)


def _kind(graph: Graph, term: Value) -> str:
    bare = peel(graph, term)[1]
    bare = bare.args[0] if bare.op == "transpose" else bare
    if bare.op in _PLAIN:
        return "plain"
    if not bare.is_matrix:
        return ""
    if bare.op in _SELECTING:
        return NAME if NAME not in graph.skipped and _is_wide(bare) else ""
    is_long = bare.axes[0].value != 2  # of two sums the first would be a number
    return RUNNING if is_long and triangles(graph, bare) is not None else ""


def _is_wide(value: Value) -> bool:
    """Have all diagonals more than one entry? A single one would be a number."""
    if value.op == "units":
        return value.axes[1] != ONE
    return all(band.length != ONE for band in bands(value))


def read(graph: Graph, value: Value) -> Light:
    """What a light matrix, or a diagonal one, is made of."""
    found = Light()
    whole = value.args[0] if value.op == "transpose" else value
    signs = whole.data if whole.op == "add" else (False,)
    for minus, term in zip(signs, _terms(value), strict=True):
        scalars, bare = peel(graph, term)
        inner = bare.args[0] if bare.op == "transpose" else bare
        leaf = _leaf(graph, inner)
        sign = [graph.number(-1)] if minus else []
        found.add(graph, leaf.turned if inner is not bare else leaf, [*sign, *scalars])
    return found.turned if whole is not value else found


def _leaf(graph: Graph, value: Value) -> Light:
    one = graph.number(1)
    match value.op:
        case "Diag":
            return Light([Band(value.args[0], ZERO, ZERO)])
        case "eye":
            return Light([Band(graph.full(one, value.axes[:1]), ZERO, ZERO)])
        case "units":
            return Light([Band(graph.full(one, value.axes[1:]), size_of(value.args[1]), ZERO)])
        case "diagonals":
            return Light(bands(value))
        case _:
            return triangles(graph, value) or Light()


def triangles(graph: Graph, value: Value) -> Light | None:
    """toeplitz(c, r) with c = (a, b, …, b) and r = (·, 0, …, 0); or b = 0 and r = (·, b, …, b)."""
    if value.op != "toeplitz" or RUNNING in graph.skipped or value.axes[0] != value.axes[1]:
        return None
    c, r = value.args
    size = value.axes[0]
    if r.op != "full":
        return None
    if c.op == "full":
        first = below = c.args[0]
    elif c.op == "join" and [arg.op for arg in c.args] == ["as_vector", "full"]:
        first, below = (arg.args[0] for arg in c.args)
    else:
        return None
    above, zero = r.args[0], graph.number(0)
    if zero not in (below, above):
        return None
    found = Light()
    if first is not zero:
        found.bands.append(Band(graph.full(first, (size,)), ZERO, ZERO))
    found.below += [below] * (below is not zero)
    found.above += [above] * (above is not zero)
    return found


# ---------------------------------------------------------------- products


def multiplied(graph: Graph, A: Value, B: Value, axes: Axes) -> Value | None:
    """A B if one of them is light, else None; a vector is a row on the left, a column else."""
    sides = [X.is_matrix and is_light(graph, X) for X in (A, B)]
    if not any(sides):
        return None
    if A.is_matrix and B.is_matrix:
        both = _product(graph, A, B, sides)
        if both is not None:
            return both
    if sides[0]:
        return _applied(graph, read(graph, A), B, 0, axes)
    return _applied(graph, read(graph, B).turned, A, len(A.axes) - 1, axes)


def _product(graph: Graph, A: Value, B: Value, sides: Sequence[bool]) -> Value | None:
    """The product of two matrices with few diagonals."""
    if not all(side or X.op in _PLAIN for side, X in zip(sides, (A, B), strict=True)):
        return None
    left, right = read(graph, A), read(graph, B)
    if left.below or left.above or right.below or right.above:
        return None
    found: list[Band] = []
    for one in left.bands:
        for other in right.bands:
            met = _met(graph, one, other)
            if met is None:
                return None
            found += met
    graph.rewrote(NAME, WHY)
    return on_diagonals(graph, found, (A.axes[0], B.axes[1]))


def _met(graph: Graph, one: Band, other: Band) -> list[Band] | None:
    """The product of two diagonals, if there is one; None if that depends on sizes."""
    ends = one.column + one.length, other.row + other.length
    start, last = _larger(one.column, other.row), _larger(*ends)
    if start is None or last is None:
        return None
    stop = ends[0] if last is ends[1] else ends[1]
    if start.is_at_least(stop):
        return []
    length = stop - start
    if length == ONE:
        return None
    left = cut(graph, one.entries, 0, start - one.column, length)
    right = cut(graph, other.entries, 0, start - other.row, length)
    row, column = one.row + start - one.column, other.column + start - other.row
    if graph.has(right, "full"):
        return [Band(left, row, column).times(graph, right.args[:1])]
    return [Band(product(graph, [left, right], (length,)), row, column)]


def _larger(one: Dim, other: Dim) -> Dim | None:
    if one.is_at_least(other):
        return one
    return other if other.is_at_least(one) else None


def _applied(graph: Graph, light: Light, A: Value, axis: int, axes: Axes) -> Value:
    """A light matrix times the columns of another, or times its rows if that is the axis."""
    terms: list[Value] = []
    kept = list(light.bands)
    for factors, reverse in ((light.below, False), (light.above, True)):
        for factor in factors:
            whole = _diagonal(graph, factor, axes[axis])
            sums = _running(graph, A, axis, reverse)
            if whole in kept:
                kept.remove(whole)
            else:
                sums = without_own(graph, sums)
            terms.append(product(graph, [factor, sums], axes))
    if kept:
        graph.rewrote(NAME, WHY)
        found = [_piece(graph, band, A, axis) for band in kept]
        terms.insert(0, place(graph, found, axes))
    return total_of(graph, terms, axes)


def _diagonal(graph: Graph, factor: Value, size: Dim) -> Band:
    return Band(graph.full(factor, (size,)), ZERO, ZERO)


def _piece(graph: Graph, band: Band, A: Value, axis: int) -> Piece:
    part = cut(graph, A, axis, band.column, band.length)
    starts = tuple(band.row if i == axis else ZERO for i in range(len(A.axes)))
    entries = band.entries
    if graph.has(entries, "full"):
        return Piece(product(graph, [entries.args[0], part], part.axes), starts)
    if part.is_vector:
        return Piece(product(graph, [entries, part], part.axes), starts)
    pair = ("scale_columns", part, entries) if axis else ("scale_rows", entries, part)
    return Piece(graph.make(*pair, axes=part.axes), starts)


def _running(graph: Graph, A: Value, axis: int, reverse: bool) -> Value:
    """Sums of everything up to a row or column, or from it on."""
    graph.rewrote(RUNNING, RUNNING_WHY)
    return graph.make("cumsum", A, data=(axis, reverse), axes=A.axes)


def without_own(graph: Graph, sums: Value) -> Value:
    """The sums of what comes before an entry, of which the last is not used, or of what follows."""
    axis: int = sums.data[0]
    reverse: bool = sums.data[1]
    starts = tuple(ONE if i == axis and not reverse else ZERO for i in range(len(sums.axes)))
    part = cut(graph, sums, axis, ONE if reverse else ZERO, sums.axes[axis] - 1)
    return place(graph, [Piece(part, starts)], sums.axes)
