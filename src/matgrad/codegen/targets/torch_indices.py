"""PyTorch: sums over indices, as products of entries or of matrices where they are that."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.numpy_sums import spread
from matgrad.codegen.targets.python import ATOM, MUL, Written, atom
from matgrad.codegen.values import Value


def einsum(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum over indices; where nothing is summed a product of entries, which is faster."""
    given, shown = value.data.split("->")
    words = given.split(",")
    if any(len({*word}) < len(word) or not {*word} <= {*shown} for word in words):
        return f"torch.einsum({value.data!r}, {', '.join(part.code for part in parts)})", ATOM
    pairs = zip(words, parts, strict=True)
    return " * ".join(spread(*_turned(word, part, shown), shown) for word, part in pairs), MUL


def _turned(word: str, array: Text, shown: str) -> tuple[Text, str]:
    """An array with its axes in the order of the result."""
    order = sorted(word, key=shown.index)
    return _permuted(array, [word.index(letter) for letter in order]), "".join(order)


def _permuted(array: Text, axes: Sequence[int]) -> Text:
    if [*axes] == sorted(axes):
        return array
    return Text(f"{atom(array)}.permute({', '.join(map(str, axes))})", ATOM)


def pair_sums(program: Program, value: Value, parts: list[Text]) -> Written:
    """The sum of X[e, a] X[e, c] M[e, …], with the axes of M and of the result in their places."""
    X, M = parts
    at, there = value.data
    given = f"pair_sums({X.code}, {_permuted(M, at).code})"
    return _permuted(Text(given, ATOM), there).code, ATOM
