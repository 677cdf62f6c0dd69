"""Sums over indices of small arrays in NumPy: by entries or by one product of matrices.

np.einsum reads its indices and np.tensordot its axes in every call, which takes longer than to
compute so little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.python import ATOM, MUL, Written, atom
from matgrad.codegen.values import Value


def turned(array: Text, names: Sequence[Any], wanted: Sequence[Any]) -> Text:
    """An array with its axes in another order."""
    order = [names.index(name) for name in wanted]
    if order == sorted(order):
        return array
    if order == [1, 0]:
        return Text(f"{atom(array)}.T", ATOM)
    return Text(f"{atom(array)}.transpose({', '.join(map(str, order))})", ATOM)


def spread(array: Text, names: str, shown: str) -> str:
    """An array with an axis of size one for each name it lacks, but for those at the front."""
    places = [":" if name in names else "None" for name in shown]
    places = places[places.index(":") :]
    return atom(array) if "None" not in places else f"{atom(array)}[{', '.join(places)}]"


def small_einsum(program: Program, value: Value, parts: list[Text]) -> Written | None:
    """Two arrays without a diagonal of which nothing is summed, or one index; None for others."""
    given, shown = value.data.split("->")
    if given.count(",") != 1:
        return None
    words = given.split(",")
    summed = [name for name in words[0] if name not in shown]
    if any(len({*word}) < len(word) for word in words) or {*given} - {",", *shown, *summed}:
        return None
    if not summed:
        ordered = [sorted(word, key=shown.index) for word in words]
        arrays = [turned(*each) for each in zip(parts, words, ordered, strict=True)]
        codes = [spread(*each, shown) for each in zip(arrays, words, strict=True)]
        return " * ".join(codes), MUL
    is_product = len(summed) == 1 and summed[0] in words[1]
    return _product(parts, words, summed[0], shown) if is_product else None


def _product(parts: list[Text], words: list[str], summed: str, shown: str) -> Written | None:
    rest = [[name for name in word if name != summed] for word in words]
    if {*rest[0]} & {*rest[1]}:
        return None
    first = [turned(part, word, [summed, *names])
             for part, word, names in zip(parts, words, rest, strict=True)]  # fmt: skip
    done = Text(f"summed({first[0].code}, {first[1].code})", ATOM)
    return turned(done, [*rest[0], *rest[1]], shown).code, ATOM
