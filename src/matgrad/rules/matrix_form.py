"""Sums over an index as products of matrices: Σ_i x_i y_iᵀ is XᵀY where x_i is row i of X.

Numbers, vectors and matrices that change with an index are held by factors: matrices whose rows and
columns are counted by labels. A number X_ij is the factor X with the labels i and j; a column x_i,
which is row i of X, is X with the labels i and ↓, and its transpose has → instead. Where x_iᵀ y_j
or Σ_i adds over a label, that label becomes bound. A product of factors is made one matrix by
adding over its bound labels, one after the other: two matrices that share one are multiplied. A sum
for which that cannot be done, as one over a family of matrices, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, count
from typing import NamedTuple

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op, catalogue, number_value
from matgrad.core.shape import Shape, shape_of
from matgrad.core.walk import postorder, rebuild
from matgrad.ops import (
    absolute,
    add,
    diag_matrix,
    entrywise,
    exp,
    eye,
    filled,
    frobenius,
    hadamard,
    log,
    matmul,
    maximum,
    minimum,
    multiply,
    norm1,
    norm2,
    normF,
    number,
    ones,
    power,
    power_op,
    scale,
    size,
    sqrt,
    total,
    trace,
    transpose,
    unspecified_op,
)
from matgrad.ops.families import INNERMOST, delta_op, merge_op, shallower, split_op, sum_op

DOWN, ACROSS = "↓", "→"  # what the rows and the columns of each member are counted by
TURNED = {DOWN: ACROSS, ACROSS: DOWN}
Labels = tuple[str, ...]
_CONTRACTED, ADDED = "~", "Σ"  # how bound labels begin: those of products, those of sums
_NUMBERS = count(1)


class NoMatrix(Exception):
    """There is no product of matrices for this."""


class Factor(NamedTuple):
    """A matrix, a column or a number, and what its rows and columns are counted by."""

    node: Expr
    axes: Labels = ()

    def along(self, label: str) -> Expr:
        """The matrix whose rows this label counts."""
        return self.node if self.axes[0] == label else turned(self.node)

    def other(self, label: str) -> str:
        """The second label, "" of a column."""
        return next((axis for axis in self.axes if axis != label), "")


class Term(NamedTuple):
    """A product of factors, with a number before it."""

    factors: tuple[Factor, ...]
    times: Fraction = Fraction(1)

    def one(self, free: Sequence[str]) -> Factor:
        """The product as one matrix with these labels, or with fewer."""
        if not self.factors:
            return Factor(number(self.times))
        held = _product(self.factors, free)
        return held if self.times == 1 else Factor(multiply(self.times, held.node), held.axes)

    def spread(self, free: Sequence[str], wanted: Mapping[str, Dim]) -> Expr:
        """The product as one matrix with all these labels."""
        if not self.factors:
            return filled(self.times, shape_of(*wanted.values()))
        held = spread(_product(self.factors, free), wanted)
        return held if self.times == 1 else multiply(self.times, held)


class Family(NamedTuple):
    """A sum of products, and the labels that are free: all others are added over."""

    terms: tuple[Term, ...]
    sizes: Mapping[str, Dim]  # of the free labels, those of each member first

    @property
    def free(self) -> Labels:
        """The labels that are not added over."""
        return tuple(self.sizes)

    @property
    def own(self) -> Labels:
        """The labels of each member: none of a number, ↓ of a column, → of a row."""
        return tuple(label for label in self.free if label in TURNED)

    @property
    def indices(self) -> Labels:
        """The indices."""
        return tuple(label for label in self.free if label not in TURNED)

    def renamed(self, names: Mapping[str, str], *bound: str) -> Family:
        """The family with other labels, of which some may be bound."""

        def each(labels: Labels) -> Labels:
            return tuple(names.get(label, label) for label in labels)

        terms = (Term(tuple(Factor(f.node, each(f.axes)) for f in t.factors), t.times)
                 for t in self.terms)  # fmt: skip
        sizes = {names.get(label, label): size for label, size in self.sizes.items()}
        return family(terms, {x: size for x, size in sizes.items() if x not in bound})

    def whole(self, sizes: Mapping[str, Dim] | None = None) -> Expr:
        """The one matrix whose rows and columns these labels count; its own come first."""
        wanted = self.sizes if sizes is None else sizes
        terms = [term.spread(self.free, wanted) for term in self.terms]
        return terms[0] if len(terms) == 1 else add(*terms)

    def mapped(self, change: Callable[[Expr], Expr] = lambda node: node) -> Family:
        """The family held by one matrix, with this made of it."""
        if len(self.free) > 2:
            raise NoMatrix
        term, *more = self.terms
        held = Factor(self.whole(), self.free) if more else term.one(self.free)
        if {*held.axes} < {*self.free}:
            held = Factor(spread(held, self.sizes), self.free)
        return of(change(held.node), held.axes)


def family(terms: Iterable[Term], sizes: Mapping[str, Dim]) -> Family:
    """A sum of products; it is held by one matrix if its labels are two at most."""
    free = sorted(sizes, key="→↓".find, reverse=True)
    found = Family(tuple(terms), {label: sizes[label] for label in free})
    return found.mapped() if len(found.terms) > 1 and len(free) <= 2 else found


def of(node: Expr, labels: Sequence[str]) -> Family:
    """The family that one matrix holds, whose rows and columns these labels count."""
    sizes = dict(zip(labels, node.shape, strict=False))
    return family([Term((Factor(node, tuple(labels)),))], sizes)


def constant(node: Expr) -> Family:
    """What has no index, as a family of one; a number before it stays apart."""
    times = number_value(node.args[0]) if node.op is scale else number_value(node)
    if node.op is scale and times is not None:
        node = node.args[-1] if len(node.args) == 2 else scale(*node.args[1:])
    elif times is not None:
        return Family((Term((), times),), {})
    labels: Labels = ()
    if not node.is_scalar:
        labels = (DOWN,) if node.shape.is_column else (DOWN, ACROSS)
    if node.shape.is_vector and not node.shape.is_column:
        node, labels = turned(node), (ACROSS,)
    found = of(node, labels)
    return Family((found.terms[0]._replace(times=times or Fraction(1)),), found.sizes)


def turned(node: Expr) -> Expr:
    """The transpose; that of a transpose is what it was made of, that of AᵀBᵀ is BA."""
    if node.op is transpose or node.is_scalar:
        return node.args[0] if node.op is transpose else node
    if node.op in (matmul, hadamard) and all(arg.op is transpose for arg in node.args):
        inner = [arg.args[0] for arg in node.args]
        return node.op(*(inner[::-1] if node.op is matmul else inner))
    return node.T


# ---------------------------------------------------------------- families of families


def product(a: Family, b: Family, is_entrywise: bool = False) -> Family:
    """The product of two families: columns of the first and rows of the second are added over."""
    inner = ""
    if a.own and b.own and not is_entrywise and (a.own, b.own) != ((DOWN,), (ACROSS,)):
        inner = fresh(_CONTRACTED)
        a, b = a.renamed({ACROSS: inner}), b.renamed({DOWN: inner})
    terms = (Term(x.factors + y.factors, x.times * y.times) for x in a.terms for y in b.terms)
    sizes = {**a.sizes, **b.sizes}
    return family(terms, {label: size for label, size in sizes.items() if label != inner})


def plus(a: Family, b: Family) -> Family:
    """The sum; one matrix where two labels are enough."""
    sizes = _together(a, b)
    if len(sizes) > 2:
        return Family(a.terms + b.terms, sizes)
    whole, other = a.whole(sizes), b.whole(sizes)
    terms, less = whole.args if whole.op is add else (whole,), multiply(-1, other)
    if less in terms:  # as I is added to √(R + I) − I
        left = [term for term in terms if term is not less]
        return of(left[0] if len(left) == 1 else add(*left), (*sizes,))
    return of(add(whole, other), (*sizes,))


def aligned(*numbers: Family) -> tuple[list[Expr], Labels]:
    """Numbers with an index as matrices with the same labels, and these labels."""
    sizes = _together(*numbers)
    if len(sizes) > 2 or any(each.own for each in numbers):
        raise NoMatrix
    return [each.whole(sizes) for each in numbers], (*sizes,)


def _together(*families: Family) -> Mapping[str, Dim]:
    """The labels of all, those of the family with most of them first."""
    ordered = sorted(families, key=lambda each: -len(each.free))
    return {label: size for each in ordered for label, size in each.sizes.items()}


def summed(given: Family, label: str, length: Expr) -> Family:
    """The family added over one of its labels."""
    bound = fresh(ADDED)
    terms = list[Term]()
    for term in given.terms:
        is_there = any(label in factor.axes for factor in term.factors)
        terms.append(term if is_there else Term((Factor(length), *term.factors), term.times))
    return Family(tuple(terms), given.sizes).renamed({label: bound}, bound)


def squared(given: Family) -> Family:
    """The squares of lengths: aᵀa, or aᵀa + bᵀb + 2 aᵀb for sums."""
    given = given.mapped() if len(given.free) <= 2 else given
    parts = [Term((_product(t.factors, given.free),), t.times) for t in given.terms]
    pairs = [*zip(parts, parts, strict=True), *combinations(parts, 2)]
    terms = [Term(a.factors + b.factors, a.times * b.times * (1 if a is b else 2))
             for a, b in pairs]  # fmt: skip
    (own,), inner = given.own, fresh(_CONTRACTED)
    return Family(tuple(terms), given.sizes).renamed({own: inner}, inner)


def lengths(given: Family) -> Family:
    """The roots of squared lengths.

    Those of the differences x_i − x_j are 0 where i = j, and stay so: √(R + I) − I has a derivative
    there, √R has none.
    """

    def root(held: Expr) -> Expr:
        if not vanishes:
            return sqrt(held)
        identity = eye(held.shape.rows)
        return add(sqrt(add(held, identity)), multiply(-1, identity))

    vanishes = _vanishes(given)
    return squared(given).mapped(root)


def fresh(kind: str) -> str:
    """A label that is added over."""
    return f"{kind}{next(_NUMBERS)}"


def _vanishes(given: Family) -> bool:
    """Is this 0 wherever its two indices are the same, as x_i − x_j is?"""
    shown: list[tuple[list[tuple[Expr, Labels]], Fraction]] = []
    for factors, times in given.terms:
        labels = dict.fromkeys(given.indices, "i")
        axes = [tuple(labels.setdefault(a, f"{len(labels)}") for a in f.axes) for f in factors]
        shown.append(([(f.node, each) for f, each in zip(factors, axes, strict=True)], times))
    return len(given.indices) == 2 and all((each, -times) in shown for each, times in shown)


# ---------------------------------------------------------------- products as one matrix


def spread(factor: Factor, sizes: Mapping[str, Dim]) -> Expr:
    """The matrix with these labels; along others it is constant."""
    node, given = factor
    axes = (*sizes,)
    if given == axes:
        return node
    if len(given) == 2:
        return turned(node)
    if not given:
        return filled(node, shape_of(*sizes.values()))
    if given[0] == axes[0]:
        return multiply(node, ones(sizes[axes[1]]).T)
    return multiply(ones(sizes[axes[0]]), turned(node))


def _product(factors: Sequence[Factor], free: Sequence[str]) -> Factor:
    """The product of factors, added over all labels that are not free, as one matrix."""
    held = [*factors]
    while bound := sorted({x for f in held for x in f.axes} - {*free}, key=_age):
        for label in bound:
            inside = [factor for factor in held if label in factor.axes]
            rest = [factor for factor in held if label not in factor.axes]
            found = _added(inside, label, [*free, *(axis for f in rest for axis in f.axes)])
            if found is not None:
                held = [*rest, found]
                break
        else:
            raise NoMatrix
    return reduce(_beside, _merged(held))


def _age(label: str) -> int:
    return int(label[1:])


def _merged(factors: Iterable[Factor]) -> list[Factor]:
    """One factor for all that have the same labels: the product of their entries."""
    found: dict[frozenset[str], Factor] = {}
    for factor in factors:
        key = frozenset(factor.axes)
        found[key] = _beside(found[key], factor) if key in found else factor
    return [*found.values()]


def _beside(a: Factor, b: Factor) -> Factor:
    """The product of numbers that have at most two labels together."""
    if len(a.axes) > len(b.axes) and b.axes:
        a, b = b, a
    if not a.axes or not b.axes:
        return Factor(multiply(a.node, b.node), a.axes or b.axes)
    if {*a.axes} == {*b.axes}:
        pair = sorted((a.along(b.axes[0]), b.node), key=_is_function)
        return Factor(entrywise(*pair), b.axes)
    if len(b.axes) == 1:
        return Factor(multiply(a.node, turned(b.node)), a.axes + b.axes)
    if not {*a.axes} < {*b.axes}:
        raise NoMatrix
    pair = diag_matrix(a.node), b.node
    return Factor(matmul(*(pair if a.axes[0] == b.axes[0] else pair[::-1])), b.axes)


def _is_function(node: Expr) -> bool:
    """Is this a function of entries, before which names are written: y ⊙ log(p)?"""
    if node.op is power_op:
        return not node.args[0].op.is_leaf
    return node.op.derivative is not None


def _added(inside: Sequence[Factor], label: str, needed: Sequence[str]) -> Factor | None:
    """The product of factors that all have a label, added over it.

    Columns with this label only are numbers before each term. Two matrices are multiplied; of one,
    the sums of its rows are taken, and of its rows and columns at once if no one `needed` those.
    """
    columns = [factor for factor in inside if len(factor.axes) == 1]
    pairs = [factor for factor in inside if len(factor.axes) == 2]
    weight, matrices = next(iter(_merged(columns)), None), _merged(pairs)
    if len(matrices) > 2 or not (matrices or weight):
        return None
    if not matrices and weight is not None:
        return Factor(total(weight.node))
    # The rows of each member come first, its index after them.
    first, *more = sorted(matrices, key=lambda each: each.other(label)[0] not in "↓→~")
    row = first.other(label)
    if more:
        first, (second,) = first if weight is None else _beside(weight, first), more
        held = multiply(turned(first.along(label)), second.along(label))
        return Factor(held, (row, second.other(label)))
    if weight is not None or row in needed:
        whole = first.along(row)
        side = ones(whole.shape.cols) if weight is None else weight.node
        return Factor(multiply(whole, side), (row,))
    a, b = (factor.along(pairs[-1].axes[0]) for factor in (pairs[0], pairs[-1]))
    if len(pairs) != 2 or _CONTRACTED not in label + row:
        return Factor(total(first.node))
    return Factor(frobenius(a, b) if a is not b else power(normF(a), 2))


# ---------------------------------------------------------------- operators

Rule = Callable[[Expr, list[Family]], Family]


def _rows_of() -> dict[Op, Op]:
    """By the functions of one vector, the operators that take them of each row of a matrix."""
    found = ((op.of_one_row, op) for op in catalogue.values())
    return {single: rows for single, rows in found if isinstance(single, Op)}


ROWS_OF = _rows_of()


def _scaled(node: Expr, args: list[Family]) -> Family:
    return reduce(product, args)


def _entrywise(node: Expr, args: list[Family]) -> Family:
    return reduce(lambda a, b: product(a, b, is_entrywise=True), args)


def _inner_product(node: Expr, args: list[Family]) -> Family:
    found = _entrywise(node, args)
    bound = {label: fresh(_CONTRACTED) for label in found.own}
    return found.renamed(bound, *bound.values())


def _entries(node: Expr, args: list[Family]) -> Family:
    """The sum of all entries of each member."""
    (a,) = args
    for label, length in zip((DOWN, ACROSS), node.args[0].shape, strict=True):
        if length != ONE:
            a = summed(a, label, size(length))
    return a


def _trace(node: Expr, args: list[Family]) -> Family:
    (a,) = args
    bound = fresh(_CONTRACTED)
    return a.renamed({DOWN: bound, ACROSS: bound}, bound)


def _power(node: Expr, args: list[Family]) -> Family:
    base, exponent = args
    if exponent.indices:  # x_i^{a_i} is exp(a_i log x_i)
        (x, p), labels = aligned(base, exponent)
        return of(exp(entrywise(p, log(x))), labels)
    return base.mapped(lambda held: power(held, node.args[1]))


def _length(node: Expr, args: list[Family]) -> Family:
    (a,) = args
    if len(a.own) != 1:
        raise NoMatrix
    return lengths(a)


def _sum_of_absolutes(node: Expr, args: list[Family]) -> Family:
    (a,) = args
    return _entries(node, [a.mapped(absolute)])


def _pair(node: Expr, args: list[Family]) -> Family:
    held, labels = aligned(*args)
    return of(node.op(*held), labels)


def _rows(node: Expr, args: list[Family]) -> Family:
    """A function of each vector: one of the rows of a matrix."""
    (a,) = args
    if len(a.own) != 1 or len(a.indices) != 1:
        raise NoMatrix
    labels = (*a.indices, *a.own)
    held = ROWS_OF[node.op](a.whole({label: a.sizes[label] for label in labels}))
    return of(held, a.indices if node.is_scalar else (*a.indices, *a.own))


def _split(node: Expr, args: list[Family]) -> Family:
    (a,) = args
    if node.data.width != ONE or ACROSS not in a.own:
        raise NoMatrix
    return a.renamed({ACROSS: str(node.data.place)})


def _delta(node: Expr, args: list[Family]) -> Family:
    one, other, length = node.data
    if isinstance(one, int) or isinstance(other, int):
        raise NoMatrix
    return of(eye(length), (one, other))


RULES: dict[Op, Rule] = {
    add: lambda node, args: reduce(plus, args),
    scale: _scaled,
    matmul: _scaled,
    hadamard: _entrywise,
    frobenius: _inner_product,
    transpose: lambda node, args: args[0].renamed(TURNED),
    total: _entries,
    trace: _trace,
    power_op: _power,
    norm2: _length,
    norm1: _sum_of_absolutes,
    maximum: _pair,
    minimum: _pair,
    split_op: _split,
    delta_op: _delta,
}


def matrix_form(root: Expr) -> Expr:
    """The expression with products of matrices for its sums over an index, where there are any."""
    made: dict[Expr, Expr] = {}
    families: dict[Expr, Family | None] = {}
    for node in postorder(root):
        args = [made[arg] for arg in node.args]
        is_turned = node.op is transpose and (node.axes or args[0] is not node.args[0])
        made[node] = turned(args[0]) if is_turned else rebuild(node, args)
        if not node.axes and not node.op.binds:
            continue
        try:
            found = _family(node, made, families)
        except (NoMatrix, ValueError):
            found = None
        families[node] = found
        if found is not None and not found.indices:
            try:
                made[node] = _as_member(found, node.shape)
            except NoMatrix:
                families[node] = None
    return made[root]


def _as_member(found: Family, shape: Shape) -> Expr:
    """A family of one, as what it is: a number, a column, a row or a matrix."""
    if found.own == (ACROSS,):
        return turned(found.whole())
    if len(found.own) == 2:
        return found.whole({label: found.sizes[label] for label in (DOWN, ACROSS)})
    return found.whole() if found.own or shape.is_scalar else filled(found.whole(), shape)


def _family(
    node: Expr, made: Mapping[Expr, Expr], families: Mapping[Expr, Family | None]
) -> Family:
    """The family that a node is, of the families of its arguments."""
    args: list[Family] = []
    for arg in node.args:
        known = families.get(arg) if arg.axes else constant(made[arg])
        if known is None:
            raise NoMatrix
        args.append(known)
    op = node.op
    if op is sum_op:
        return _outside(summed(args[0], INNERMOST, size(node.data)))
    if op is merge_op:
        return _outside(_together_in_columns(node, args[0]))
    if op is power_op and node.args[0].op is norm2 and number_value(node.args[1]) == 2:
        (inner,) = node.args[0].args
        known = families.get(inner)
        if known is None or len(known.own) != 1:
            raise NoMatrix
        return squared(known)
    if op in RULES:
        return RULES[op](node, args)
    if op in ROWS_OF:
        return _rows(node, args)
    if op.derivative is not None or op is unspecified_op:
        return args[0].mapped(lambda held: op(held, data=node.data))
    raise NoMatrix


def _together_in_columns(node: Expr, body: Family) -> Family:
    if ACROSS in body.own or INNERMOST not in body.free:
        raise NoMatrix
    return body.renamed({INNERMOST: ACROSS})


def _outside(found: Family) -> Family:
    """The family as it is seen from outside of a sum: #1 is #0 there."""
    return found.renamed({label: shallower(label) for label in found.indices})
