"""Products in which matrices act on what is narrow beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from matgrad.codegen.narrow import Factors, factors_of, peeled, product, scaled
from matgrad.codegen.open_terms import Term, Terms, turned
from matgrad.codegen.thin_steps import Replaced, Step, Steps
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.ops import add, eye_op, scale
from matgrad.ops.linear import mirror_factor


@dataclass
class _Product:
    """A product on its way: its factors, and the terms of the step that is being made."""

    factors: Factors
    scalars: list[Expr]
    parts: list[Expr]
    changed: bool
    step: Step | None = None
    waiting: list[Term] = field(default_factory=list[Term])
    done: list[Expr] = field(default_factory=list[Expr])


class Chains:
    """Multiplies factors, some of which act on the narrow product beside them."""

    def __init__(self, terms: Terms, steps: Steps) -> None:
        self._terms = terms
        self._steps = steps

    def multiplied(self, factors: Sequence[Expr]) -> Expr:
        """The product, in which no inverse is left that may act on something."""
        stack = [self._begun(factors)]
        while True:
            last = stack[-1]
            if last.waiting:  # a term of a sum that acts is a product of its own
                stack.append(self._begun(last.waiting[-1][1]))
            elif not self._went_on(last):
                value = self._ended(stack.pop())
                if not stack:
                    return value
                scalars, _ = stack[-1].waiting.pop()
                stack[-1].done.append(scaled(scalars, value))

    def _begun(self, factors: Sequence[Expr]) -> _Product:
        bare = [peeled(factor)[1] for factor in factors]
        opened = any(self._terms.value(factor) is not factor for factor in bare)
        return _Product(tuple(factors), *self.flat(factors), opened)

    def _went_on(self, product_: _Product) -> bool:
        """Whether something was left to do; that is done, or its terms wait."""
        if product_.step is not None:
            self._replace(product_, _stepped(product_.step, product_.done))
            product_.step, product_.done = None, []
            return True
        found = self._steps.pushed(product_.parts)
        if found is None:
            product_.step = self._steps.narrowest(product_.parts)
            if product_.step is not None:
                self._open(product_, *product_.step.acting)
                return True
            found = self._steps.formed(product_.parts)
        if found is not None:
            self._replace(product_, found)
        return found is not None

    def _open(self, product_: _Product, matrix: Expr, right: Factors) -> None:
        """A matrix acts on factors: its inverses at once, its other terms one after the other."""
        for scalars, factors in self._terms.of(matrix):
            found = self._terms.inverse(factors[0]) if len(factors) == 1 else None
            if found is None:
                product_.waiting.append((scalars, (*factors, *right)))
            else:
                product_.done.append(scaled(scalars, product(found[0].acting(right, found[1]))))

    def _replace(self, product_: _Product, found: Replaced) -> None:
        start, end, new = found
        scalars, fresh = self.flat(new)
        product_.scalars += scalars
        product_.parts[start:end] = fresh
        product_.changed = True

    def _ended(self, product_: _Product) -> Expr:
        if not product_.changed:
            return product(product_.factors)
        scalars = [*product_.scalars, *(part for part in product_.parts if part.is_scalar)]
        rest = [part for part in product_.parts if not part.is_scalar]
        if not rest:
            return scale(*scalars) if len(scalars) > 1 else scalars[0]
        return scaled(scalars, _in_columns(rest))

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


def _stepped(step: Step, terms: Sequence[Expr]) -> Replaced:
    whole = terms[0] if len(terms) == 1 else add(*terms)
    if not step.leftwards:
        return (*step.span, (whole,))
    # Outer products are turned one by one: they are faster with long rows. Columns stay shared.
    return (*step.span, (whole.T if whole.shape.is_vector else turned(whole),))


def _in_columns(parts: Sequence[Expr]) -> Expr:
    """The product; a row at its end is the transpose of a column, which may be there already."""
    start = max((i + 1 for i, part in enumerate(parts) if part.shape.cols == ONE), default=0)
    row = parts[start:]
    if len(row) < 2 or row[0].shape.rows != ONE:
        return product(parts)
    return product([*parts[:start], mirror_factor(product(row)).T])
