"""Sums over indices, as einsum has them: products of matrices where two letters are their sides.

Each letter is an axis. Two letters of an array may be rows and columns of a matrix, and then what
shares one of them is multiplied by it; all other letters are indices. So attention scores
`bhqd,bhkd->bhqk` of Q and K with two indices are Q_bh K_bhᵀ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from matgrad.core.dims import Dim
from matgrad.core.expr import Axis, Expr, Symbol
from matgrad.errors import ParseError, ShapeError
from matgrad.ops.families import renamed, split, sum_over
from matgrad.ops.leaves import ones
from matgrad.ops.linear import frobenius, hadamard, matmul, scale, transpose
from matgrad.ops.structure import total

T = TypeVar("T")


@dataclass(frozen=True)
class Algebra(Generic[T]):
    """What is done to matrices with indices: expressions, or formulas as they are written."""

    turned: Callable[[T], T]
    split: Callable[[T, str], T]  # the columns, counted by an index
    over: Callable[[T, str], T]  # the sum over an index
    rows: Callable[[T, str], T]  # the sum of all columns, so many as this letter counts
    total: Callable[[T], T]
    inner: Callable[[T, T], T]
    times: Callable[[T, T], T]
    entrywise: Callable[[T, T], T]
    scaled: Callable[[T, T], T]


@dataclass(frozen=True)
class Factor(Generic[T]):
    """A matrix, what its rows and columns are counted by ("" of one), and its indices."""

    node: T
    rows: str = ""
    cols: str = ""
    indices: frozenset[str] = frozenset()

    @property
    def sides(self) -> set[str]:
        """The letters of rows and columns."""
        return {self.rows, self.cols} - {""}

    @property
    def letters(self) -> set[str]:
        """All letters it changes with."""
        return self.sides | self.indices


def subscripts_of(text: str, count: int) -> tuple[list[str], str]:
    """The letters of each array and those that are left; all that occur once without an arrow."""
    given, arrow, shown = text.replace(" ", "").partition("->")
    if not arrow:  # in the order of the alphabet
        times = Counter(given.replace(",", ""))
        shown = "".join(sorted(letter for letter, n in times.items() if n == 1))
    words = given.split(",")
    if len(words) != count or not f"x{shown}{given}".replace(",", "").isalpha():
        raise ParseError(f"{text!r} does not say the axes of {count} arrays")
    if len({*shown}) < len(shown) or not {*shown} <= {*given}:
        raise ParseError(f"{text!r} shows a letter twice, or one that no array has")
    return words, shown


def einsum(subscripts: str, *arrays: Expr) -> Expr:
    """The sum over all letters that are not shown behind the arrow.

    The last letters shown are rows and columns of the result where they are sides of a matrix; the
    others are its indices.

    >>> from matgrad.ops import symbol
    >>> str(einsum("ij,kj->ik", symbol("A", "m", "n"), symbol("B", "p", "n")))
    "A*B'"
    """
    words, shown = subscripts_of(subscripts, len(arrays))
    sizes: dict[str, Dim] = {}
    factors = [_factor(*pair, sizes) for pair in zip(words, arrays, strict=True)]
    return summed(factors, shown, _expressions(sizes)).node


# ---------------------------------------------------------------- expressions


def _expressions(sizes: dict[str, Dim]) -> Algebra[Expr]:
    """The algebra of expressions, in which letters have sizes."""
    return Algebra(
        turned=transpose,
        split=lambda X, letter: split(X, Axis(letter, sizes[letter])),
        over=lambda X, letter: sum_over(Axis(letter, sizes[letter]), X),
        rows=lambda X, letter: X @ ones(sizes[letter]),
        total=total,
        inner=frobenius,
        times=matmul,
        entrywise=hadamard,
        scaled=scale,
    )


def _factor(word: str, X: Expr, sizes: dict[str, Dim]) -> Factor[Expr]:
    """An array, of which the axes that count members come first."""
    axes = X.data.axes if isinstance(X.data, Symbol) else X.axes
    own = [] if X.is_scalar else [X.shape.rows * X.shape.cols] if X.shape.is_vector else [*X.shape]
    lengths = [*(axis.size for axis in axes), *own]
    if len(word) != len(lengths):
        raise ShapeError(f"{word} names {len(word)} axes of an array that has {len(lengths)}")
    for letter, size in zip(word, lengths, strict=True):
        if sizes.setdefault(letter, size) != size:
            raise ShapeError(f"{letter} is {sizes[letter]} and {size}").between(sizes[letter], size)
    found = renamed(X, {axis.name: letter for axis, letter in zip(axes, word, strict=False)})
    indices = frozenset(word[: len(axes)])
    if X.is_scalar:
        return Factor(found, indices=indices)
    if X.shape.is_vector:
        whole = Factor(found if X.shape.is_column else found.T, word[-1], "", indices)
    else:
        whole = Factor(found, word[-2], word[-1], indices)
    if len({*word}) == len(word):
        return whole
    # A letter that stands twice takes the diagonal: then all are indices.
    node = split(whole.node, Axis(whole.cols, sizes[whole.cols])) if whole.cols else whole.node
    return Factor(split(node.T, Axis(whole.rows, sizes[whole.rows])), indices=frozenset(word))


# ---------------------------------------------------------------- sums over letters


def summed(factors: Sequence[Factor[T]], shown: str, algebra: Algebra[T]) -> Factor[T]:
    """The product of all, added up over what is not shown, as soon as nobody else needs it."""
    work, left = _Sums(algebra), [*factors]
    while True:
        times = Counter(letter for factor in left for letter in factor.letters)
        for place, factor in enumerate(left):
            for letter in sorted(x for x in factor.letters if times[x] == 1 and x not in shown):
                left[place] = work.without(left[place], letter)
        if len(left) == 1:
            return work.ordered(left[0], shown)
        first, second, *rest = left
        needed = {*shown}.union(*(factor.letters for factor in rest))
        left = [work.product(first, second, needed), *rest]


@dataclass(frozen=True)
class _Sums(Generic[T]):
    """Products and sums of factors in one algebra."""

    algebra: Algebra[T]

    def turned(self, X: Factor[T]) -> Factor[T]:
        """The transpose."""
        return Factor(self.algebra.turned(X.node), X.cols, X.rows, X.indices)

    def ending(self, X: Factor[T], letter: str) -> Factor[T]:
        """With this letter counting columns."""
        return X if X.cols == letter else self.turned(X)

    def indexed(self, X: Factor[T], letter: str) -> Factor[T]:
        """With this letter as an index, if it counts rows or columns."""
        if letter not in X.sides:
            return X
        whole = self.ending(X, letter)
        node = self.algebra.split(whole.node, letter)
        return Factor(node, whole.rows, "", X.indices | {letter})

    def without(self, X: Factor[T], letter: str) -> Factor[T]:
        """Added up over a letter."""
        if letter in X.indices:
            return replace(X, node=self.algebra.over(X.node, letter), indices=X.indices - {letter})
        whole = self.ending(X, letter)
        if not whole.rows:
            return Factor(self.algebra.total(whole.node), indices=X.indices)
        return Factor(self.algebra.rows(whole.node, letter), whole.rows, "", X.indices)

    def ordered(self, X: Factor[T], shown: str) -> Factor[T]:
        """With the last letters shown for rows and columns, and the others as indices."""
        count = sum(letter in X.sides for letter in shown[-2:])
        for letter in sorted(X.sides - {*shown[len(shown) - count :]}):
            X = self.indexed(X, letter)
        is_turned = X.rows != shown[-2:-1] if X.rows and X.cols else bool(X.cols)
        return self.turned(X) if is_turned else X

    def product(self, one: Factor[T], other: Factor[T], needed: set[str]) -> Factor[T]:
        """Two factors as one, added up over sides that both have and nobody else needs."""
        of, mixed = self.algebra, (one.sides & other.letters) ^ (other.sides & one.letters)
        for letter in sorted(mixed):  # a side of one of them is an index of the other
            one, other = self.indexed(one, letter), self.indexed(other, letter)
        meeting, indices = one.sides & other.sides, one.indices | other.indices
        if not meeting & needed and len(meeting) == 2:
            other = other if other.rows == one.rows else self.turned(other)
            return Factor(of.inner(one.node, other.node), indices=indices)
        if not meeting & needed and len(meeting) == 1:
            (letter,) = meeting
            left, right = self.ending(one, letter), self.turned(self.ending(other, letter))
            return Factor(of.times(left.node, right.node), left.rows, right.cols, indices)
        if meeting and one.sides == other.sides:
            other = other if other.rows == one.rows else self.turned(other)
            return replace(one, node=of.entrywise(one.node, other.node), indices=indices)
        for letter in sorted(meeting):
            one, other = self.indexed(one, letter), self.indexed(other, letter)
        while len(one.sides) + len(other.sides) > 2:
            letter = min(other.sides or one.sides)
            one, other = self.indexed(one, letter), self.indexed(other, letter)
        indices = one.indices | other.indices
        if one.sides and other.sides:
            (u,), (v,) = one.sides, other.sides
            left, right = self.turned(self.ending(one, u)), self.ending(other, v)
            return Factor(of.times(left.node, right.node), u, v, indices)
        whole, number = (one, other) if one.sides else (other, one)
        return replace(whole, node=of.scaled(number.node, whole.node), indices=indices)
