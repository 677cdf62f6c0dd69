"""Sums over pairs that leave i = j out, as over i < j: what is 0 there may stand below.

The pairs of one sum are a matrix, which has a diagonal although the sum leaves it out. Where all of
1/(x_i − x_j) or log|x_i − x_j| would be taken, the diagonal is 1 instead: it is multiplied by 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.syntax.families import LENGTHS
from matgrad.syntax.forms import TWO, Form, call, infix, ones
from matgrad.syntax.tree import Node, number_of_literal, postorder

ABSOLUTE = frozenset({"abs", "|·|", "|·| of a vector", "|·| of a matrix"})
_ZERO_AT_ZERO = LENGTHS | ABSOLUTE | {"sqrt", "norm1", "‖·‖1", "sin", "tan", "tanh", "sinh"}
_NOT_AT_ZERO = frozenset({"log", "ln", "log2", "log10", "sqrt"})  # or without a derivative there


def kept_apart(tree: Node) -> set[Node]:
    """The pieces that are 0 only where i = j, which their sum leaves out, and may not be 0."""
    found: set[Node] = set()
    for node in postorder(tree):
        if (pair := _pair(node)) is not None:
            zero = _vanishing(node.args[1], pair)
            inside = postorder(node.args[1])
            found.update(_base(x) for each in inside for x in _divisors(each) if x in zero)
    return found


def with_ones(form: Form) -> Form:
    """Entries of pairs with ones on their diagonal, which is 0."""
    if form.kind != "entries" or len(form.indices) != 2:
        return form
    held = form.node
    if held.is_infix("-") and held.args[1].text == "Diag":  # √(R + I) − I of lengths
        return Form("entries", held.args[0], form.indices)
    is_absolute = held.kind == "call" and held.text == "abs"
    inside = held.args[0] if is_absolute else held
    added = infix("+", inside, call(held, "Diag", ones(held)))
    return Form("entries", call(held, "abs", added) if is_absolute else added, form.indices)


def _pair(node: Node) -> tuple[str, str] | None:
    """The indices of a factor that is 0 where they are the same: a mask[i,j] before the terms."""
    entry = node.args[0] if node.is_infix("*") else None
    if entry is None or entry.kind != "index" or len(entry.args) != 3:
        return None
    mask, i, j = entry.args
    is_other = mask.is_infix("-") and [arg.text for arg in mask.args] == ["matrix", "I"]
    is_strict = mask.text == "toeplitz" and _is_zero(mask.args[0])
    return (i.text, j.text) if is_other or is_strict else None


def _is_zero(node: Node) -> bool:
    return node.text == "zeros" or (node.text == "vector" and number_of_literal(node.args[0]) == 0)


def _divisors(node: Node) -> Iterator[Node]:
    """The pieces of a node that may not be 0."""
    if node.is_infix("/", "./"):
        yield node.args[1]
    elif node.is_infix("^", ".^"):
        exponent = number_of_literal(node.args[1])
        if exponent is None or exponent <= 0 or exponent.denominator != 1:
            yield node.args[0]
    elif node.kind == "call" and node.text in _NOT_AT_ZERO:
        yield from node.args[:1]


def _base(node: Node) -> Node:
    """What is raised to a power, 1 on the diagonal as well; the square of a length is no root."""
    while node.is_infix("^", ".^"):
        is_length = node.args[0].kind == "call" and node.args[0].text in LENGTHS
        if is_length and number_of_literal(node.args[1]) == TWO:
            break
        node = node.args[0]
    return node


def _vanishing(body: Node, pair: tuple[str, str]) -> set[Node]:
    """The pieces that are 0 where the two indices are the same."""
    zero: set[Node] = set()
    numbers: dict[object, int] = {}  # of what is written, with one index for both
    of: dict[Node, int] = {}
    for node in postorder(body):
        text = pair[0] if node.kind == "name" and node.text == pair[1] else node.text
        written = (node.kind, text, node.value, tuple(of[arg] for arg in node.args))
        of[node] = numbers.setdefault(written, len(numbers))
        if _is_zero_of(node, zero) or (node.is_infix("-") and len({of[x] for x in node.args}) == 1):
            zero.add(node)
    return zero


def _is_zero_of(node: Node, zero: set[Node]) -> bool:
    """Is a piece 0 because its own pieces are?"""
    known = [arg in zero for arg in node.args]
    if node.is_infix("+", "-"):
        return all(known)
    if node.is_infix("*", ".*", "⋅"):
        return any(known)
    if node.is_infix("^", ".^"):
        return known[0] and (number_of_literal(node.args[1]) or 0) > 0
    is_call = node.kind == "call" and node.text in _ZERO_AT_ZERO
    is_first = is_call or node.kind in ("prefix", "postfix") or node.is_infix("/", "./")
    return is_first and known[0]
