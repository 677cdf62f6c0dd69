"""Products with matrices that act on thin ones, and traces and diagonals of such."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from matgrad.codegen.narrow import TIMES, Factors, factors_of, peeled, product, scaled
from matgrad.codegen.open_terms import Terms
from matgrad.codegen.values import nominal
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.ops import add, eye_op, scale
from matgrad.ops.linear import mirror_factor

_DEEPEST = 8  # sums in sums that are opened


class _Step(NamedTuple):
    """A matrix acts on factors beside it; of several steps the narrowest is first."""

    width: int
    new: bool  # not done before, in this product or in another
    leftwards: bool
    place: int  # counted from the end
    span: tuple[int, int]
    acting: tuple[Expr, Factors]  # the matrix and the factors; both turned if it acts leftwards


class Chains:
    """Multiplies factors, some of which act on the narrow product beside them."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sizes = terms.reader.sizes
        self.forming = False  # are inverses applied to whatever stands beside them?
        self.opened = False  # was a name given up?
        self._depth = 0
        self._made: set[tuple[Expr, Factors]] = set()

    def multiplied(self, factors: Sequence[Expr]) -> Expr:
        """The product, in which no inverse is left that may act on something."""
        scalars, parts = self.flat(factors)
        bare = [peeled(factor)[1] for factor in factors]
        changed = any(self._terms.value(factor) is not factor for factor in bare)
        self.opened = self.opened or changed
        while done := self._next(parts):
            start, end, new = done
            more, fresh = self.flat(new)
            scalars += more
            parts[start:end] = fresh
            changed = True
        if not changed:
            return product(factors)
        numbers = [part for part in parts if part.is_scalar]
        rest = [part for part in parts if not part.is_scalar]
        if not rest:
            return scale(*scalars, *numbers) if len(scalars) + len(numbers) > 1 else numbers[0]
        whole = _in_columns(rest) if self._terms.inverted else product(rest)
        return scaled([*scalars, *numbers], whole)

    def flat(self, factors: Iterable[Expr]) -> tuple[list[Expr], list[Expr]]:
        """The numbers before factors, and the factors with names opened and powers apart."""
        scalars: list[Expr] = []
        parts: list[Expr] = []
        waiting = list(factors)[::-1]
        while waiting:
            more, bare = peeled(waiting.pop())
            scalars += more
            value = self._terms.value(bare)
            inside = factors_of(value)
            if value is not bare or len(inside) > 1:
                waiting += inside[::-1]
            else:
                parts += self._apart(bare)
        return scalars, [part for part in parts if part.op is not eye_op] or parts[:1]

    def _apart(self, part: Expr) -> list[Expr]:
        """A power of an inverse as so many inverses."""
        found = self._terms.inverse(part)
        return [part] if found is None or found[1] == 1 else [self._terms.base(part)] * found[1]

    # ------------------------------------------------------------ inverses on products

    def _next(self, parts: Sequence[Expr]) -> tuple[int, int, Factors] | None:
        """From where to where factors become others."""
        return (self._pushed(parts) or self._applied(parts)) if self._terms.inverted else None

    def _pushed(self, parts: Sequence[Expr]) -> tuple[int, int, Factors] | None:
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

    def _applied(self, parts: Sequence[Expr]) -> tuple[int, int, Factors] | None:
        """The matrix that has the narrowest product beside it, applied to that."""
        acting = {i: kind for i, part in enumerate(parts) if (kind := self.acts(part))}
        steps = [
            step
            for place, kind in acting.items()
            for step in self._beside(parts, place, acting)
            if self._is_narrow(step.width, parts[place]) or (self.forming and kind == "inverse")
        ]
        if not steps:
            return self._formed(parts) if self.forming and len(acting) > 1 else None
        step = min(steps)
        self._made.add(step.acting)
        done = self._acted(*step.acting)
        return (*step.span, (done.T if step.leftwards else done,))

    def _formed(self, parts: Sequence[Expr]) -> tuple[int, int, Factors] | None:
        """The last of the inverses as a matrix, on which the others act."""
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
        kind = self._terms.kind(part) if (part.args and part.args[0].op is add) else ""
        kind = self._terms.kind(part) if part.op is add else kind
        return kind if kind != "diagonal" else ""

    def _beside(self, parts: Sequence[Expr], place: int, acting: Container[int]) -> list[_Step]:
        """The narrowest products on both sides of a matrix, up to others that act."""
        found: list[_Step] = []
        for leftwards in (False, True):
            beyond = range(place - 1, -1, -1) if leftwards else range(place + 1, len(parts))
            near = list(takewhile(lambda i: i not in acting, beyond))
            widths = [self._length(parts[i].shape[0 if leftwards else 1]) for i in near]
            if near:
                last = near[widths.index(min(widths))]
                found.append(self._step(parts, place, last, min(widths)))
        return found

    def _step(self, parts: Sequence[Expr], place: int, last: int, width: int) -> _Step:
        matrix = parts[place]
        if last > place:
            acting, span = (matrix, tuple(parts[place + 1 : last + 1])), (place, last + 1)
        else:
            acting, span = (
                (self._terms.turned(matrix), _turned(parts[last:place])),
                (last, place + 1),
            )
        return _Step(width, acting not in self._made, last < place, -place, span, acting)

    def _is_narrow(self, width: int, matrix: Expr) -> bool:
        return TIMES * width <= self._length(matrix.shape.rows)

    def _length(self, size: Dim) -> int:
        return nominal(size, self._sizes)

    def _acted(self, matrix: Expr, right: Factors) -> Expr:
        """A matrix times factors, term by term."""
        done = [
            scaled(scalars, self._times(factors, right))
            for scalars, factors in self._terms.of(matrix)
        ]
        return done[0] if len(done) == 1 else add(*done)

    def _times(self, factors: Factors, right: Factors) -> Expr:
        found = self._terms.inverse(factors[0]) if len(factors) == 1 else None
        if found is None:
            return self._inside((*factors, *right))
        low, times = found
        for _ in range(times):
            count = len(low.U)
            if right[:count] == low.U:
                right = (*low.pushed(), *right[count:])
            else:
                right = (low.solved(product(right)),)
        return product(right)

    def _inside(self, factors: Factors) -> Expr:
        """A product that is a term of another; sums in sums are opened to some depth."""
        if self._depth >= _DEEPEST:
            return product(factors)
        self._depth += 1
        try:
            return self.multiplied(factors)
        finally:
            self._depth -= 1


def _turned(factors: Sequence[Expr]) -> Factors:
    return factors_of(mirror_factor(product(factors)))


def _in_columns(parts: Sequence[Expr]) -> Expr:
    """The product; a row at its end is the transpose of a column, which may be there already."""
    start = max((i + 1 for i, part in enumerate(parts) if part.shape.cols == ONE), default=0)
    row = parts[start:]
    if len(row) < 2 or row[0].shape.rows != ONE:
        return product(parts)
    return product([*parts[:start], mirror_factor(product(row)).T])
