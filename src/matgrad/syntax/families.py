"""Families of numbers, vectors and matrices with an index, as sums of products of matrices.

Everything below a sum over i is a family. It is held by factors: matrices whose rows and columns
are counted by labels. A number X_ij is the factor X with the labels i and j; a column x_i, which is
row i of X, is X with the labels i and ↓, and its transpose has → instead. Where x_iᵀ y_j or Σ_i
adds over a label, that label becomes bound. A product of factors is made one matrix by
adding over its bound labels, one after the other: two matrices that share one are multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, count
from typing import NamedTuple

from matgrad.errors import AmbiguousError, MatgradError, ShapeError, UnsupportedError
from matgrad.syntax.forms import call, column, infix, is_transposed, minus, number, ones, transposed
from matgrad.syntax.tree import Node, postorder

DOWN, ACROSS = "↓", "→"  # what the rows and the columns of each member are counted by
TURNED = {DOWN: ACROSS, ACROSS: DOWN}
Labels = tuple[str, ...]
_CONTRACTED, _ADDED = "#", "Σ"  # how bound labels begin: those of products, those of sums
_NUMBERS = count(10**9)  # so many digits that they sort as they were made


class Factor(NamedTuple):
    """A matrix, a column or a number, and what its rows and columns are counted by."""

    node: Node
    axes: Labels = ()

    def along(self, label: str) -> Node:
        """The matrix whose rows this label counts."""
        return self.node if self.axes[0] == label else transposed(self.node)

    def other(self, label: str) -> str:
        """The second label, "" of a column."""
        return next((axis for axis in self.axes if axis != label), "")


class Term(NamedTuple):
    """A product of factors, which may be subtracted."""

    factors: tuple[Factor, ...]
    negative: bool = False

    def has(self, label: str) -> bool:
        """Does a factor have this label?"""
        return any(label in factor.axes for factor in self.factors)


@dataclass(frozen=True)
class Family:
    """A sum of products, and the labels that are free: all others are added over."""

    terms: tuple[Term, ...]
    free: Labels
    vanishes: bool = False  # is this 0 wherever its two indices are the same?

    @property
    def own(self) -> Labels:
        """The labels of each member: none of a number, ↓ of a column, → of a row."""
        return tuple(label for label in (DOWN, ACROSS) if label in self.free)

    @property
    def indices(self) -> Labels:
        """The indices."""
        return tuple(label for label in self.free if label not in TURNED)

    @property
    def node(self) -> Node:
        """Its first matrix."""
        return self.terms[0].factors[0].node

    def renamed(self, names: Mapping[str, str]) -> Family:
        """The family with other labels."""

        def each(labels: Labels) -> Labels:
            return tuple(names.get(label, label) for label in labels)

        terms = (
            Term(tuple(Factor(f.node, each(f.axes)) for f in term.factors), term.negative)
            for term in self.terms
        )
        return Family(tuple(terms), each(self.free), self.vanishes)

    def whole(self, axes: Sequence[str] = ()) -> Node:
        """The one matrix whose rows and columns these labels count; its own come first."""
        axes = axes or (*self.own, *self.indices)
        held = [(t.negative, spread(_product(t.factors, self.free), axes)) for t in self.terms]
        total = minus(held[0][1]) if held[0][0] else held[0][1]
        for negative, node in held[1:]:
            total = infix("-" if negative else "+", total, node)
        return total

    def mapped(self, change: Callable[[Node], Node] = lambda node: node) -> Family:
        """The family held by one matrix, with this made of it."""
        term = self.terms[0]
        if len(self.terms) == 1 and not term.negative:
            node, axes = _product(term.factors, self.free)
        else:
            node, axes = self.whole(), (*self.own, *self.indices)
        return Family((Term((Factor(change(node), axes),)),), self.free, self.vanishes)

    def scaled(self, change: Callable[[Node], Node]) -> Family:
        """The family with this made of one factor in each product."""
        terms = (
            Term((Factor(change(first.node), first.axes), *rest), negative)
            for (first, *rest), negative in self.terms
        )
        return replace(self, terms=tuple(terms))

    def negated(self) -> Family:
        """The negative of each member."""
        terms = tuple(Term(term.factors, not term.negative) for term in self.terms)
        return replace(self, terms=terms)

    def turned(self, node: Node) -> Family:
        """The transpose of each member."""
        if not self.own:
            raise AmbiguousError(
                "this is a number for each index, and it is transposed: is it a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip
        return self.renamed(TURNED)

    def joined(self) -> Family:
        """The family with one matrix for all of its terms, if two labels are enough."""
        return self.mapped() if len(self.terms) > 1 and len(self.free) <= 2 else self


def of(node: Node, labels: Sequence[str], vanishes: bool = False) -> Family:
    """The family that one matrix holds, whose rows and columns these labels count."""
    return Family((Term((Factor(node, tuple(labels)),)),), tuple(labels), vanishes)


def of_piece(node: Node, own: Labels) -> Family:
    """A piece without an index, as a family of one."""
    if len(own) != 1:
        return of(node, own)
    return of(column(node if own == (DOWN,) else transposed(node)), own)


def unsupported(node: Node, why: str = "this sum has no matrix form that is known") -> MatgradError:
    """The error for a family that cannot be written as one matrix."""
    return UnsupportedError(why, node.position, "write it with matrices, or index by index")


# ---------------------------------------------------------------- families of families


def product(node: Node, a: Family, b: Family) -> Family:
    """The product of two families: rows and columns that meet are added over."""
    if not a.own or not b.own or (a.own, b.own) == ((DOWN,), (ACROSS,)):
        return _multiplied(a, b)
    if ACROSS not in a.own or DOWN not in b.own:
        raise ShapeError("a column and these vectors cannot be multiplied", node.position)
    inner = f"{_CONTRACTED}{next(_NUMBERS)}"
    found = _multiplied(a.renamed({ACROSS: inner}), b.renamed({DOWN: inner}), inner)
    if a.indices == b.indices or not found.terms[0].has(inner):
        return found  # Σ x_iᵀy_i is X : Y, so x_iᵀy_i waits for its sum
    terms = (
        Term(tuple(_without(each.factors, inner, found.free) or each.factors), each.negative)
        for each in found.terms
    )
    return replace(found, terms=tuple(terms))


def entrywise(node: Node, a: Family, b: Family) -> Family:
    """The product of each entry."""
    if a.own and b.own and a.own != b.own:
        raise unsupported(node)
    return _multiplied(a, b)


def _multiplied(a: Family, b: Family, inner: str = "") -> Family:
    terms = (
        Term(one.factors + two.factors, one.negative != two.negative)
        for one in a.terms
        for two in b.terms
    )
    free = tuple(label for label in dict.fromkeys(a.free + b.free) if label != inner)
    return Family(tuple(terms), free, a.vanishes or b.vanishes).joined()


def total(node: Node, sign: str, a: Family, b: Family) -> Family:
    """The sum or difference; one matrix where two labels are enough."""
    if a.own != b.own:
        raise AmbiguousError(
            "a vector and a number for each index are added: is the number a vector?",
            node.position, "declare the matrix of all these vectors, as in M: k x n",
        )  # fmt: skip
    first, second = sorted((a, b), key=lambda family: -len(family.indices))
    free = tuple(dict.fromkeys((*a.own, *first.indices, *second.indices)))
    vanishes = (sign == "-" and _differ_in_index(a, b)) or (a.vanishes and b.vanishes)
    if len(free) > 2:
        return Family(a.terms + (b.negated() if sign == "-" else b).terms, free, vanishes)
    return of(infix(sign, *(spread_out(each, free) for each in (a, b))), free, vanishes)


def squared(family: Family) -> Family:
    """The squares of lengths: aᵀa, or aᵀa + bᵀb + 2 aᵀb for sums."""
    if len(family.free) <= 2:
        family = family.mapped()
    inner = {label: f"{_CONTRACTED}{next(_NUMBERS)}" for label in family.own}
    parts = [
        (Family((Term(t.factors),), tuple(x for x in family.free if t.has(x))).mapped(), t.negative)
        for t in family.terms
    ]
    found: list[tuple[str, Family]] = []
    for (a, less), (b, more) in [*zip(parts, parts, strict=True), *combinations(parts, 2)]:
        both = _multiplied(a, b).renamed(inner)
        both = replace(both, free=tuple(x for x in both.free if x not in inner.values()))
        if a is not b:
            both = both.mapped(lambda held: infix("*", number(held, 2), held))
        found.append(("-" if less != more else "+", both))
    result = found[0][1]
    for sign, each in found[1:]:
        result = total(family.node, sign, result, each)
    return replace(result, vanishes=family.vanishes)


def lengths(family: Family) -> Family:
    """The roots of squared lengths.

    Those of the differences x_i − x_j are 0 where i = j, and stay so: √(R + I) − I has a derivative
    there, √R has none.
    """

    def root(held: Node) -> Node:
        if not family.vanishes:
            return call(held, "sqrt", held)
        identity = call(held, "Diag", ones(held))
        return infix("-", call(held, "sqrt", infix("+", held, identity)), identity)

    return squared(family).mapped(root)


def added(node: Node, family: Family, label: str, upper: Node | None = None) -> Family | Node:
    """The sum over one label; a piece of syntax if no index is left."""
    if not all(term.has(label) for term in family.terms):
        raise unsupported(node)
    bound = f"{_ADDED}{next(_NUMBERS)}"
    renamed = guarded(family, label, upper).renamed({label: bound})
    found = replace(renamed, free=tuple(x for x in renamed.free if x != bound), vanishes=False)
    if found.indices:
        return found.mapped() if found.own and len(found.free) <= 2 else found.joined()
    return transposed(found.whole()) if found.own == (ACROSS,) else found.whole()


def guarded(family: Family, label: str, upper: Node | None) -> Family:
    """The family, with a check that the index runs up to its limit."""
    if upper is None:
        return family
    first, *rest = family.terms
    place = next(factor for factor in first.factors if label in factor.axes)
    checked = _counted(place, label, upper)
    same = (f.node is place.node and f.axes == place.axes for f in first.factors)
    made = (checked if is_it else f for is_it, f in zip(same, first.factors, strict=True))
    return replace(family, terms=(Term(tuple(made), first.negative), *rest))


def _counted(factor: Factor, label: str, upper: Node) -> Factor:
    kind = "terms of a sum" if factor.axes[0] == label else "vectors of a sum"
    return Factor(call(factor.node, kind, factor.node, upper), factor.axes)


def _differ_in_index(a: Family, b: Family) -> bool:
    """Are these the same but for the index, as x_i and x_j?"""
    pair = {*a.indices, *b.indices}
    return a.indices != b.indices and len(pair) == 2 and _shown(a) == _shown(b)


def _shown(family: Family) -> list[object]:
    """What is written, with one letter for both indices."""
    found: list[object] = []
    labels = dict.fromkeys(family.indices, "i")
    for factors, negative in family.terms:
        for node, axes in factors:
            names = [labels.setdefault(axis, f"{len(labels)}") for axis in axes]
            found.append((read(node), names, negative))
    return found


def read(node: Node) -> list[object]:
    """What is written, wherever it stands."""
    return [(each.kind, each.text, each.value, len(each.args)) for each in postorder(node)]


# ---------------------------------------------------------------- products as one matrix


def spread_out(family: Family, labels: Labels) -> Node:
    """The family as one matrix with these labels; along others than its own it is constant."""
    return spread(Factor(family.whole(), (*family.own, *family.indices)), labels)


def spread(factor: Factor, axes: Sequence[str]) -> Node:
    """The matrix with these labels; along others it is constant."""
    node, given = factor
    if not given and axes:
        return call(node, "vector" if len(axes) == 1 else "matrix", node)
    if given == tuple(axes):
        return node
    if len(given) == 2:
        return transposed(node)
    if given[0] == axes[0]:
        return infix("*", node, transposed(ones(node)))
    return infix("*", ones(node), transposed(node))


def _product(factors: Sequence[Factor], free: Sequence[str]) -> Factor:
    """The product of factors, added over all labels that are not free, as one matrix."""
    held = [*factors]
    while bound := sorted({x for f in held for x in f.axes} - {*free}, key=lambda x: x[1:]):
        after = next(filter(None, (_without(held, label, free) for label in bound)), None)
        if after is None:
            why = "this sum over a product of three matrices has no matrix form"
            raise unsupported(factors[0].node, why)
        held = after
    return reduce(_beside, _merged(held))


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
        return Factor(infix("*", a.node, b.node), a.axes or b.axes)
    if {*a.axes} == {*b.axes}:
        return Factor(infix(".*", a.along(b.axes[0]), b.node), b.axes)
    if len(b.axes) == 1:
        return Factor(infix("*", a.node, transposed(b.node)), a.axes + b.axes)
    if not {*a.axes} < {*b.axes}:
        why = "numbers with more than two indices are read in products only"
        raise unsupported(b.node, why)
    pair = call(a.node, "Diag", a.node), b.node
    return Factor(infix("*", *(pair if a.axes[0] == b.axes[0] else pair[::-1])), b.axes)


def _without(factors: Sequence[Factor], label: str, free: Sequence[str]) -> list[Factor] | None:
    """The factors after adding over one label; None if that takes more than a matrix."""
    inside = [factor for factor in factors if label in factor.axes]
    rest = [factor for factor in factors if label not in factor.axes]
    unit = next((f for f in inside if f.node.kind == "call" and f.node.text == "I"), None)
    if unit is not None and len(inside) > 1:  # e(i, n) picks an entry, a row or a column
        return [_picked(f, label, unit) for f in factors if f is not unit]
    found = _added(inside, label, [*free, *(axis for f in rest for axis in f.axes)])
    if found is None:
        return None
    at = factors.index(inside[0]) if label.startswith(_CONTRACTED) else len(rest)
    return [*rest[:at], found, *rest[at:]]


def _picked(factor: Factor, label: str, unit: Factor) -> Factor:
    if label not in factor.axes:
        return factor
    axes = tuple(unit.other(label) if axis == label else axis for axis in factor.axes)
    return Factor(_counted(factor, label, unit.node.args[0]).node, axes)


def _added(inside: Sequence[Factor], label: str, needed: Sequence[str]) -> Factor | None:
    """The product of factors that all have a label, added over it.

    Columns with this label only are numbers before each term. Two matrices are multiplied; of one,
    the sums of its rows are taken, and of its rows and columns at once if no one `needed` those.
    """
    weight = next(iter(_merged(factor for factor in inside if len(factor.axes) == 1)), None)
    pairs = [factor for factor in inside if len(factor.axes) == 2]
    matrices = _merged(pairs)
    if len(matrices) > 2:
        return None
    if len(matrices) == 2:
        first, second = matrices
        if weight is not None:
            first = _beside(weight, first)
        if _is_index(first.other(label)) and not _is_index(second.other(label)):
            first, second = second, first  # the rows of each member come first
        held = infix("*", transposed(first.along(label)), second.along(label))
        return Factor(held, (first.other(label), second.other(label)))
    if matrices and (weight is not None or matrices[0].other(label) in needed):
        return _row_sums(pairs, matrices[0], matrices[0].other(label), weight)
    if len(pairs) == 2 and not (_is_index(label) and _is_index(pairs[0].other(label))):
        row = pairs[0].other(label) if _is_index(label) else label
        a, b = (factor.along(row) for factor in pairs)
        is_square = pairs[0].node is pairs[1].node
        return Factor(
            infix("^", call(a, "normF", a), number(a, 2)) if is_square else infix(":", a, b)
        )
    held = matrices[0] if weight is None else weight
    return Factor(call(held.node, "sum", held.node))


def _row_sums(pairs: Sequence[Factor], merged: Factor, row: str, weight: Factor | None) -> Factor:
    """The sums of rows, of entries that have weights."""
    whole = merged.along(row)
    if weight is not None:
        return Factor(infix("*", whole, weight.node), (row,))
    if len(pairs) == 2 and not _is_index(merged.other(row)):
        columns = [factor.along(factor.other(row)) for factor in pairs]
        if all(map(is_transposed, columns)):
            whole = infix(".*", *map(transposed, columns))
        else:
            whole = transposed(infix(".*", *columns))
    return Factor(column(infix("*", whole, ones(whole))), (row,))


def _is_index(label: str) -> bool:
    return label not in TURNED and not label.startswith(_CONTRACTED)
