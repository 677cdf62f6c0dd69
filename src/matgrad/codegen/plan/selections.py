"""Products with columns of the identity, differences of them and triangles of ones.

Such matrices are never formed: products with them place, cut and add up rows and columns. A matrix
with few diagonals times another has few diagonals again. What is left of identities are two
operations. `placed` has the pieces of a sum, each followed by how many zeros stand before and after
it along each axis, then its own size; the data say which pieces are subtracted. `diagonals` has
vectors, each followed by the row and the column it starts at, then its own size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matgrad.codegen.plan.arithmetic import cut, negated, peel, product, size_of, total, total_of
from matgrad.codegen.plan.values import Axes, Graph, Value
from matgrad.core.dims import ONE, Dim, dim


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
        return total_of(graph, [negated(graph, p.minus, p.value) for p in found], axes)
    every = all(piece.minus for piece in found)
    args: list[Value] = []
    for piece in found:
        args.append(piece.value)
        for start, length, size in zip(piece.starts, piece.value.axes, axes, strict=True):
            args += graph.size(start), graph.size(size - start - length)
    signs = tuple(piece.minus and not every for piece in found)
    done = graph.make("placed", *args, *map(graph.size, axes), data=signs, axes=axes)
    return negated(graph, every, done)


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
        whole = total(graph, entries, (length,))
        if len(places) == 1 and axes == (length, length):
            is_one = graph.has(whole, "full") and whole.args[0] is graph.number(1)
            return graph.eye(length) if is_one else graph.make("Diag", whole, axes=axes)
        args += whole, graph.size(row), graph.size(column)
    return graph.make("diagonals", *args, *map(graph.size, axes), axes=axes)


ZERO = dim(0)


# ---------------------------------------------------------------- light matrices

# Products with columns of the identity, differences of them and triangles of ones.
#
# Such matrices are never formed: products with them place, cut and add up rows and columns. A
# matrix with few diagonals times another has few diagonals again.

NAME = "selections"
WHY = "rows and columns are cut out and placed, not multiplied by parts of an identity"
RUNNING = "running sums"
RUNNING_WHY = "products with a triangle of ones are cumulative sums"

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
    return whole.args if whole.op == "add" else (whole,)


def _kind(graph: Graph, term: Value) -> str:
    bare = peel(graph, term)[1]
    bare = bare.args[0] if bare.op == "transpose" else bare
    if bare.op in _PLAIN:
        return "plain"
    if not bare.is_matrix:
        return ""
    if bare.op in ("units", "diagonals"):  # a single entry would be a number
        lengths = [bare.axes[1]] if bare.op == "units" else [band.length for band in bands(bare)]
        return NAME if NAME not in graph.skipped and ONE not in lengths else ""
    is_long = bare.axes[0].value != 2  # of two sums the first would be a number
    return RUNNING if is_long and triangles(graph, bare) is not None else ""


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
    ones = graph.full(graph.number(1), value.axes[1:])
    match value.op:
        case "Diag":
            return Light([Band(value.args[0], ZERO, ZERO)])
        case "eye":
            return Light([Band(ones, ZERO, ZERO)])
        case "units":
            return Light([Band(ones, size_of(value.args[1]), ZERO)])
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
            whole = Band(graph.full(factor, (axes[axis],)), ZERO, ZERO)
            graph.rewrote(RUNNING, RUNNING_WHY)
            sums = graph.make("cumsum", A, data=(axis, reverse), axes=A.axes)
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


def without_own(graph: Graph, sums: Value) -> Value:
    """The sums of what comes before an entry, of which the last is not used, or of what follows."""
    axis: int = sums.data[0]
    reverse: bool = sums.data[1]
    starts = tuple(ONE if i == axis and not reverse else ZERO for i in range(len(sums.axes)))
    part = cut(graph, sums, axis, ONE if reverse else ZERO, sums.axes[axis] - 1)
    return place(graph, [Piece(part, starts)], sums.axes)


# ---------------------------------------------------------------- sums

# Sums of placed arrays, of diagonals and of running sums, each as one operation.

Uses = Counter[Value]


def in_sums(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A sum in which all that is placed, on diagonals or elsewhere, is placed together."""
    terms = list(zip(value.data, value.args, strict=True))
    inner = [t for t in terms if graph.has(t[1], "placed") and uses[t[1]] == 1]
    if len(inner) < 2:
        return _diagonals(graph, value)
    found = [p._replace(minus=p.minus != minus) for minus, term in inner for p in pieces(term)]
    rest = [negated(graph, *term) for term in terms if term not in inner]
    return total_of(graph, [*rest, place(graph, found, value.axes)], value.axes)


def _diagonals(graph: Graph, value: Value) -> Value | None:
    """A sum in which all diagonals are written into one matrix."""
    if not value.is_matrix or not all(arg.axes == value.axes for arg in value.args):
        return None
    terms = list(zip(value.data, value.args, strict=True))
    light = [t for t in terms if t[1] not in graph.named and _has_diagonals(graph, t[1])]
    if len(light) < 2 or all(peel(graph, term)[1].op in _PLAIN for _, term in light):
        return None
    found = [
        band.times(graph, [graph.number(-1)] * minus)
        for minus, term in light
        for band in read(graph, term).bands
    ]
    rest = [negated(graph, *term) for term in terms if term not in light]
    return total_of(graph, [*rest, on_diagonals(graph, found, value.axes)], value.axes)


def _has_diagonals(graph: Graph, term: Value) -> bool:
    if peel(graph, term)[1].op in _PLAIN:
        return True
    light = read(graph, term) if is_light(graph, term) else None
    return light is not None and not (light.below or light.above)


def scaled_diagonals(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A number times a matrix of diagonals scales these, not all of the matrix."""
    scalars, bare = peel(graph, value)
    if not scalars or bare.op != "diagonals":
        return None
    found = [band.times(graph, scalars) for band in bands(bare)]
    return on_diagonals(graph, found, value.axes)


def turned_diagonals(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The transpose of a matrix of diagonals is another."""
    (A,) = value.args
    if A.op != "diagonals":
        return None
    return on_diagonals(graph, [band.turned for band in bands(A)], value.axes)


def triangle(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A triangle of equal numbers that is needed as a matrix."""
    light = triangles(graph, value)
    if light is None:
        return None
    ones = graph.full(graph.number(1), value.axes)
    parts = [(factor, "tril") for factor in light.below]
    parts += [(factor, "triu") for factor in light.above]
    terms = [
        product(graph, [factor, graph.make(op, ones, axes=value.axes)], value.axes)
        for factor, op in parts
    ]
    eye = graph.make("eye", graph.size(value.axes[0]), axes=value.axes)
    on = [band.entries.args[0] for band in light.bands]
    off = [product(graph, [graph.number(-1), factor], ()) for factor, _ in parts]
    rest = total_of(graph, [*on, *off], ()) if on != [factor for factor, _ in parts] else None
    if rest is not None:
        terms.append(product(graph, [rest, eye], value.axes))
    return total_of(graph, terms, value.axes)


def with_own(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """x and the sums of what comes before each of its entries are the sums up to each."""
    terms = list(zip(value.data, value.args, strict=True))
    for minus, term in terms:
        sums = _sums_of(graph, term)
        own = None if sums is None else (minus, sums.args[0])
        if sums is None or own not in terms:
            continue
        terms.remove((minus, term))
        terms[terms.index(own)] = (minus, sums)
        return total_of(graph, [negated(graph, *each) for each in terms], value.axes)
    return None


def _sums_of(graph: Graph, term: Value) -> Value | None:
    """The running sums of which a term has all but one, moved on by one."""
    sums = term.args[0].args[0] if graph.has(term, "placed") and term.args[0].args else None
    if sums is None or sums.op != "cumsum":
        return None
    return sums if without_own(graph, sums) is term else None
