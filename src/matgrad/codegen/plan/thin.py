"""Large matrices that only multiply thin ones are not formed: each acts on them term by term.

One decision for each matrix that is inverted: if it is a diagonal and a product through a narrow
place, all its equations, powers, traces and determinants are those of a small matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from matgrad import ops
from matgrad.codegen.plan.lowrank import (
    TIMES,
    Factors,
    LowRank,
    Reader,
    factors_of,
    narrowest,
    peeled,
    product,
    scaled,
    sum_of,
)
from matgrad.codegen.plan.values import nominal
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.facts import facts_of
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild
from matgrad.ops.linear import mirror, mirror_factor

# ---------------------------------------------------------------- terms

# What is known of the matrices of a program, and the terms that they are.

_POWER = 8  # factors that a power is taken apart into
_WHY = (
    "{matrix} is {first} and a product {rank} wide: its equations and determinants are those of a"
    " {rank} x {rank} matrix; digits are lost where {first} is small beside that product"
)

Term = tuple[Factors, Factors]  # scalars and factors


@dataclass
class Terms:
    """What is known of the matrices of a program; `values` has what names stand for."""

    reader: Reader
    values: Mapping[Expr, Expr]
    reasons: dict[str, None] = field(default_factory=dict[str, None])
    _read: dict[Expr, LowRank | None] = field(default_factory=dict["Expr", "LowRank | None"])
    _kinds: dict[Expr, str] = field(default_factory=dict["Expr", str])

    @property
    def narrow(self) -> tuple[tuple[Dim, Dim], ...]:
        """The ranks that were found, and the sizes of their matrices."""
        found = [low for low in self._read.values() if low is not None]
        return tuple(dict.fromkeys((low.rank, low.rows) for low in found))

    def low_rank(self, matrix: Expr) -> LowRank | None:
        """A matrix that is inverted, as a diagonal and a narrow product, if it is one."""
        if matrix not in self._read:
            found = self.reader.read(matrix)
            self._read[matrix] = found if isinstance(found, LowRank) else None
            name = matrix.name if matrix.op is ops.symbol_op else "a matrix"
            if isinstance(found, LowRank):
                self.reasons[_WHY.format(matrix=name, rank=found.rank, first=found.first)] = None
            elif found:
                self.reasons[found] = None
        return self._read[matrix]

    def inverse(self, node: Expr) -> tuple[LowRank, int] | None:
        """The matrix that this is the inverse of, and to which power; or its transpose."""
        bare = node.args[0] if node.op is ops.transpose else node
        power = -1 if bare.op is ops.inv else bare.data if bare.op is ops.matrix_power_op else 0
        if not power or abs(power) > _POWER:
            return None
        (base,) = bare.args
        if power > 0:
            value = self.values.get(base, base)
            power, base = (-power, value.args[0]) if value.op is ops.inv else (0, base)
        low = self.low_rank(base) if power else None
        if low is None:
            return None
        return (low.turned if node.op is ops.transpose else low), -power

    def base(self, node: Expr) -> Expr:
        """The inverse that this is a power of."""
        bare = node.args[0] if node.op is ops.transpose else node
        matrix = bare.args[0]
        if bare.op is ops.matrix_power_op and bare.data > 0:
            matrix = self.values.get(matrix, matrix).args[0]
        return ops.inv(matrix).T if node.op is ops.transpose else ops.inv(matrix)

    def turned(self, matrix: Expr) -> Expr:
        """The transpose of a matrix; the inverse of a symmetric one is its own."""
        found = self.inverse(matrix)
        if found is None or found[0].turned != found[0]:
            return turned(matrix)
        return matrix.args[0] if matrix.op is ops.transpose else matrix

    def value(self, node: Expr) -> Expr:
        """What a name of a large matrix stands for, if that is better taken apart."""
        turns = node.op is ops.transpose
        bare = node.args[0] if turns else node
        while bare in self.values and not bare.shape.is_vector and self.kind(bare):
            bare = self.values[bare]
        if bare is node or (turns and bare is node.args[0]):
            return node
        return turned(bare) if turns else bare

    def kind(self, node: Expr) -> str:
        """What a term is: "inverse" if it has one, "thin", "diagonal", or "" if it is a matrix."""
        linear = ops.add, ops.scale, ops.transpose, ops.matmul
        for each in postorder(node, skip=self._kinds, into=lambda node: node.op in linear):
            self._kinds[each] = self._kind(each)
        return self._kinds[node]

    def _kind(self, node: Expr) -> str:
        if node in self.values:
            return self._kinds[self.values[node]]  # names come in order
        if node.op is ops.add:
            kinds = {self._kinds[term] for term in node.args}
            return "inverse" if "inverse" in kinds else "" if "" in kinds else max(kinds)
        if node.op is ops.scale or node.op is ops.transpose:
            return self._kinds[node.args[-1]]
        return "inverse" if self.inverse(node) is not None else self._kind_of_product(node)

    def _kind_of_product(self, node: Expr) -> str:
        inverses = [f for f in node.args if node.op is ops.matmul and self._kinds[f] == "inverse"]
        if any(self._is_as_large(node, factor) for factor in inverses):
            return "inverse"
        if narrowest(factors_of(node), self.reader.sizes):
            return "thin"
        return "diagonal" if node.shape.is_square and "diagonal" in facts_of(node) else ""

    def _is_as_large(self, node: Expr, factor: Expr) -> bool:
        """Is a product about as large as a factor of it? Else it is computed where it stands."""
        least = min(nominal(size, self.reader.sizes) for size in node.shape)
        return TIMES * least > nominal(factor.shape.rows, self.reader.sizes)

    def has_inverse(self, node: Expr) -> bool:
        """Is there an inverse among the terms?"""
        return node.shape.is_square and not node.shape.is_vector and self.kind(node) == "inverse"

    def of(self, node: Expr) -> list[Term]:
        """The terms of a sum, names opened; one term if it is none."""
        found: list[Term] = []
        waiting: list[tuple[Factors, Expr]] = [((), node)]
        while waiting:
            scalars, term = waiting.pop()
            more, bare = peeled(term)
            both, bare = (*scalars, *more), self.value(bare)
            if bare.op is ops.add:
                waiting += [(both, part) for part in reversed(bare.args)]
            elif bare.op is ops.transpose and bare.args[0].op is ops.add:
                waiting += [(both, mirror(part)) for part in reversed(bare.args[0].args)]
            elif peeled(bare)[0]:
                waiting.append((both, bare))
            else:
                found.append((both, factors_of(bare)))
        return found


def turned(node: Expr) -> Expr:
    """The transpose, taken into sums."""
    return ops.add(*map(mirror, node.args)) if node.op is ops.add else mirror(node)


# ---------------------------------------------------------------- which acts next

# Which matrix of a product acts on what stands beside it, and in which order.

Replaced = tuple[int, int, Factors]  # from where to where factors become others


class Step(NamedTuple):
    """A matrix acts on factors beside it; of several steps the narrowest is first."""

    width: int
    new: bool  # not done before, in this product or in another
    leftwards: bool
    place: int  # counted from the end
    span: tuple[int, int]
    acting: tuple[Expr, Factors]  # the matrix and the factors; both turned if it acts leftwards


def _turned(factors: Sequence[Expr]) -> Factors:
    return factors_of(mirror_factor(product(factors)))


# ---------------------------------------------------------------- products

# Products in which matrices act on what is narrow beside them.


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

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sizes = terms.reader.sizes
        self.forming = False  # are inverses applied to whatever stands beside them?
        self._made: set[tuple[Expr, Factors]] = set()

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
        found = self.pushed(product_.parts)
        if found is None:
            product_.step = self.narrowest(product_.parts)
            if product_.step is not None:
                self._open(product_, *product_.step.acting)
                return True
            found = self.formed(product_.parts)
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
            return ops.scale(*scalars) if len(scalars) > 1 else scalars[0]
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
                found = self._terms.inverse(bare)
                times = 1 if found is None else found[1]
                parts += [bare] if times == 1 else [self._terms.base(bare)] * times
        return scalars, [part for part in parts if part.op is not ops.eye_op] or parts[:1]

    # Which matrix of a product acts on what stands beside it, and in which order.

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
            if TIMES * step.width <= nominal(parts[place].shape.rows, self._sizes)
            or (self.forming and kind == "inverse")
        ]
        if not steps:
            return None
        step = min(steps)
        self._made.add(step.acting)
        return step

    def formed(self, parts: Sequence[Expr]) -> Replaced | None:
        """The last of the inverses as a matrix, on which the others act."""
        if self.forming and sum(bool(self.acts(part)) for part in parts) > 1:
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
        kind = self._terms.kind(part) if part.op in (ops.add, ops.transpose) else ""
        return kind if kind != "diagonal" else ""

    def _beside(self, parts: Sequence[Expr], place: int, acting: Container[int]) -> list[Step]:
        """The narrowest products on both sides of a matrix, up to others that act."""
        found: list[Step] = []
        for leftwards in (False, True):
            beyond = range(place - 1, -1, -1) if leftwards else range(place + 1, len(parts))
            near = list(takewhile(lambda i: i not in acting, beyond))
            sides = [parts[i].shape[0 if leftwards else 1] for i in near]
            widths = [nominal(size, self._sizes) for size in sides]
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


def _stepped(step: Step, terms: Sequence[Expr]) -> Replaced:
    whole = sum_of(terms)
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
