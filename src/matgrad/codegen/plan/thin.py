"""Large matrices that only multiply thin ones are not formed: each acts on them term by term.

One decision for each matrix that is inverted: if it is a diagonal and a product through a narrow
place, all its equations, powers, traces and determinants are those of a small matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad import ops
from matgrad.codegen.plan.chains import Chains, Term, Terms
from matgrad.codegen.plan.lowrank import Factors, Reader, product, scaled, sum_of
from matgrad.codegen.plan.values import nominal
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.facts import facts_of
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild
from matgrad.ops.linear import mirror

# ---------------------------------------------------------------- the pass

_MOST = 32  # terms that a trace is taken apart into
NAME = "woodbury"
_INVERTED = ops.inv.bit | ops.logdet.bit | ops.det.bit | ops.matrix_power_op.bit


class Opened(NamedTuple):
    """Outputs and definitions, the rewrites with their reasons, and ranks below sizes."""

    outputs: list[Expr]
    definitions: list[Definition]
    rewrites: list[tuple[str, str]]
    narrow: tuple[tuple[Dim, Dim], ...]


def thin(
    outputs: Sequence[Expr],
    definitions: Sequence[Definition],
    reader: Reader,
    skipped: Container[str] = (),
) -> Opened:
    """The outputs and definitions in which large matrices act on thin ones."""
    values = {each.symbol: each.value for each in definitions}
    if NAME in skipped or not _is_inverted([*values.values(), *outputs], reader, values):
        return Opened(list(outputs), list(definitions), [], ())
    walk = _Walk(reader)
    named = [replace(each, value=walk.named(each)) for each in definitions]
    found = [walk.rewritten(output) for output in outputs]
    named = [replace(each, value=walk.formed(each.value)) for each in named]
    found = [walk.formed(output) for output in found]
    rewrites = [(NAME, why) for why in walk.terms.reasons]
    return Opened(found, named, rewrites, walk.terms.narrow)


def _is_inverted(roots: Sequence[Expr], reader: Reader, values: Mapping[Expr, Expr]) -> bool:
    """Is there an inverse or a determinant of a diagonal and a narrow product?"""
    inverted = [root for root in roots if root.occurring & _INVERTED]
    first = replace(reader, values=values)
    matrices = {n.args[0] for n in postorder(*inverted) if n.op.bit & _INVERTED}
    return any(first.read(matrix) for matrix in matrices)


class _Walk:
    """One pass over the expressions of a program, arguments first."""

    def __init__(self, reader: Reader) -> None:
        self._values: dict[Expr, Expr] = {}
        self.terms = Terms(replace(reader, values=self._values), self._values)
        self.chains = Chains(self.terms)
        self._done: dict[Expr, Expr] = {}
        self._resolved: dict[Expr, Expr] = {}
        self._formed: dict[Expr, Expr] = {}
        self._rules: dict[Op, Callable[[Expr], Expr | None]] = {
            ops.trace: lambda node: self._traced(node.args[0]),
            ops.frobenius: self._frobenius,
            ops.diag: lambda node: self._diagonal_of(node.args[0]),
            ops.total: self._total,
            ops.transpose: self._turned,
            ops.logdet: self._log_determinant,
            ops.det: self._determinant,
        }

    def named(self, definition: Definition) -> Expr:
        """The value of a definition, rewritten; later ones may look into it."""
        value = self.rewritten(definition.value)
        self.terms.kind(value)
        self._values[definition.symbol] = value
        return value

    def rewritten(self, root: Expr) -> Expr:
        """An expression in which inverses act on what is thin."""
        return fold(root, self._visit, self._done)

    def formed(self, root: Expr) -> Expr:
        """An expression in which the products and inverses that are left are matrices."""
        self.chains.forming = True
        return fold(fold(root, self._resolve, self._resolved), self._form, self._formed)

    def _visit(self, node: Expr, args: list[Expr]) -> Expr:
        new = rebuild(node, args)
        if new.op is ops.matmul:  # what is large is left as it is until it meets something thin
            return new if self.terms.has_inverse(new) else self.chains.multiplied(args)
        rule = self._rules.get(new.op)
        return (rule(new) if rule else None) or new

    def _resolve(self, node: Expr, args: list[Expr]) -> Expr:
        if node.op is not ops.matmul or not self.terms.has_inverse(node):
            return rebuild(node, args)
        pairs = zip(node.args, args, strict=True)
        kept = [old if self.terms.has_inverse(old) else new for old, new in pairs]
        return self.chains.multiplied(kept)

    def _form(self, node: Expr, args: list[Expr]) -> Expr:
        new = rebuild(node, args)
        found = self.terms.inverse(new) if new.op is not ops.transpose else None
        if found is None:
            return new
        low, times = found
        whole = low.dense()
        for _ in range(times - 1):
            whole = low.solved(whole)
        return whole

    def _log_determinant(self, node: Expr) -> Expr | None:
        """By logarithms of both parts, unless the diagonal may make both determinants negative."""
        low = self.terms.low_rank(node.args[0])
        if low is None or low.is_subtracted or not self._is_positive(low.shift):
            return None
        return low.log_determinant()

    def _is_positive(self, shift: Expr) -> bool:
        """Are the entries of a diagonal positive? A number s of s I is taken to be."""
        if shift.is_scalar or "positive" in facts_of(shift):
            return True
        whole = ops.diag_matrix(shift) if shift.shape.is_vector else shift
        return self.terms.reader.is_definite(ops.det(whole))

    def _determinant(self, node: Expr) -> Expr | None:
        low = self.terms.low_rank(node.args[0])
        return None if low is None else low.determinant()

    def _turned(self, node: Expr) -> Expr | None:
        (A,) = node.args
        if A.op is ops.add and self.terms.has_inverse(A):
            return ops.add(*map(mirror, A.args))
        return mirror(A) if A.op is not ops.add else None

    def _frobenius(self, node: Expr) -> Expr | None:
        A, B = node.args
        for one, other in ((A, B), (B, A)):
            if self.terms.has_inverse(one):
                turned = [(c, mirror(product(t))) for c, t in self.terms.of(one)]
                return self._trace_of_sum([(c, (t, other)) for c, t in turned])
        return None

    def _total(self, node: Expr) -> Expr | None:
        (A,) = node.args
        if not self.terms.has_inverse(A):
            return None
        return self.chains.multiplied([ops.ones(A.shape.rows).T, A, ops.ones(A.shape.cols)])

    # Traces and diagonals of sums of products with inverses that are not formed.

    def _traced(self, A: Expr) -> Expr | None:
        """The trace of a matrix that is better not formed."""
        if A.shape.is_vector or self.terms.kind(A) not in ("inverse", "thin"):
            return None
        return self._trace_of_sum(self.terms.of(A))

    def _trace_of_sum(self, terms: Sequence[Term]) -> Expr:
        """The trace of a sum of products, each from where it is narrowest."""
        done: list[Expr] = []
        waiting = list(terms)[::-1]
        while waiting:
            scalars, factors = waiting.pop()
            more, parts = self.chains.flat(factors)
            both = (*scalars, *more)
            apart = [] if len(waiting) + len(done) > _MOST else self._apart(parts)
            if apart:
                waiting += [((*both, *c), new) for c, new in reversed(apart)]
            else:
                done.append(scaled(both, self._trace(parts)))
        return sum_of(done)

    def _apart(self, parts: Sequence[Expr]) -> list[Term]:
        """The terms of sums that do not fill a matrix, and of inverses with nothing narrow."""
        for place, part in enumerate(parts):
            around = (*parts[place + 1 :], *parts[:place])
            found = self.terms.inverse(part)
            if found is None and self.chains.acts(part) and around:
                return [(c, (*term, *around)) for c, term in self.terms.of(part)]
        rows = self._rows(parts)
        if min(rows) < max(rows) or self._is_power(parts):
            return []
        for place, part in enumerate(parts):
            found = self.terms.inverse(part)
            if found is not None:
                return found[0].terms((*parts[place + 1 :], *parts[:place]))
        return []

    def _is_power(self, parts: Sequence[Expr]) -> bool:
        """Are all factors one inverse whose powers have a trace?"""
        found = [self.terms.inverse(part) for part in parts]
        first = found[0]
        same = first is not None and all(each == first for each in found)
        return first is not None and same and first[0].traced(len(parts)) is not None

    def _rows(self, parts: Sequence[Expr]) -> list[int]:
        return [nominal(part.shape.rows, self.terms.reader.sizes) for part in parts]

    def _trace(self, parts: Sequence[Expr]) -> Expr:
        found = self.terms.inverse(parts[0]) if self._is_power(parts) else None
        if found is not None:
            return found[0].traced(len(parts)) or ops.trace(product(parts))
        if parts[0].op is ops.eye_op:
            return ops.size(parts[0].shape.rows)
        rows = self._rows(parts)
        first = rows.index(min(rows))
        around = self.chains.multiplied([*parts[first:], *parts[:first]])
        return around if around.is_scalar else ops.trace(around)

    def _diagonal_of(self, A: Expr) -> Expr | None:
        """The diagonal of a sum with inverses, term by term."""
        if not self.terms.has_inverse(A):
            return None
        return sum_of([scaled(c, self._diagonal(factors)) for c, factors in self.terms.of(A)])

    def _diagonal(self, factors: Factors) -> Expr:
        found = self.terms.inverse(factors[0]) if len(factors) == 1 else None
        if found is not None and found[1] == 1:
            return found[0].diagonal()
        return ops.diag(self.chains.multiplied(factors))
