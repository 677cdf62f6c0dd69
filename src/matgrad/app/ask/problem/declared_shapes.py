"""Shapes that a text declares, in words, and what became of those that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.formulas.reading import Declared
from matgrad.errors import AmbiguousError


def in_numbers(within: str) -> bool:
    """Are all sizes of a set numbers, as in R^{2×3}?"""
    _, sign, sizes = within.partition("^")
    return bool(sign) and re.fullmatch(r"[\d\s{}]+(?:\\times[\d\s{}]+)?", sizes) is not None


def ambiguous(twice: Sequence[Declared]) -> AmbiguousError:
    """The question which of two declarations is meant."""
    name = twice[0].name
    shapes = " and as ".join(shown(d.within) for d in twice if d.name == name)
    return AmbiguousError(
        f"{name} is declared twice, as {shapes}, and more than one of them fits",
        hint=f"leave one declaration of {name} out",
    )


def told(twice: Sequence[Declared], way: Sequence[str | None]) -> Iterator[str]:
    """What became of each name that is declared twice."""
    pairs = list(zip(twice, way, strict=True))
    for name in dict.fromkeys(d.name for d in twice):
        mine = [(shown(d.within), to) for d, to in pairs if d.name == name]
        kept = next(shape for shape, to in mine if to == name)
        shapes = " and as ".join(shape for shape, _ in mine)
        yield f"{name} is declared twice, as {shapes}; only {kept} fits where {name} stands"
        for shape, to in mine:
            if to is None:
                yield f"the declaration of {name} as {shape} fits nothing and is left out"
            elif to != name:
                yield f"{shape} is read as the shape of {to}, which is not declared otherwise"


def shown(within: str) -> str:
    """A set as a shape in plain characters: ℓ×m, or d for a vector."""
    found = within.replace(r"\mathbb", "").replace(r"\times", "×").replace(r"\ell", "ℓ")
    found = found.replace(" ", "").replace("{", "").replace("}", "")
    return found.removeprefix("R").removeprefix("^") or "a number"
