"""Names for parts of an answer: letters that people would choose and that nothing else has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count

from matgrad.core.shape import Shape

# Letters in a pleasant order. Not used: d (differentials), e, i, j, l, o, I, O, T (marks of their
# own or hard to tell apart), D and E (operators in many texts), n, m, k, N (sizes).
LETTERS = {
    "scalar": ("t", "q", "s", "p", "c", "g", "h", "r", "u", "v", "w", "y", "z", "a", "b"),
    "vector": tuple("abcuvwyzrstpqgh"),
    "matrix": tuple("MPQRSUVYZGHCKLABFJWX"),
}
NUMBERED = {"scalar": "s", "vector": "t", "matrix": "M"}
RESERVED = frozenset({"d", "e", "i", "j", "I", "pi", "T"})


def kind_of(shape: Shape) -> str:
    """Is it named like a scalar, a vector or a matrix?"""
    return "scalar" if shape.is_scalar else "vector" if shape.is_vector else "matrix"


class Names:
    """The names in use, and new ones that differ from all of them.

    A name is also free of its differential: if dx is in use, x is not given away.

    >>> from matgrad.core.shape import shape_of
    >>> names = Names({"a", "x"})
    >>> names.fresh(shape_of("n")), names.fresh(shape_of("n")), names.fresh(shape_of("m", "n"))
    ('b', 'c', 'M')
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)
        # Names are never given back, so each kind goes through its candidates once.
        self._candidates = {kind: self._all(kind) for kind in LETTERS}

    def fresh(self, shape: Shape, preferred: Iterable[str] = ()) -> str:
        """A name that is not in use, one of the preferred ones if possible; now it is in use."""
        for name in chain(preferred, self._candidates[kind_of(shape)]):
            if self.is_free(name):
                self.taken.add(name)
                return name
        raise AssertionError("numbered names do not end")

    def is_free(self, name: str) -> bool:
        """Can this name be given away?"""
        is_differential = name[:1] == "d" and name[1:] in self.taken
        return not (name in self.taken or f"d{name}" in self.taken or is_differential) and (
            name not in RESERVED
        )

    @staticmethod
    def _all(kind: str) -> Iterator[str]:
        return chain(LETTERS[kind], (f"{NUMBERED[kind]}{number}" for number in count(1)))


def fresh_name(shape: Shape, taken: Iterable[str], preferred: Iterable[str] = ()) -> str:
    """A name for something of this shape that clashes with none of the taken ones."""
    return Names(taken).fresh(shape, preferred)
