"""Matrices on a terminal: their rows below each other, and products of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from matgrad.render.terminal import columns, pad

WIDEST = 84  # columns of a product before it goes on below


def boxed(rows: Sequence[Sequence[str]]) -> str:
    """A matrix in brackets with its entries in columns.

    >>> print(boxed([["x", "0"], ["0", "yz"]]))
    ⎡x  0 ⎤
    ⎣0  yz⎦
    """
    widths = [max(columns(row[j]) for row in rows) for j in range(len(rows[0]))]
    lines = ["  ".join(pad(x, w) for x, w in zip(row, widths, strict=True)) for row in rows]
    if len(lines) == 1:
        return f"[{lines[0]}]"
    sides = [("⎡", "⎤"), *[("⎢", "⎥")] * (len(lines) - 2), ("⎣", "⎦")]
    return "\n".join(f"{a}{line}{b}" for (a, b), line in zip(sides, lines, strict=True))


def beside(left: str, right: str, between: str = "") -> str:
    """Two blocks of lines next to each other, their first lines on one level.

    >>> print(beside("a", boxed([["x"], ["y"]]), " "))
    a ⎡x⎤
      ⎣y⎦
    """
    width = max(map(columns, left.split("\n")))
    pairs = zip_longest(left.split("\n"), right.split("\n"), fillvalue="")
    first, *rest = [(pad(a, width), b) for a, b in pairs]
    below = [f"{a}{' ' * columns(between)}{b}".rstrip() for a, b in rest]
    return "\n".join([f"{first[0]}{between}{first[1]}", *below])


def in_line(parts: Sequence[str], between: str) -> str:
    """Blocks next to each other as far as there is room, and then below.

    Without matrices among them this is what they are joined to, however long.
    """
    if not any("\n" in part for part in parts):
        return between.join(parts)
    lines = [parts[0]]
    for part in parts[1:]:
        wider = beside(lines[-1], part, between)
        if max(map(columns, wider.split("\n"))) <= WIDEST:
            lines[-1] = wider
        else:
            lines.append(beside(between.lstrip(), part))
    return "\n".join(lines)
