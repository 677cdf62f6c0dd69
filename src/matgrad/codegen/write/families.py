"""Families of matrices as arrays with more axes: products of them, and their axes in order.

What can be written as a product of matrices is, with what is alike for both in front: there BLAS
and GPUs are fast. The rest is a sum over indices, by the library's own function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value, nominal
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ATOM, MATMUL, MUL, Writer, Written, atom, wrap
from matgrad.codegen.write.writers import spread
from matgrad.errors import UnsupportedError

_MANY = 4  # times as many entries as in what is multiplied may be added up afterwards


@dataclass(frozen=True)
class Library:
    """How a library of arrays writes what they have their own names for.

    Where sums over indices are `slow`, matrices are multiplied though more is added up afterwards.
    """

    permuted: str
    summed: str
    axes: str
    tensordot: str
    inner: str
    einsum: str = ""
    slow: bool = False
    columns: str = ""  # the sum over all axes but the last of two arrays, where that is faster

    def turned(self, array: Text, order: Sequence[int]) -> Text:
        """An array with its axes in another order."""
        count, axes = len(order), [*range(len(order))]
        if [*order] == axes:
            return array
        if [*order] == [*axes[:-2], count - 1, count - 2]:
            return Text(f"{atom(array)}.{'T' if count == 2 else 'mT'}", ATOM)
        shown = ", ".join(map(str, order))
        return Text(self.permuted.format(array=atom(array), order=shown), ATOM)

    def added(self, array: Text, axes: Sequence[int], whole: bool = False) -> Text:
        """The sums over some axes, or of the whole array."""
        shown = "" if whole else self.axes.format(axes[0] if len(axes) == 1 else tuple(axes))
        return Text(f"{self.summed}({array.code}{shown})", ATOM)

    def sorted(self, array: Text, word: str, wanted: str) -> str:
        """An array with its axes in the order wanted, and axes of one where it has none there."""
        own = [letter for letter in wanted if letter in word]
        if not own:
            return wrap(array)
        return spread(self.turned(array, [*map(word.index, own)]), "".join(own), wanted)


_NAMED = "{array}.transpose({order})"
LIBRARIES = {
    "numpy": Library(
        _NAMED,
        "np.sum",
        ", axis={}",
        "np.tensordot({one}, {other}, ({axes}))",
        "np.vdot({one}, {other})",
        "np.einsum({data}, {codes})",
        slow=True,
    ),
    "jax": Library(
        _NAMED,
        "jnp.sum",
        ", axis={}",
        "jnp.tensordot({one}, {other}, ({axes}))",
        "jnp.vdot({one}, {other})",
        "jnp.einsum({data}, {codes})",
    ),
    "torch": Library(
        "{array}.permute({order})",
        "torch.sum",
        ", {}",
        "torch.tensordot({one}, {other}, ({axes}))",
        "torch.sum({one} * {other})",
        "torch.einsum({data}, {codes})",
    ),
    "array_api": Library(
        "xp.permute_dims({array}, ({order}))",
        "xp.sum",
        ", axis={}",
        "xp.tensordot({one}, {other}, axes=({axes}))",
        "xp.sum({one} * {other})",
    ),
}


# NumPy where arrays are small: its tensordot reads its axes in every call.
SMALL = replace(LIBRARIES["numpy"], columns="summed_columns({one}, {other})")


def aligned(library: Library) -> Writer:
    """An array with its axes in another order, and with axes of one where it has none."""

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        array = library.turned(parts[0], [place for place in value.data if place is not None])
        if None not in value.data:
            return array.code, array.binds
        places = ["None" if place is None else ":" for place in value.data]
        while library.einsum and places[-1] == ":":  # the array API mentions every axis
            places.pop()
        return f"{atom(array)}[{', '.join(places)}]", ATOM

    return write


def contraction(library: Library) -> Writer:
    """A sum over indices of one array, or of the products of two."""

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        given, shown = value.data.split("->")
        words = given.split(",")
        if any(len({*word}) < len(word) for word in words):
            return _by_indices(library, value, parts)
        if len(words) == 1:
            return _alone(library, parts[0], words[0], shown)
        pair = _Pair(library, parts, words, shown)
        sizes = {
            letter: nominal(size, program.options.sizes)
            for word, arg in zip(words, value.args, strict=True)
            for letter, size in zip(word, arg.axes, strict=True)
        }
        return pair.written(sizes) or _by_indices(library, value, parts)

    return write


def _alone(library: Library, array: Text, word: str, shown: str) -> Written:
    gone = [i for i, letter in enumerate(word) if letter not in shown]
    left = [letter for letter in word if letter in shown]
    done = library.added(array, gone, whole=not left) if gone else array
    done = library.turned(done, [left.index(letter) for letter in shown])
    return done.code, done.binds


def _by_indices(library: Library, value: Value, parts: list[Text]) -> Written:
    codes = ", ".join(part.code for part in parts)
    if library.einsum:
        return library.einsum.format(data=repr(value.data), codes=codes), ATOM
    given, shown = value.data.split("->")
    words = given.split(",")
    if any(len({*word}) < len(word) for word in words):
        raise UnsupportedError("a diagonal of a family has no code for the array API")
    every = shown + "".join(dict.fromkeys(i for i in given if i.isalpha() and i not in shown))
    pairs = zip(parts, words, strict=True)
    both = " * ".join(library.sorted(part, word, every) for part, word in pairs)
    gone = [*range(len(shown), len(every))]
    return library.added(Text(both, MUL), gone, whole=not shown).code, ATOM


class _Pair:
    """Two arrays whose products are added up over some indices."""

    def __init__(
        self, library: Library, parts: Sequence[Text], words: Sequence[str], shown: str
    ) -> None:
        self.library, self.shown = library, shown
        self.parts, self.words = parts, words
        one, other = words
        self.summed = [letter for letter in one if letter in other and letter not in shown]
        self.shared = [letter for letter in one if letter in other and letter in shown]

    def written(self, sizes: dict[str, int]) -> Written | None:
        """The product by entries, of matrices, or of matrices for each of what both have."""
        if not self.summed:
            pairs = zip(self.parts, self.words, strict=True)
            codes = [self.library.sorted(part, word, self.shown) for part, word in pairs]
            return " * ".join(codes), MUL
        if not self.shown:
            one, other = self.words
            turned = self.library.turned(self.parts[1], [other.index(letter) for letter in one])
            return self.library.inner.format(one=self._shown(0), other=atom(turned)), ATOM
        if not self.shared:
            return self._product() or self._tensordot()
        return self._stacked(sizes)

    def _shown(self, place: int) -> str:
        return atom(self.parts[place])

    def _product(self) -> Written | None:
        """One product with `@`, if the arrays have their axes in that order or are matrices."""
        (letter, *more) = self.summed
        found: list[str] = []
        for i in (0, 1):
            left, right = self.parts[i], self.parts[1 - i]
            one, other = self.words[i], self.words[1 - i]
            rest = "".join(word.replace(letter, "") for word in (one, other))
            is_matrix = one[-1] == letter or len(one) == 2
            if not more and rest == self.shown and len(other) <= 2 and is_matrix:
                left = left if one[-1] == letter else self.library.turned(left, [1, 0])
                right = right if other[0] == letter else self.library.turned(right, [1, 0])
                found.append(f"{wrap(left, MATMUL)} @ {wrap(right)}")
        return (min(found, key=len), MATMUL) if found else None

    def _tensordot(self) -> Written:
        summed = "".join(self.summed)
        rest = [word.removeprefix(summed) for word in self.words]
        if self.library.columns and self.shown in (rest[0] + rest[1], rest[1] + rest[0]):
            pairs = [*zip(self.parts, rest, strict=True)]
            (one, _), (other, _) = pairs if self.shown == rest[0] + rest[1] else pairs[::-1]
            if all(len(letters) == 1 for letters in rest):
                return self.library.columns.format(one=one.code, other=other.code), ATOM
        axes = ", ".join(str([word.index(i) for i in self.summed]) for word in self.words)
        codes = [part.code for part in self.parts]
        code = self.library.tensordot.format(one=codes[0], other=codes[1], axes=axes)
        order = [i for word in self.words for i in word if i not in self.summed]
        done = self.library.turned(Text(code, ATOM), [order.index(i) for i in self.shown])
        return done.code, done.binds

    def _stacked(self, sizes: dict[str, int]) -> Written | None:
        """Products of matrices, with all other indices in front of rows and columns."""
        only = [{*word} - {*other} for word, other in (self.words, self.words[::-1])]
        own = [[letter for letter in self.shown if letter in letters] for letters in only]
        if not all(own):
            return None
        first = 0 if self.shown.index(own[0][-1]) < self.shown.index(own[1][-1]) else 1
        row, column = own[first][-1], own[1 - first][-1]
        *more, letter = self.summed
        result = prod(sizes[i] for i in self.shown)
        given = sum(prod(sizes[i] for i in word) for word in self.words)
        if more and not (
            self.library.slow and prod(sizes[i] for i in more) * result <= _MANY * given
        ):
            return None
        front = "".join(more) + "".join(i for i in self.shown if i not in (row, column))
        left = self.library.sorted(self.parts[first], self.words[first], f"{front}{row}{letter}")
        right = self.library.sorted(
            self.parts[1 - first], self.words[1 - first], f"{front}{letter}{column}"
        )
        done = Text(f"{left} @ {right}", MATMUL)
        if more:
            done = self.library.added(done, [*range(len(more))])
        order = [i for i in front if i in self.shown] + [row, column]
        done = self.library.turned(done, [order.index(i) for i in self.shown])
        return done.code, done.binds
