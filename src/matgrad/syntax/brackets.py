"""What a bracket makes of the pieces inside it: a group, a call, an index or a block matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from matgrad.errors import ParseError
from matgrad.syntax.tokens import Token
from matgrad.syntax.tree import Node

OUTERMOST = -1
BARS = {
    "‖": "norm2",
    "|": "|·|",
    "⟮‖": "norm2",
    "⟮|": "|·|",
}  # what stands between bars is an argument


@dataclass(slots=True)
class Frame:
    """Something that waits on the stack: a sign for its right side, or a bracket for its end."""

    form: str  # infix, prefix, apply, sum, group, inner, call, index, grid
    token: Token
    binds: int = OUTERMOST
    head: Node | None = None
    base: int = 0  # how many operands lay below when the bracket opened
    rows: list[int] = field(default_factory=list[int])  # operands of blocks before each `;`
    power: Node | None = None  # of a function without brackets: sin² x
    bound: tuple[Node, ...] = ()  # the indices of a sum, then its limits
    count: int = 0  # how many of these are indices
    mask: tuple[Node, tuple[Node, ...]] | None = None  # the pairs that a sum runs over
    until: int = 0  # a sum goes on over + and - up to here, where its last term begins


def _group(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    if frame.token.text in BARS:
        name = BARS[frame.token.text]
        return Node("call", name, inside, frame.token.start, token.end, frame.token.position)
    return replace(inside[0], start=frame.token.start, end=token.end, grouped=True)


def _grid(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    """Rows of blocks, each a piece of its own; [A, B] is one row."""
    ends = (*frame.rows, len(inside))
    starts = (0, *frame.rows)
    rows = [inside[start:end] for start, end in zip(starts, ends, strict=True)]
    start, end = frame.head.start if frame.head else frame.token.start, token.end
    if len(rows) == len(inside) == 1:  # [x] is no more than a bracket
        return replace(inside[0], start=start, end=end, grouped=True)
    made = [
        Node("grid", "row", row, row[0].start, row[-1].end, frame.token.position) for row in rows
    ]
    return Node("grid", "rows", tuple(made), start, end, frame.token.position)


def _inner(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    if len(inside) != 2:
        raise ParseError("an inner product has two factors", frame.token.position)
    return Node("call", "dot", inside, frame.token.start, token.end, frame.token.position)


def _call(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    assert frame.head is not None
    head = frame.head
    if head.text == "blocks":
        return _grid(frame, inside, token)
    if frame.rows:
        raise ParseError("; separates rows of blocks(…), a comma arguments", head.position)
    return Node("call", head.text, inside, head.start, token.end, head.position, primes=head.primes)


def _index(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    assert frame.head is not None
    base = frame.head
    return Node("index", "[]", (base, *inside), base.start, token.end, frame.token.position)


CLOSED: dict[str, Callable[[Frame, tuple[Node, ...], Token], Node]] = {
    "group": _group,
    "inner": _inner,
    "call": _call,
    "index": _index,
    "grid": _grid,
}
