"""Traces and diagonals of sums of products with inverses that are not formed."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.narrow import Factors, product, scaled
from matgrad.codegen.open_terms import Term, Terms
from matgrad.codegen.thin_chains import Chains
from matgrad.codegen.thin_steps import Steps
from matgrad.codegen.values import nominal
from matgrad.core.expr import Expr
from matgrad.ops import add, diag, eye_op, size, trace

_MOST = 32  # terms that a trace is taken apart into


class Traces:
    """Traces and diagonals, term by term."""

    def __init__(self, terms: Terms, chains: Chains, steps: Steps) -> None:
        self._terms = terms
        self._chains = chains
        self._steps = steps

    def traced(self, A: Expr) -> Expr | None:
        """The trace of a matrix that is better not formed."""
        if A.shape.is_vector or self._terms.kind(A) not in ("inverse", "thin"):
            return None
        return self.of_sum(self._terms.of(A))

    def of_sum(self, terms: Sequence[Term]) -> Expr:
        """The trace of a sum of products, each from where it is narrowest."""
        done: list[Expr] = []
        waiting = list(terms)[::-1]
        while waiting:
            scalars, factors = waiting.pop()
            more, parts = self._chains.flat(factors)
            both = (*scalars, *more)
            apart = [] if len(waiting) + len(done) > _MOST else self._apart(parts)
            if apart:
                waiting += [((*both, *c), new) for c, new in reversed(apart)]
            else:
                done.append(scaled(both, self._trace(parts)))
        return done[0] if len(done) == 1 else add(*done)

    def _apart(self, parts: Sequence[Expr]) -> list[Term]:
        """The terms of sums that do not fill a matrix, and of inverses with nothing narrow."""
        for place, part in enumerate(parts):
            around = (*parts[place + 1 :], *parts[:place])
            found = self._terms.inverse(part)
            if found is None and self._steps.acts(part) and around:
                return [(c, (*term, *around)) for c, term in self._terms.of(part)]
        if self._is_narrow(parts) or self._is_power(parts):
            return []
        for place, part in enumerate(parts):
            found = self._terms.inverse(part)
            if found is not None:
                return found[0].terms((*parts[place + 1 :], *parts[:place]))
        return []

    def _is_narrow(self, parts: Sequence[Expr]) -> bool:
        rows = self._rows(parts)
        return min(rows) < max(rows)

    def _is_power(self, parts: Sequence[Expr]) -> bool:
        """Are all factors one inverse whose powers have a trace?"""
        found = [self._terms.inverse(part) for part in parts]
        first = found[0]
        same = first is not None and all(each == first for each in found)
        return first is not None and same and first[0].traced(len(parts)) is not None

    def _rows(self, parts: Sequence[Expr]) -> list[int]:
        return [nominal(part.shape.rows, self._terms.reader.sizes) for part in parts]

    def _trace(self, parts: Sequence[Expr]) -> Expr:
        found = self._terms.inverse(parts[0]) if self._is_power(parts) else None
        if found is not None:
            return found[0].traced(len(parts)) or trace(product(parts))
        if parts[0].op is eye_op:
            return size(parts[0].shape.rows)
        rows = self._rows(parts)
        first = rows.index(min(rows))
        around = self._chains.multiplied([*parts[first:], *parts[:first]])
        return around if around.is_scalar else trace(around)

    def diagonal(self, A: Expr) -> Expr:
        """The diagonal of a sum, term by term."""
        done = [scaled(c, self._diagonal(factors)) for c, factors in self._terms.of(A)]
        return done[0] if len(done) == 1 else add(*done)

    def _diagonal(self, factors: Factors) -> Expr:
        found = self._terms.inverse(factors[0]) if len(factors) == 1 else None
        if found is not None and found[1] == 1:
            return found[0].diagonal()
        return diag(self._chains.multiplied(factors))
