"""Families of numbers, vectors and matrices with an index, as sums of products of matrices.

Everything below a sum over i is a family. It is held by factors: matrices whose rows and columns
are counted by labels. A number X_ij is the factor X with the labels i and j; a column x_i, which is
row i of X, is X with the labels i and ↓, and its transpose has → instead. Where x_iᵀ y_j or Σ_i
adds over a label, that label becomes bound. A product of factors is made one matrix by
adding over its bound labels, one after the other: two matrices that share one are multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import combinations, count
from typing import NamedTuple

from matgrad.errors import AmbiguousError, MatgradError, ShapeError, UnsupportedError
from matgrad.syntax.forms import (
    COUNTED,
    call,
    column,
    counted,
    infix,
    minus,
    number,
    ones,
    scalar,
    transposed,
)
from matgrad.syntax.tree import Node, postorder

DOWN, ACROSS = "↓", "→"  # what the rows and the columns of each member are counted by
TURNED = {DOWN: ACROSS, ACROSS: DOWN}
Labels = tuple[str, ...]
_CONTRACTED, ADDED = "#", "Σ"  # how bound labels begin: those of products, those of sums
_NUMBERS = count(1)


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

    def counted(self, label: str, limit: Node) -> Factor:
        """The factor, with a check that this label runs up to its limit."""
        return Factor(counted(self.node, self.axes.index(label), limit), self.axes)


class Term(NamedTuple):
    """A product of factors, with an integer before it."""

    factors: tuple[Factor, ...]
    times: int = 1


class Family(NamedTuple):
    """A sum of products, and the labels that are free: all others are added over."""

    terms: tuple[Term, ...]
    free: Labels

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
        return family(terms, (label for label in each(self.free) if label not in bound))

    def whole(self, axes: Labels = ()) -> Node:
        """The one matrix whose rows and columns these labels count; its own come first."""
        total = None
        for factors, times in self.terms:
            node = spread(_product(factors, self.free), axes or self.free)
            node = node if times in (1, -1) else infix("*", number(node, abs(times)), node)
            if total is None:
                total = minus(node) if times < 0 else node
            else:
                total = infix("-" if times < 0 else "+", total, node)
        assert total is not None
        return total

    def mapped(self, change: Callable[[Node], Node] = lambda node: node) -> Family:
        """The family held by one matrix, with this made of it."""
        (factors, times), *more = self.terms
        is_one = times == 1 and not more
        held = _product(factors, self.free) if is_one else Factor(self.whole(), self.free)
        return of(change(held.node), held.axes)

    def counted(self, label: str, limit: Node) -> Family:
        """The family held by one matrix, with a check that an index runs up to its limit."""
        ((factor,), _), *_ = self.mapped().terms
        return of(*factor.counted(label, limit))

    def negated(self) -> Family:
        """The negative of each member."""
        return Family(tuple(Term(t.factors, -t.times) for t in self.terms), self.free)

    def turned(self, node: Node) -> Family:
        """The transpose of each member."""
        if not self.own:
            raise AmbiguousError(
                "this is a number for each index, and it is transposed: is it a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip
        return self.renamed(TURNED)


def family(terms: Iterable[Term], labels: Iterable[str]) -> Family:
    """A sum of products; it is held by one matrix if its labels are two at most."""
    free = tuple(sorted(dict.fromkeys(labels), key="→↓".find, reverse=True))
    found = Family(tuple(terms), free)
    return found.mapped() if len(found.terms) > 1 and len(free) <= 2 else found


def of(node: Node, labels: Sequence[str]) -> Family:
    """The family that one matrix holds, whose rows and columns these labels count."""
    return family([Term((Factor(node, tuple(labels)),))], labels)


def of_piece(node: Node, own: Labels) -> Family:
    """A piece without an index, as a family of one."""
    if len(own) == 2:
        return of(node, own)
    return of(column(node if own == (DOWN,) else transposed(node)) if own else scalar(node), own)


def unsupported(node: Node, why: str = "this sum has no matrix form that is known") -> MatgradError:
    """The error for a family that cannot be written as one matrix."""
    return UnsupportedError(why, node.position, "write it with matrices, or index by index")


# ---------------------------------------------------------------- families of families


def product(node: Node, a: Family, b: Family, meet: Labels = (ACROSS, DOWN)) -> Family:
    """The product of two families: rows and columns that meet are added over."""
    inner = ""
    if node.text == ".*" and a.own == b.own:
        pass  # the product of each entry
    elif a.own and b.own and (a.own, b.own) != ((DOWN,), (ACROSS,)):
        if meet[0] not in a.own or meet[1] not in b.own or node.text == ".*":
            raise ShapeError("a column and these vectors cannot be multiplied", node.position)
        inner = fresh(_CONTRACTED)
        a, b = a.renamed({meet[0]: inner}), b.renamed({meet[1]: inner})
    terms = (Term(x.factors + y.factors, x.times * y.times) for x in a.terms for y in b.terms)
    return family(terms, (label for label in a.free + b.free if label != inner))


def total(node: Node, a: Family, b: Family) -> Family:
    """The sum or difference; one matrix where two labels are enough."""
    if a.own != b.own:
        raise AmbiguousError(
            "a vector and a number for each index are added: is the number a vector?",
            node.position, "declare the matrix of all these vectors, as in M: k x n",
        )  # fmt: skip
    free = _together(a, b)
    if len(free) > 2:
        return Family(a.terms + (b.negated() if node.text == "-" else b).terms, free)
    return of(infix(node.text, a.whole(free), b.whole(free)), free)


def aligned(node: Node, *numbers: Family) -> tuple[list[Node], Labels]:
    """Numbers with an index as matrices with the same labels, and these labels."""
    free = _together(*numbers)
    if len(free) > 2 or any(each.own for each in numbers):
        raise unsupported(node)
    return [each.whole(free) for each in numbers], free


def _together(*families: Family) -> Labels:
    """The labels of all, those of the family with most of them first."""
    ordered = sorted(families, key=lambda each: -len(each.free))
    return tuple(dict.fromkeys(label for each in ordered for label in each.free))


def squared(given: Family) -> Family:
    """The squares of lengths: aᵀa, or aᵀa + bᵀb + 2 aᵀb for sums."""
    given = given.mapped() if len(given.free) <= 2 else given
    parts = [Term((_product(t.factors, given.free),), t.times) for t in given.terms]
    pairs = [*zip(parts, parts, strict=True), *combinations(parts, 2)]
    terms = [Term(a.factors + b.factors, a.times * b.times * (1 if a is b else 2))
             for a, b in pairs]  # fmt: skip
    (own,), inner = given.own, fresh(_CONTRACTED)
    return Family(tuple(terms), given.free).renamed({own: inner}, inner)


def lengths(given: Family) -> Family:
    """The roots of squared lengths.

    Those of the differences x_i − x_j are 0 where i = j, and stay so: √(R + I) − I has a derivative
    there, √R has none.
    """

    def root(held: Node) -> Node:
        if not vanishes:
            return call(held, "sqrt", held)
        identity = call(held, "Diag", ones(held))
        return infix("-", call(held, "sqrt", infix("+", held, identity)), identity)

    vanishes = _vanishes(given)
    return squared(given).mapped(root)


def fresh(kind: str) -> str:
    """A label that is added over."""
    return f"{kind}{next(_NUMBERS)}"


def _vanishes(given: Family) -> bool:
    """Is this 0 wherever its two indices are the same, as x_i − x_j is?"""
    shown: list[tuple[object, int]] = []
    for factors, times in given.terms:
        labels = dict.fromkeys(given.indices, "i")
        axes = [[labels.setdefault(a, f"{len(labels)}") for a in f.axes] for f in factors]
        shown.append(([(read(f.node), each) for f, each in zip(factors, axes, strict=True)], times))
    return len(given.indices) == 2 and all((each, -times) in shown for each, times in shown)


def read(node: Node) -> list[object]:
    """What is written, wherever it stands and whatever its limits are."""
    pieces = postorder(node, lambda each: each.args[: 1 if each.text in COUNTED else None])
    return [(each.kind, each.text, each.value, len(each.args))
            for each in pieces if each.text not in COUNTED]  # fmt: skip


# ---------------------------------------------------------------- products as one matrix


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
    while bound := sorted({x for f in held for x in f.axes} - {*free}, key=lambda x: int(x[1:])):
        for label in bound:
            inside = [factor for factor in held if label in factor.axes]
            rest = [factor for factor in held if label not in factor.axes]
            found = _added(inside, label, [*free, *(axis for f in rest for axis in f.axes)])
            if found is not None:
                held = [*rest, found]
                break
        else:
            why = "this sum over a product of three matrices has no matrix form"
            raise unsupported(factors[0].node, why)
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
    if not matrices:
        return None if weight is None else Factor(call(weight.node, "sum", weight.node))
    # The rows of each member come first, its index after them.
    first, *more = sorted(matrices, key=lambda each: each.other(label)[0] not in "↓→#")
    row = first.other(label)
    if more:
        first, (second,) = first if weight is None else _beside(weight, first), more
        held = infix("*", transposed(first.along(label)), second.along(label))
        return Factor(held, (row, second.other(label)))
    if weight is not None or row in needed:
        whole = first.along(row)
        sums = infix("*", whole, ones(whole) if weight is None else weight.node)
        return Factor(column(sums) if weight is None else sums, (row,))
    if len(pairs) != 2 or _CONTRACTED not in label + row:
        return Factor(call(first.node, "sum", first.node))
    a, b = (factor.along(pairs[1].axes[0]) for factor in pairs)
    is_square = pairs[0].node is pairs[1].node
    return Factor(infix("^", call(a, "normF", a), number(a, 2)) if is_square else infix(":", a, b))
