"""Products with a matrix and with its transpose in one pass over the matrix, block by block.

In A'φ(Ax), with φ acting on entries, a few rows of A are read for their part of Ax and, while they
are in the cache, once more for their part of the result: large matrices come from memory once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from matgrad.codegen.plan.values import Value

NAME = "row blocks"
WHY = "A'φ(Ax) reads the rows of A once, a few at a time, and so does A'Diag(w)²A"
_LEAVES = frozenset({"symbol", "number", "size", "constant"})


class Turn(NamedTuple):
    """A x, what is made of it entry by entry, and A' times the last of these."""

    first: Value
    members: tuple[Value, ...]
    last: Value

    @property
    def matrix(self) -> Value:
        """The matrix that is read."""
        return self.first.args[0]


def turns(values: Sequence[Value], entrywise: Collection[str]) -> dict[Value, Turn]:
    """The turns of a program by their first value; no value is in two of them."""
    index = {value: i for i, value in enumerate(values)}
    found: dict[Value, Turn] = {}
    taken: set[Value] = set()
    for value in values:
        pair = _transposed(value)
        turn = _back(*pair, value, entrywise, index) if pair else None
        if turn is not None and not taken & {turn.first, *turn.members}:
            found[turn.first] = turn
            taken |= {turn.first, *turn.members, turn.last}
    return found


def _transposed(value: Value) -> tuple[Value, Value] | None:
    """A and v, if this is A'v for a matrix that is given."""
    if value.op != "matmul" or not value.is_vector:
        return None
    left, right = value.args
    if left.is_vector:
        return (right, left) if right.op == "symbol" else None
    if left.op == "transpose" and left.args[0].op == "symbol":
        return left.args[0], right
    return None


def _back(
    A: Value, v: Value, last: Value, entrywise: Collection[str], index: Mapping[Value, int]
) -> Turn | None:
    """From v back to the last A x before it, through what acts on entries and comes after that."""
    members: list[Value] = []
    seen = {v}
    waiting = [(-index[v], v)] if v.op in entrywise else []
    while waiting:
        _, value = heappop(waiting)  # the one that is computed last
        if value.op == "matmul" and value.args[0] is A and value.args[1].is_vector:
            return Turn(value, tuple(reversed(members)), last)
        if value.op not in entrywise or value.axes != v.axes:
            return None
        members.append(value)
        for arg in value.args:
            if arg.op not in _LEAVES and arg not in seen:
                seen.add(arg)
                heappush(waiting, (-index[arg], arg))
    return None
