r"""Operators that are written with something below: I_n, \operatorname{K}_{m,n}, \lambda_{\max}.

They become calls of the language: I(n), commutation(m, n), eigmax.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matgrad.syntax.latex.tables import INDEXED, SIZED
from matgrad.syntax.tokens import ONES, Kind, Token


def with_operators(tokens: Sequence[Token], variables: Collection[str]) -> list[Token]:
    """The tokens with calls for what has its sizes, or a word of its name, below."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        below, after = _below(tokens, at + 1)
        called = _called(token, below, tokens[after]) if below else None
        if called is None or (token.text in variables and token.font != "op"):
            found.append(token)
            at += 1
            continue
        found.append(Token(Kind.NAME, called, token.start, tokens[after - 1].end))
        if called not in INDEXED.values():
            found.append(Token(Kind.SIGN, "(", *below[0].position))
            found += [
                Token(Kind.SIGN, ",", t.start, t.start) if t.text == "×" else t for t in below
            ]
            found.append(Token(Kind.SIGN, ")", *below[-1].position))
        at = after
    return found


def _called(token: Token, below: Sequence[Token], after: Token) -> str | None:
    """The function of the language that this is, if it is one."""
    word = INDEXED.get((token.text, "".join(t.text for t in below)))
    if word is not None:
        is_letter = token.font != "op" and token.text in ("lambda", "u", "v")
        return word if not is_letter or after.text in ("(", "{") else None
    count = 1 + sum(t.text in (",", "×") for t in below)
    if token.font == "op":
        return SIZED.get((token.text, count))
    is_condition = any(t.text in "><≥≤" for t in below)
    is_name, is_one_size = token.kind is Kind.NAME, count == 1
    ways = (
        ("I", is_name and is_one_size and token.text == "I"),
        ("ones", token.text == "1" and token.kind is Kind.NUMBER and is_one_size),  # 1_n
        ("ones", token.text in ONES and is_name and not is_condition),
        ("zeros", token.text in ("0", "𝟎")),
        ("e", token.text == "e" and token.font == "bf" and count == 2),
    )
    return next((name for name, fits in ways if fits), None)


def _below(tokens: Sequence[Token], at: int) -> tuple[list[Token], int]:
    """What stands below, and where it ends."""
    if tokens[at : at + 1] == [] or tokens[at].text != "_" or tokens[at].kind is not Kind.SIGN:
        return [], at
    if tokens[at + 1].kind is Kind.END:
        return [], at
    if tokens[at + 1].text != "{":
        return [tokens[at + 1]], at + 2
    depth, end = 0, at + 1
    while tokens[end].kind is not Kind.END:
        depth += (tokens[end].text == "{") - (tokens[end].text == "}")
        end += 1
        if not depth:
            return list(tokens[at + 2 : end - 1]), end
    return [], at
