"""Pairs of formulas, half of them equal, and what programs say of them.

`pairs.toml` has families of formulas of matrix calculus as people and language models write them.
The first right formula of a family makes a pair with each of the others, which are equal; each
wrong one makes a pair with a right one, which differ by a slip that is named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAIRS = Path(__file__).parent / "pairs.toml"


@dataclass(frozen=True)
class Pair:
    """Two formulas, what is declared of their letters, and whether they are equal."""

    family: str
    a: str
    b: str
    is_equal: bool
    slip: str
    shapes: dict[str, tuple[str, ...]]
    assume: dict[str, tuple[str, ...]]


def pairs() -> Iterator[Pair]:
    """All pairs, always in the same order."""
    for each in tomllib.loads(PAIRS.read_text(encoding="utf-8"))["family"]:
        right: list[str] = each["right"]
        shapes = {name: tuple(text.split()) for name, text in each.get("shapes", {}).items()}
        assume = {name: tuple(text.split()) for name, text in each.get("assume", {}).items()}
        for formula in right[1:]:
            yield Pair(each["name"], right[0], formula, True, "", shapes, assume)
        for number, (formula, slip) in enumerate(each["wrong"]):
            beside = right[number % len(right)]
            yield Pair(each["name"], beside, formula, False, slip, shapes, assume)
