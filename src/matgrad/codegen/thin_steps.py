"""Which matrix of a product acts on what stands beside it, and in which order."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import takewhile
from typing import NamedTuple

from matgrad.codegen.narrow import TIMES, Factors, factors_of, product
from matgrad.codegen.open_terms import Terms
from matgrad.codegen.values import nominal
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.ops import add, transpose
from matgrad.ops.linear import mirror_factor

Replaced = tuple[int, int, Factors]  # from where to where factors become others


class Step(NamedTuple):
    """A matrix acts on factors beside it; of several steps the narrowest is first."""

    width: int
    new: bool  # not done before, in this product or in another
    leftwards: bool
    place: int  # counted from the end
    span: tuple[int, int]
    acting: tuple[Expr, Factors]  # the matrix and the factors; both turned if it acts leftwards


class Steps:
    """Finds the next step in a product of factors."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sizes = terms.reader.sizes
        self.forming = False  # are inverses applied to whatever stands beside them?
        self._made: set[tuple[Expr, Factors]] = set()

    def pushed(self, parts: Sequence[Expr]) -> Replaced | None:
        """An inverse beside the factor of its own matrix is behind it, and small."""
        for place, part in enumerate(parts):
            found = self._terms.inverse(part)
            if found is None:
                continue
            for low, leftwards in ((found[0], False), (found[0].turned, True)):
                U = _turned(low.U) if leftwards else low.U
                start = place - len(U) if leftwards else place + 1
                if start >= 0 and tuple(parts[start : start + len(U)]) == U:
                    new = _turned(low.pushed()) if leftwards else low.pushed()
                    return min(start, place), max(start + len(U), place + 1), new
        return None

    def narrowest(self, parts: Sequence[Expr]) -> Step | None:
        """The matrix that has the narrowest product beside it, if that is narrow."""
        acting = {i: kind for i, part in enumerate(parts) if (kind := self.acts(part))}
        steps = [
            step
            for place, kind in acting.items()
            for step in self._beside(parts, place, acting)
            if self._is_narrow(step.width, parts[place]) or (self.forming and kind == "inverse")
        ]
        if not steps:
            return None
        step = min(steps)
        self._made.add(step.acting)
        return step

    def formed(self, parts: Sequence[Expr]) -> Replaced | None:
        """The last of the inverses as a matrix, on which the others act."""
        if not self.forming or sum(bool(self.acts(part)) for part in parts) < 2:
            return None
        for place in reversed(range(len(parts))):
            found = self._terms.inverse(parts[place])
            if found is not None:
                return place, place + 1, (found[0].dense(),)
        return None

    def acts(self, part: Expr) -> str:
        """The kind of a matrix that acts on others: an inverse, or a sum of what does not fill."""
        if part.shape.is_vector or not part.shape.is_square:
            return ""
        if self._terms.inverse(part) is not None:
            return "inverse"
        kind = self._terms.kind(part) if part.op in (add, transpose) else ""
        return kind if kind != "diagonal" else ""

    def _beside(self, parts: Sequence[Expr], place: int, acting: Container[int]) -> list[Step]:
        """The narrowest products on both sides of a matrix, up to others that act."""
        found: list[Step] = []
        for leftwards in (False, True):
            beyond = range(place - 1, -1, -1) if leftwards else range(place + 1, len(parts))
            near = list(takewhile(lambda i: i not in acting, beyond))
            widths = [self._length(parts[i].shape[0 if leftwards else 1]) for i in near]
            if near:
                last = near[widths.index(min(widths))]
                found.append(self._step(parts, place, last, min(widths)))
        return found

    def _step(self, parts: Sequence[Expr], place: int, last: int, width: int) -> Step:
        matrix = parts[place]
        if last > place:
            acting, span = (matrix, tuple(parts[place + 1 : last + 1])), (place, last + 1)
        else:
            acting = self._terms.turned(matrix), _turned(parts[last:place])
            span = last, place + 1
        return Step(width, acting not in self._made, last < place, -place, span, acting)

    def _is_narrow(self, width: int, matrix: Expr) -> bool:
        return TIMES * width <= self._length(matrix.shape.rows)

    def _length(self, size: Dim) -> int:
        return nominal(size, self._sizes)


def _turned(factors: Sequence[Expr]) -> Factors:
    return factors_of(mirror_factor(product(factors)))
