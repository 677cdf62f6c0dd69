"""Matrices as sums of products with indices, in which Kronecker products and deltas are nothing.

The rows of kron(A, B) are pairs of rows, those of Diag(vec(P)) pairs of indices of P; an identity
says that two indices are one. A product of such matrices then is a sum over indices, and no matrix
in it is larger than those it is written with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from matgrad.codegen.values import Axes, Graph, Value
from matgrad.core.dims import ONE, Dim

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


class Space:
    """Indices with their lengths, and what is done to terms with them."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.sizes: dict[Index, Dim] = {}
        self._next = count()

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
        right = right.renamed(dict(zip(right.rows, left.cols, strict=True)))
        scalars, parts = left.scalars + right.scalars, left.parts + right.parts
        return self.tidy(Term(scalars, parts, left.rows, right.cols))

    def _fitted(self, left: Term, right: Term) -> tuple[Term, Term] | None:
        here, there = self.lengths(left.cols), self.lengths(right.rows)
        if here == there:
            return left, right
        if len(here) == 1:
            new = self.split(left, left.cols[0], there)
            return None if new is None else (new, right)
        if len(there) == 1:
            new = self.split(right, right.rows[0], here)
            return None if new is None else (left, new)
        return None

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
                return term
            term = replace(term, parts=tuple(kept)).renamed(names)

    def split(self, term: Term, index: Index, lengths: Axes) -> Term | None:
        """One index as several, the last running fastest."""
        whole = ONE
        for size in lengths:
            whole = whole * size
        if whole != self.sizes[index] or len(lengths) < 2:
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
            return [(self.eye(self.sizes[i]), (i, j)) for i, j in pairs]
        new = tuple(k for i in at for k in done.get(i, (i,)))
        axes = self.lengths(new)
        if value.is_vector and len(new) == 2:
            if value.op == "vec" and value.args[0].axes == axes[::-1]:
                return [(value.args[0], new[::-1])]
            sizes = map(graph.size, axes[::-1])
            return [(graph.make("unvec", value, *sizes, axes=axes[::-1]), new[::-1])]
        return [(graph.make("reshape", value, *map(graph.size, axes), axes=axes), new)]

    def eye(self, size: Dim) -> Value:
        """The identity of this size."""
        return self.graph.make("eye", self.graph.size(size), axes=(size, size))
