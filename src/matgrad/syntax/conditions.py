r"""What stands below a sum beside an index and its limits: 1 ≤ i < j ≤ n, j ≠ i, i ∈ [n].

Pairs that are left out become a factor of zeros and ones before the terms.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node, mapped

# Ones where the relation holds and zeros elsewhere, in the language of answers.
MASKS = {
    "<": "toeplitz(vector(0), [0; vector(1)])",
    "≤": "toeplitz([1; vector(0)], vector(1))",
    "≠": "(matrix(1) - I)",
}


class Condition(NamedTuple):
    """The indices of a sum, its limits, and which pairs it leaves out, by a mask or a set."""

    indices: list[Token]
    limits: list[list[Token]]
    mask: str = ""
    pair: tuple[Token, ...] = ()


def condition(below: Sequence[Token], bound: Collection[str], place: Token) -> Condition | None:
    """What the tokens below a sum say, if they are more than indices and limits."""
    signs: list[str] = []
    parts: list[list[Token]] = [[]]
    for token in below:
        if token.kind is Kind.SIGN and token.text in ("∈", *MASKS):
            signs.append(token.text)
            parts.append([])
        else:
            parts[-1].append(token)
    if not signs:
        return None
    first, *middle, last = parts
    is_single = [len(part) == 1 for part in parts]
    if len(parts) == 2 and all(is_single) and signs != ["∈"]:
        return _pair(first[0], last[0], signs[0], bound, place)
    is_chain = "≠" not in signs and signs[0] == signs[-1] == "≤" and all(parts)
    if not is_chain or not all(is_single[1:-1]) or len(middle) not in (1, 2):
        message, hint = "this condition below a sum is not read", r"1 \le i < j \le n, or j \ne i"
        raise UnsupportedError(message, place.position, hint)
    indices = [part[0] for part in middle]
    is_pair = len(indices) == 2
    mask, pair = (MASKS[signs[1]], (*indices,)) if is_pair else ("", ())
    return Condition(indices, [first, last], mask, pair)


def _pair(one: Token, two: Token, sign: str, bound: Collection[str], place: Token) -> Condition:
    """i < j, or j ≠ i, where one of the two may be the index of a sum around."""
    own = [token for token in (one, two) if token.text not in bound]
    if sign == "≠" and len(own) == 2 and one.text > two.text:
        question = f"does this sum run over {one.text} alone, or over both?"
        hint = rf"\sum_{{{two.text} \ne {one.text}}} runs over both"
        raise AmbiguousError(question, place.position, hint)
    in_order = one.text > two.text and sign == "≠"
    return Condition(own, [], MASKS[sign], (two, one) if in_order else (one, two))


def masked(body: Node, mask: Node, pair: Sequence[Node]) -> Node:
    """The terms of a sum with the mask before them."""
    at = {"start": body.start, "end": body.start, "at": body.position}
    held = mapped(mask, lambda node: replace(node, **at))
    entry = Node("index", "[]", (held, *pair), body.start, body.start, body.position)
    return Node("infix", "*", (entry, body), *body.position, body.position, grouped=True)
