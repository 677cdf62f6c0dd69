"""Matrices as sums of products with indices, in which Kronecker products and deltas are nothing.

The rows of kron(A, B) are pairs of rows, those of Diag(vec(P)) pairs of indices of P; an identity
says that two indices are one. A product of such matrices then is a sum over indices, and no matrix
in it is larger than those it is written with.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from operator import mul
from string import ascii_lowercase

from matgrad.codegen.plan.arithmetic import cut, size_of
from matgrad.codegen.plan.selections import ZERO, Band, Piece, on_diagonals, place
from matgrad.codegen.plan.values import Axes, Graph, Value
from matgrad.core.dims import ONE, Dim

# ---------------------------------------------------------------- terms

# Products of entries with indices, and sums of such products.

Index = int
Indices = tuple[Index, ...]
Part = tuple[Value, Indices]


@dataclass(frozen=True)
class Term:
    """A product of entries, summed over the indices that are neither rows nor columns."""

    scalars: tuple[Value, ...]
    parts: tuple[Part, ...]
    rows: Indices
    cols: Indices

    @property
    def outer(self) -> frozenset[Index]:
        """The indices that are not summed over."""
        return frozenset((*self.rows, *self.cols))

    def renamed(self, names: Mapping[Index, Index]) -> Term:
        """The same with other indices."""
        parts = tuple((v, tuple(names.get(i, i) for i in at)) for v, at in self.parts)
        rows, cols = (tuple(names.get(i, i) for i in at) for at in (self.rows, self.cols))
        return Term(self.scalars, parts, rows, cols)


@dataclass(frozen=True)
class Form:
    """A matrix or a vector as a sum of terms; it `gains` if a product of large matrices is gone."""

    terms: tuple[Term, ...]
    gains: bool = False

    @property
    def is_split(self) -> bool:
        """Do rows or columns have more than one index each?"""
        return any(len(t.rows) > 1 or len(t.cols) > 1 for t in self.terms)

    @property
    def turned(self) -> Form:
        """The transpose."""
        return replace(self, terms=tuple(replace(t, rows=t.cols, cols=t.rows) for t in self.terms))


# ---------------------------------------------------------------- columns of an identity

# Columns of an identity in sums over indices: what shares their indices is placed or cut out.

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


# ---------------------------------------------------------------- spaces


def _same(one: Indices, other: Indices) -> dict[Index, Index]:
    """Names under which pairs of indices are the same; one index may stand in several pairs."""
    names: dict[Index, Index] = {}

    def named(i: Index) -> Index:
        while i in names:
            i = names[i]
        return i

    for i, j in zip(one, other, strict=True):
        kept, gone = named(i), named(j)
        if kept != gone:
            names[gone] = kept
    return {i: named(i) for i in names}


def _refined(here: Axes, there: Axes) -> tuple[list[Axes], list[Axes]] | None:
    """How each of two rows of lengths falls into the same shorter ones."""
    left: list[list[Dim]] = [[] for _ in here]
    right: list[list[Dim]] = [[] for _ in there]
    i = j = 0
    one, other = here[:1], there[:1]  # what is left of two lengths
    while one and other:
        a, b = one[0], other[0]
        more, less = a.divide(b), b.divide(a)
        if more is None and less is None:
            return None
        step = a if more is None else b
        left[i].append(step)
        right[j].append(step)
        i, one = (i + 1, here[i + 1 : i + 2]) if a == step else (i, (more or ONE,))
        j, other = (j + 1, there[j + 1 : j + 2]) if b == step else (j, (less or ONE,))
    return None if one or other else ([*map(tuple, left)], [*map(tuple, right)])


class Space:
    """Indices with their lengths, and what is done to terms with them.

    `op` is the operation that sums over indices where no other does.
    """

    def __init__(self, graph: Graph, op: str = "einsum") -> None:
        self.graph = graph
        self.op = op
        self.sizes: dict[Index, Dim] = {}
        self._next = count()

    def letter(self, index: Index, taken: Container[str]) -> str:
        """A free letter for an index in a sum over indices; of families one like its size."""
        size = str(self.sizes[index]).lower()
        start = ascii_lowercase.find(size) if self.op != "einsum" and len(size) == 1 else 0
        letters = ascii_lowercase[max(start, 0) :] + ascii_lowercase
        return next(letter for letter in letters if letter not in taken)

    def index(self, size: Dim) -> Index:
        """A new index of this length."""
        found = next(self._next)
        self.sizes[found] = size
        return found

    def lengths(self, at: Indices) -> Axes:
        """How long indices are."""
        return tuple(self.sizes[i] for i in at)

    def leaf(self, value: Value) -> Form:
        """A matrix or a vector of which nothing is known."""
        at = tuple(self.index(size) for size in value.axes)
        return Form((Term((), ((value, at),), at[:1], at[1:]),))

    def copied(self, term: Term) -> Term:
        """The same with indices of its own."""
        every = dict.fromkeys([*term.rows, *term.cols, *(i for _, at in term.parts for i in at)])
        return term.renamed({i: self.index(self.sizes[i]) for i in every})

    def product(self, left: Term, right: Term) -> Term | None:
        """The sum over the columns of one and the rows of the other; None if they do not match."""
        right = self.copied(right)
        fitted = self._fitted(left, right)
        if fitted is None:
            return None
        left, right = fitted
        scalars, parts = left.scalars + right.scalars, left.parts + right.parts
        names = _same(left.cols, right.rows)
        return self.tidy(Term(scalars, parts, left.rows, right.cols).renamed(names))

    def _fitted(self, left: Term, right: Term) -> tuple[Term, Term] | None:
        """Both with indices of the same lengths where they meet; None if there are no such."""
        refined = _refined(self.lengths(left.cols), self.lengths(right.rows))
        if refined is None:
            return None
        new = self._finer(left, left.cols, refined[0]), self._finer(right, right.rows, refined[1])
        if new[0] is None or new[1] is None:
            return None
        fits = self.lengths(new[0].cols) == self.lengths(new[1].rows)
        return (new[0], new[1]) if fits else None

    def _finer(self, term: Term, at: Indices, lengths: Sequence[Axes]) -> Term | None:
        found: Term | None = term
        for index, each in zip(at, lengths, strict=True):
            if found is not None and len(each) > 1:
                found = self.split(found, index, each)
        return found

    def tidy(self, term: Term) -> Term:
        """Without deltas of indices that are summed over, and sums over nothing."""
        outer = term.outer
        while True:
            names: dict[Index, Index] = {}
            kept: list[Part] = []
            for value, at in term.parts:
                inner = next((i for i in at if i not in outer), None)
                if value.op == "eye" and not names and at[0] != at[1] and inner is not None:
                    names = {inner: at[1] if at[0] == inner else at[0]}
                else:
                    kept.append((value, at))
            if not names:
                shorter = moved(self.graph, self.sizes, term)
                if shorter is None:
                    return term
                kept, names = [*shorter[0]], shorter[1]
            term = replace(term, parts=tuple(kept)).renamed(names)

    def split(self, term: Term, index: Index, lengths: Axes) -> Term | None:
        """One index as several, the last running fastest."""
        if reduce(mul, lengths, ONE) != self.sizes[index] or len(lengths) < 2:
            return None
        done: dict[Index, Indices] = {}
        waiting = [index]
        while waiting:  # an identity splits into one for each new index, on both sides
            here = waiting.pop()
            done[here] = tuple(self.index(size) for size in lengths)
            for value, at in term.parts:
                if value.op == "eye" and here in at:
                    waiting += [i for i in at if i not in done and i not in waiting]
        parts = [part for value, at in term.parts for part in self._split_part(value, at, done)]
        rows, cols = (
            tuple(new for i in at for new in done.get(i, (i,))) for at in (term.rows, term.cols)
        )
        return Term(term.scalars, tuple(parts), rows, cols)

    def _split_part(
        self, value: Value, at: Indices, done: Mapping[Index, Indices]
    ) -> Sequence[Part]:
        if not any(i in done for i in at):
            return [(value, at)]
        graph = self.graph
        if value.op == "eye":
            pairs = zip(*(done[i] for i in at), strict=True)
            return [(graph.eye(self.sizes[i]), (i, j)) for i, j in pairs]
        new = tuple(k for i in at for k in done.get(i, (i,)))
        axes = self.lengths(new)
        if value.is_vector and len(new) == 2:
            if value.op == "vec" and value.args[0].axes == axes[::-1]:
                return [(value.args[0], new[::-1])]
            sizes = map(graph.size, axes[::-1])
            return [(graph.make("unvec", value, *sizes, axes=axes[::-1]), new[::-1])]
        return [(graph.make("reshape", value, *map(graph.size, axes), axes=axes), new)]
