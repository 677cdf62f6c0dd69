"""Strings as nested tuples until the end: joining at every node copies a deep expression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matgrad.core.notation import ATOM

Rope = str | tuple["Rope", ...]


def flatten(rope: Rope) -> str:
    """The string that a rope stands for."""
    parts: list[str] = []
    stack: list[Rope] = [rope]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            parts.append(top)
        else:
            stack.extend(top[::-1])
    return "".join(parts)


def between(separator: str, ropes: Sequence[Rope]) -> Rope:
    """The ropes with a separator between them."""
    return tuple(part for rope in ropes for part in (separator, rope))[1:]


@dataclass(slots=True)  # not frozen: so many are made that it would be felt
class Piece:
    """A spelled expression, without its sign if it is negative."""

    body: Rope
    binds: int = ATOM
    negative: bool = False
    below: Piece | None = None  # what stands under the fraction bar if this is 1/below
    explicit: Piece | None = None  # another spelling, to be preferred to brackets around this one
    term: Rope | None = None  # how it may be spelled behind a sign in a sum, if that is shorter
    is_open: bool = False  # what stands to the right of it would belong to it
    left: str = "w"  # the kinds of sign at both ends, which decide about spaces in plain products
    right: str = "w"
