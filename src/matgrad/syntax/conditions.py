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

_CHAIN = ("<", "≤")
_RELATIONS = frozenset((*_CHAIN, "≠", "∈"))
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
    signs = [t.text for t in below if t.kind is Kind.SIGN and t.text in _RELATIONS]
    if not signs:
        return None
    parts: list[list[Token]] = [[]]
    for token in below:
        if token.kind is Kind.SIGN and token.text in _RELATIONS:
            parts.append([])
        else:
            parts[-1].append(token)
    texts = ["".join(t.text for t in part) for part in parts]
    if signs == ["∈"]:
        return _members(parts, texts, place)
    if signs == ["≠"] and all(len(part) == 1 for part in parts):
        pair = [part[0] for part in parts]
        own = [t for t in pair if t.text not in bound]
        if len(own) == 2 and pair[0].text > pair[1].text:
            raise AmbiguousError(
                f"does this sum run over {pair[0].text} alone, or over both?", place.position,
                rf"\sum_{{{pair[1].text} \ne {pair[0].text}}} runs over both",
            )  # fmt: skip
        return Condition(own, [], MASKS["≠"], tuple(sorted(pair, key=lambda t: t.text)))
    if not set(signs) <= {*_CHAIN} or any(not part for part in parts):
        raise _unread(place)
    if len(parts) == 2 and all(len(part) == 1 for part in parts):
        pair = parts[0][0], parts[1][0]
        own = [t for t in pair if t.text not in bound]
        return Condition(own, [], MASKS[signs[0]], pair)
    first, *middle, last = parts
    is_plain = signs[0] == signs[-1] == "≤" and all(len(part) == 1 for part in middle)
    if not is_plain or len(middle) not in (1, 2):
        raise _unread(place)
    indices = [part[0] for part in middle]
    mask = MASKS[signs[1]] if len(middle) == 2 else ""
    return Condition(indices, [first, last], mask, tuple(indices) if mask else ())


def _members(parts: list[list[Token]], texts: list[str], place: Token) -> Condition:
    """i ∈ [n], or pairs (i, j) ∈ Ω of a matrix of zeros and ones."""
    names = [t for t in parts[0] if t.kind is Kind.NAME]
    if len(names) == 1 and texts[1][:1] == "[" and texts[1][-1:] == "]":
        one = parts[1][0]._replace(kind=Kind.NUMBER, text="1", value=place.value + 1)
        return Condition(names, [[one], parts[1][1:-1]])
    if len(names) == 2 and len(parts[1]) == 1 and parts[1][0].text[0].isupper():
        return Condition(names, [], parts[1][0].text, tuple(names))
    raise _unread(place)


def masked(body: Node, mask: Node, pair: Sequence[Node]) -> Node:
    """The terms of a sum with the mask before them."""
    at = {"start": body.start, "end": body.start, "at": body.position}
    held = mapped(mask, lambda node: replace(node, **at))
    entry = Node("index", "[]", (held, *pair), body.start, body.start, body.position)
    return Node("infix", "*", (entry, body), *body.position, body.position, grouped=True)


def _unread(place: Token) -> UnsupportedError:
    return UnsupportedError(
        "this condition below a sum is not read", place.position, r"1 \le i < j \le n, or j \ne i"
    )
