"""Unknown sizes and the equations between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from itertools import count as counted

from matgrad.core.dims import ONE, Dim, dim, solve
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError
from matgrad.syntax.tree import Node

# The letters people use for sizes, in the order they use them.
PLEASANT = "m n k p q r l h s t u v w".split()
_MARK = "?"


class Misfit(Exception):
    """The shapes of a reading do not fit: the error a user would see, and the pieces at fault."""

    def __init__(self, error: MatgradError, *nodes: Node) -> None:
        super().__init__(error.message)
        self.error = error
        self.nodes = nodes


class Sizes:
    """Unknown sizes, solved one equation at a time.

    Sizes the user named stay as they are, except the `flexible` ones, which only occur inside the
    formula (as n does in I(n)) and may turn out to be another size.
    """

    def __init__(self, flexible: Collection[str] = (), taken: Collection[str] = ()) -> None:
        self.flexible = frozenset(flexible)
        self.taken = frozenset(taken)
        self.solution: dict[str, Dim] = {}
        self.count = 0
        self.order: list[Dim] = []  # unknown sizes in the order in which they should be named

    def fresh(self) -> Dim:
        """A size that is not known yet."""
        self.count += 1
        return dim(f"{_MARK}{self.count}")

    def resolve(self, size: Dim) -> Dim:
        """The size with everything filled in that is known by now."""
        known = self.solution
        if not known or known.keys().isdisjoint(
            size.names
        ):  # the other way round it would read all of `known`
            return size
        way: list[str] = []
        while step := [name for name in size.names if name in known]:
            way += step if size in map(dim, step) else []
            size = size.substitute({name: known[name] for name in step})
        for name in way:
            known[name] = size  # shorten the way for the next question
        return size

    def shape(self, shape: Shape) -> Shape:
        """The shape with everything filled in that is known by now."""
        if not self.solution:  # as where all shapes are declared
            return shape
        return Shape(self.resolve(shape.rows), self.resolve(shape.cols))

    def equate(self, left: Dim, right: Dim) -> bool:
        """Make two sizes equal; False if they cannot be."""
        a, b = self.resolve(left), self.resolve(right)
        if a == b:
            return True
        if (roots := _roots(a, b)) is not None:
            return self.equate(*roots)
        if _is_least(a, b) or _is_least(b, a):  # as p + q = 2, since no size is less than one
            return all(self.equate(dim(name), ONE) for name in a.names | b.names)
        names = a.names | b.names
        unknown = sorted(n for n in names if n.startswith(_MARK))
        unknown += sorted(names & self.flexible)
        found = _at_once(a, b, unknown) or solve(a, b, unknown)
        if found is None or (found[1].value is not None and found[1].value < 1):
            return False
        self.solution[found[0]] = found[1]
        return True

    def equate_shapes(self, left: Shape, right: Shape) -> bool:
        """Make two shapes equal; False if they cannot be."""
        return self.equate(left.rows, right.rows) and self.equate(left.cols, right.cols)

    def is_scalar(self, shape: Shape) -> bool:
        """Is this known to be 1×1?"""
        return self.resolve(shape.rows) == ONE and self.resolve(shape.cols) == ONE

    # ------------------------------------------------------------ names for what stays unknown

    def names(self) -> dict[str, Dim]:
        """Pleasant names for the sizes that stay unknown, in the order the symbols appear."""
        every = (name for size in self.order for name in sorted(self.resolve(size).names))
        free = [*dict.fromkeys(name for name in every if name.startswith(_MARK))]
        letters = self._letters(len(free))
        return {name: dim(letter) for name, letter in zip(free, letters, strict=True)}

    def _letters(self, count: int) -> list[str]:
        order: Sequence[str] = PLEASANT if count > 1 else ["n", *PLEASANT]
        every = chain(order, (f"n{number}" for number in counted(1)))
        return [*islice((letter for letter in every if letter not in self.taken), count)]

    def named(self, shapes: Iterable[Shape]) -> list[Shape]:
        """Shapes as they are shown to people."""
        known, names = [self.shape(shape) for shape in shapes], self.names()
        sides = (name for shape in known for side in shape for name in sorted(side.names))
        new = [name for name in dict.fromkeys(sides) if _is_made_up(name) and name not in names]
        letters = self._letters(len(names) + len(new))[len(names) :] if new else []
        names |= zip(new, map(dim, letters), strict=True)
        return [Shape(rows.substitute(names), cols.substitute(names)) for rows, cols in known]


def _roots(a: Dim, b: Dim) -> tuple[Dim, Dim] | None:
    """m and n where the sizes are m·m and n·n: equal squares have equal sides."""
    pairs = [(*size.terms,) for size in (a, b)]
    if any(len(terms) != 1 or terms[0][1] != 1 for terms in pairs):
        return None
    (one, _), (other, _) = pairs[0][0], pairs[1][0]
    if len(one) != len(other) or len(one) < 2 or len({*one}) > 1 or len({*other}) > 1:
        return None
    return dim(one[0]), dim(other[0])


def _is_least(known: Dim, total: Dim) -> bool:
    """Is a number the least that a sum of several unknowns may be?"""
    if known.value is None or len(total.terms) < 2 or not all(map(_is_made_up, total.names)):
        return False
    factors = [factor for _, factor in total.terms]
    return sum(factors) == known.value and min(factors) > 0


def _is_made_up(name: str) -> bool:
    return name.startswith(_MARK)


def _at_once(a: Dim, b: Dim, unknown: Sequence[str]) -> tuple[str, Dim] | None:
    """The solution where the first unknown stands alone on one side, as it mostly does."""
    if unknown:
        first = dim(unknown[0])
        if a is first and unknown[0] not in b.names:
            return unknown[0], b
        if b is first and unknown[0] not in a.names:
            return unknown[0], a
    return None


def is_unknown(size: Dim) -> bool:
    """Does a size that nobody named occur in this one?"""
    return any(map(_is_made_up, size.names))
