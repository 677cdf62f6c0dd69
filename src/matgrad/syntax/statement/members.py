"""Statements that declare: sizes, A ∈ ℝ^{m×n}, f: ℝⁿ → ℝ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from matgrad.core.shape import SCALAR
from matgrad.errors import MatgradError
from matgrad.syntax.declarations import declared_member
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement.kinds import Statement, Tokens, What
from matgrad.syntax.statement.tidy import CLOSED, OPEN, closing, parted
from matgrad.syntax.tokens import Kind, Token

SIZES = frozenset("nmkpdqrlstcNMKDTPLSBHC")  # letters that sizes have
SPACES = frozenset(["ℝ", "R", "ℂ", "C"])


def size(tokens: Tokens) -> Statement | None:
    """m × n, 3 x 3, (n, 1); or a number alone."""
    inner = tokens
    if tokens[0].text == "(" and closing(tokens, 0) == len(tokens) - 1:
        inner = tokens[1:-1]
    if len(inner) == 1 and inner[0].kind is Kind.NUMBER:
        return Statement(What.SIZE, tokens, sides=(inner,))
    parts = parted(inner, frozenset("×"))
    if len(parts) == 1:
        parts = _around(inner, ("x", "by"))
    is_size = len(parts) == 2 and all(
        part and all(t.kind in (Kind.NAME, Kind.NUMBER) or t.text in "+-*" for t in part)
        for part in parts
    )
    return Statement(What.SIZE, tokens, sides=tuple(map(tuple, parts))) if is_size else None


def _around(tokens: Tokens, words: tuple[str, ...]) -> list[list[Token]]:
    """The two pieces around a letter x, where it stands for a cross; 3x3 has none before it."""
    if len(tokens) == 2 and tokens[0].kind is Kind.NUMBER and tokens[1].text[0] == "x":
        rest = tokens[1].text[1:]
        if rest and (rest.isdigit() or len(rest) == 1):
            second = tokens[1]._replace(text=rest, start=tokens[1].start + 1)
            if rest.isdigit():
                second = second._replace(kind=Kind.NUMBER, value=Fraction(rest))
            return [[tokens[0]], [second]]
    places = [at for at, t in enumerate(tokens) if t.text in words]
    if len(places) != 1 or not 0 < places[0] < len(tokens) - 1:
        return [list(tokens)]
    at = places[0]
    is_apart = tokens[at - 1].end < tokens[at].start < tokens[at].end < tokens[at + 1].start
    sizes = [t for t in tokens if t is not tokens[at] and t.kind is Kind.NAME]
    is_size = is_apart and all(t.text in SIZES or len(t.text) > 2 for t in sizes)
    begins = tokens[at + 1].kind is not Kind.SIGN
    return [list(tokens[:at]), list(tokens[at + 1 :])] if is_size and begins else [list(tokens)]


def member(tokens: Tokens) -> Statement | None:
    """x, y ∈ ℝⁿ; X(a) ∈ ℝ^{N×K} depends on a."""
    at = next((i for i, t in enumerate(tokens) if t.text in ("∈", "in", ":")), 0)
    if not at or at + 1 >= len(tokens) or any(t.text == "→" for t in tokens):
        return None
    names: list[str] = []
    params: tuple[str, ...] = ()
    for part in parted(tokens[:at], frozenset(",")):
        if not part or part[0].kind is not Kind.NAME:
            return None
        if len(part) > 1:
            called = arguments(tuple(part))
            if called is None:
                return None
            params = called
        names.append(part[0].text)
    declared = _declared(tuple(names), tokens, at)
    if declared is None:
        return None
    return Statement(What.DECLARATION, tokens, names=tuple(names), params=params, declared=declared)


def _declared(names: tuple[str, ...], tokens: Tokens, at: int) -> tuple[Declaration, ...] | None:
    sign, tail = tokens[at].text, list(tokens[at + 1 :])
    if sign == ":" and tail[0].text not in SPACES:
        found = size(tuple(tail))
        if found is None:
            return None
        tail = [Token(Kind.NAME, "R", *tokens[at].position), _hat(tail[0]), *_bracketed(found)]
    facts: frozenset[str] = frozenset()
    if tail[0].text in ("S", "𝕊") and len(tail) > 1 and tail[1].text in ("^", "_"):
        facts = _cone(tail)
        tail = [t for t in tail if t.text not in ("+", "_")]
        one = [t for t in tail[1:] if t.kind is Kind.NAME][:1]
        tail = [tail[0]._replace(text="R"), _hat(tail[0]), *_paren([*one, _cross(tail[0]), *one])]
    if tail[0].text not in SPACES:
        return None
    tail = [
        t._replace(text="(" if t.text == "{" else ")" if t.text == "}" else t.text) for t in tail
    ]
    if len(tail) > 1 and tail[1].kind is Kind.RAISED:
        tail[1:2] = [_hat(tail[1]), tail[1]._replace(kind=Kind.NUMBER)]
    tail = [tail[0]._replace(text="R"), *(t for t in tail[1:] if t.text not in ("+", "_"))]
    if len(tail) == 4 and [t.text for t in tail[1:]][:2] == ["^", "("]:
        return None
    heads = [Token(Kind.NAME, name, *tokens[0].position) for name in names]
    try:
        found = declared_member(tail, heads)
    except MatgradError:
        return None
    is_plain = tail[0].font == "" and tokens[at + 1].text in ("R", "C") and len(tail) == 1
    return None if is_plain and sign == ":" else tuple(replace(d, facts=facts) for d in found)


def _cone(tail: Sequence[Token]) -> frozenset[str]:
    count = sum(t.text == "+" for t in tail)
    return frozenset({"positive_definite"} if count > 1 else {"symmetric"})


def _bracketed(found: Statement) -> list[Token]:
    first = found.tokens[0]
    inside: list[Token] = []
    for side in found.sides:
        inside += [_cross(first), *side] if inside else side
    return _paren(inside)


def _paren(inside: Sequence[Token]) -> list[Token]:
    at = inside[0].position if inside else (0, 0)
    return [Token(Kind.SIGN, "(", *at), *inside, Token(Kind.SIGN, ")", *at)]


def _hat(token: Token) -> Token:
    return Token(Kind.SIGN, "^", *token.position)


def _cross(token: Token) -> Token:
    return Token(Kind.SIGN, "×", *token.position)


def arguments(tokens: Tokens) -> tuple[str, ...] | None:
    """The names in the brackets of f(x, y); None if there is anything else."""
    if len(tokens) < 4 or tokens[1].text != "(" or closing(tokens, 1) != len(tokens) - 1:
        return None
    parts = parted(tokens[2:-1], frozenset([",", ";", "|"]))
    names = [part[0].text for part in parts if len(part) == 1 and part[0].kind is Kind.NAME]
    return tuple(names) if len(names) == len(parts) else None


def map_of(tokens: Tokens) -> Statement | None:
    """f: ℝⁿ → ℝ, with the shapes of its arguments and of its value."""
    texts = ["→" if t.text == "↦" else t.text for t in tokens]
    if "→" not in texts or len(tokens) < 4 or tokens[0].kind is not Kind.NAME:
        return None
    if texts[1] not in (":", "∈"):
        return None
    at = texts.index("→")
    if at == 3 and tokens[2].kind is Kind.NAME and texts[2] not in SPACES and at + 1 < len(tokens):
        params, value = (texts[2],), tuple(tokens[at + 1 :])  # σ: x ↦ x²
        return Statement(What.DEFINITION, tokens, tokens[:1], (texts[0],), params, (value,))
    spaces = [_space(part) for part in _spaces(tokens[2:at])]
    value = _space(tokens[at + 1 :])
    if value is None or not all(spaces):
        return Statement(What.MAP, tokens, names=(texts[0],))
    return Statement(
        What.MAP, tokens, names=(texts[0],), declared=(*(s for s in spaces if s), value)
    )


def _spaces(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """The factors of ℝⁿ × ℝᵐ: a cross that stands before a space."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        depth += (token.text in OPEN) - (token.text in CLOSED)
        if depth == 0 and token.text in ("×", "x") and after is not None and after.text in SPACES:
            parts.append([])
        else:
            parts[-1].append(token)
    return [*parts]


def _space(tokens: Sequence[Token]) -> Declaration | None:
    if not tokens:
        return None
    sign = Token(Kind.SIGN, "∈", *tokens[0].position)
    found = _declared(("x",), (sign._replace(kind=Kind.NAME, text="x"), sign, *tokens), 1)
    if found is None and len(tokens) == 1 and tokens[0].text in SPACES:
        return Declaration("x", SCALAR)
    return found[0] if found else None
