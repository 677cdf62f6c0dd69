"""Products of entries with indices, and sums of such products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from matgrad.codegen.values import Value

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
