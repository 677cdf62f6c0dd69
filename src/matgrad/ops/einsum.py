"""Sums over indices, as einsum has them: products of matrices where two letters are their sides.

Each letter is an axis. Two letters of an array may be rows and columns of a matrix, and then what
shares one of them is multiplied by it; all other letters count members. So attention scores
`bhqd,bhkd->bhqk` of Q and K with two indices are Q_bh K_bhᵀ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from matgrad.core.dims import Dim
from matgrad.core.expr import Axis, Expr, Symbol
from matgrad.errors import ParseError, ShapeError
from matgrad.ops.families import renamed, split, sum_over
from matgrad.ops.leaves import ones
from matgrad.ops.linear import frobenius, hadamard, matmul, scale
from matgrad.ops.structure import total


class _Factor(NamedTuple):
    """A matrix, and what its rows and columns are counted by: "" of one."""

    node: Expr
    rows: str = ""
    cols: str = ""

    @property
    def sides(self) -> set[str]:
        """The letters of rows and columns."""
        return {self.rows, self.cols} - {""}

    @property
    def letters(self) -> set[str]:
        """All letters it changes with."""
        return self.sides | {axis.name for axis in self.node.axes}

    @property
    def turned(self) -> _Factor:
        """The transpose."""
        return _Factor(self.node.T, self.cols, self.rows)

    def ending(self, letter: str) -> _Factor:
        """With this letter counting columns."""
        return self if self.cols == letter else self.turned

    def indexed(self, letter: str, size: Dim) -> _Factor:
        """With this letter as an index, which counts columns."""
        if letter not in self.sides:
            return self
        whole = self.ending(letter)
        return _Factor(split(whole.node, Axis(letter, size)), whole.rows)

    def without(self, letter: str, size: Dim) -> _Factor:
        """Added up over a letter."""
        if letter not in self.sides:
            return self._replace(node=sum_over(Axis(letter, size), self.node))
        whole = self.ending(letter)
        if not whole.rows:
            return _Factor(total(whole.node))
        return _Factor(whole.node @ ones(size), whole.rows)


def einsum(subscripts: str, *arrays: Expr) -> Expr:
    """The sum over all letters that are not shown behind the arrow.

    The last letters shown are rows and columns of the result where they are sides of a matrix; the
    others are its indices.

    >>> from matgrad.ops import symbol
    >>> str(einsum("ij,kj->ik", symbol("A", "m", "n"), symbol("B", "p", "n")))
    "A*B'"
    """
    given, arrow, shown = subscripts.replace(" ", "").partition("->")
    words = given.split(",")
    if not arrow:  # letters that occur once, in the order of the alphabet
        counts = Counter(given.replace(",", ""))
        shown = "".join(sorted(letter for letter, count in counts.items() if count == 1))
    if len(words) != len(arrays) or not f"x{shown}{given}".replace(",", "").isalpha():
        raise ParseError(f"{subscripts!r} does not say the axes of {len(arrays)} arrays")
    if len({*shown}) < len(shown) or not {*shown} <= {*given}:
        raise ParseError(f"{subscripts!r} shows a letter twice, or one that no array has")
    sizes: dict[str, Dim] = {}
    factors = [_factor(*pair, sizes) for pair in zip(words, arrays, strict=True)]
    done = _summed(factors, shown, sizes)
    sides = sum(letter in done.sides for letter in shown[-2:])
    for letter in done.sides - {*shown[len(shown) - sides :]}:
        done = done.indexed(letter, sizes[letter])
    is_turned = done.rows != shown[-2:-1] if done.rows and done.cols else bool(done.cols)
    return done.turned.node if is_turned else done.node


def _factor(word: str, X: Expr, sizes: dict[str, Dim]) -> _Factor:
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
    if X.is_scalar:
        return _Factor(found)
    if X.shape.is_vector:
        whole = _Factor(found if X.shape.is_column else found.T, word[-1])
    else:
        whole = _Factor(found, word[-2], word[-1])
    return _all_indexed(whole, sizes) if len({*word}) < len(word) else whole


def _all_indexed(factor: _Factor, sizes: dict[str, Dim]) -> _Factor:
    """With all letters as indices; one that is rows and columns too takes the diagonal."""
    node = factor.node
    if factor.cols:
        node = split(node, Axis(factor.cols, sizes[factor.cols]))
    if factor.rows:
        node = split(node.T, Axis(factor.rows, sizes[factor.rows]))
    return _Factor(node)


def _summed(factors: Sequence[_Factor], shown: str, sizes: dict[str, Dim]) -> _Factor:
    """One factor: neighbours are multiplied, and added up as soon as nobody else needs it."""
    left = [*factors]
    while True:
        times = Counter(letter for factor in left for letter in factor.letters)
        for place, factor in enumerate(left):
            alone = [x for x in sorted(factor.letters) if times[x] == 1 and x not in shown]
            for letter in alone:
                left[place] = left[place].without(letter, sizes[letter])
        if len(left) == 1:
            return left[0]
        first, second, *rest = left
        needed = {*shown}.union(*(factor.letters for factor in rest))
        left = [_product(first, second, needed, sizes), *rest]


def _product(one: _Factor, other: _Factor, needed: set[str], sizes: dict[str, Dim]) -> _Factor:
    """Two factors as one, added up over sides that both have and nobody else needs."""
    mixed = (one.sides & other.letters) ^ (other.sides & one.letters)  # a side of one of them only
    for letter in sorted(mixed):
        one, other = (each.indexed(letter, sizes[letter]) for each in (one, other))
    meeting = one.sides & other.sides
    if not meeting & needed and len(meeting) == 2:
        other = other if other.rows == one.rows else other.turned
        return _Factor(frobenius(one.node, other.node))
    if not meeting & needed and len(meeting) == 1:
        (letter,) = meeting
        one, other = one.ending(letter), other.ending(letter).turned
        return _Factor(matmul(one.node, other.node), one.rows, other.cols)
    if meeting and one.sides == other.sides:
        other = other if other.rows == one.rows else other.turned
        return one._replace(node=hadamard(one.node, other.node))
    for letter in sorted(meeting):
        one, other = (each.indexed(letter, sizes[letter]) for each in (one, other))
    while len(one.sides) + len(other.sides) > 2:
        letter = min(other.sides or one.sides)
        one, other = (each.indexed(letter, sizes[letter]) for each in (one, other))
    if one.sides and other.sides:
        (u,), (v,) = one.sides, other.sides
        return _Factor(matmul(one.ending(u).turned.node, other.ending(v).node), u, v)
    whole, number = (one, other) if one.sides else (other, one)
    return whole._replace(node=scale(number.node, whole.node))
