r"""Names that LaTeX writes in several signs: W_{1}, W^{(1)}, \mathrm{d}X, and operators as I_n.

Operators with something below become calls of the language: I(n), commutation(m, n), eigmax.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from matgrad.core.expr import Expr, Symbol
from matgrad.syntax.latex.tables import INDEXED, SIZED
from matgrad.syntax.printed import Form, form_of
from matgrad.syntax.stack import end_of_group
from matgrad.syntax.tokens import ONES, Kind, Token


def with_operators(tokens: Sequence[Token], variables: Collection[str]) -> list[Token]:
    """The tokens with calls for what has its sizes, or a word of its name, below."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        below, after = _script(tokens, at + 1, "_")
        called = _called(token, below, tokens[after]) if below else None
        if called is None or (token.text in variables and token.font != "op"):
            found.append(token)
            at += 1
            continue
        found.append(Token(Kind.NAME, called, token.start, tokens[after - 1].end))
        if called not in INDEXED.values():
            sizes = [t._replace(text=",", end=t.start) if t.text == "×" else t for t in below]
            opening = Token(Kind.SIGN, "(", *below[0].position)
            found += [opening, *sizes, Token(Kind.SIGN, ")", *below[-1].position)]
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


def with_given_names(
    tokens: Sequence[Token], symbols: Mapping[str, Expr], others: Collection[str] = ()
) -> list[Token]:
    r"""The tokens with one name for W_{1}, W^{(1)} and \mathrm{d}X, if these are given."""
    sizes = {name for node in symbols.values() for size in node.shape for name in size.names}
    given = {form_of(name): name for name in (*sizes, *others, *symbols)}
    moved = {
        form_of(node.data.differential_of): name
        for name, node in symbols.items()
        if isinstance(node.data, Symbol) and node.data.differential_of is not None
    }
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token, name, end = tokens[at], "", at + 1
        if token.kind is Kind.NAME:
            if token.text == "d":
                in_braces = tokens[at + 1].text == "{"
                name, end = _given(tokens, at + 1 + in_braces, moved)
                if name and in_braces:
                    name, end = (name, end + 1) if tokens[end].text == "}" else ("", at)
            if not name:
                name, end = _given(tokens, at, given)
        found.append(token._replace(text=name, end=tokens[end - 1].end) if name else token)
        at = end if name else at + 1
    return found


def _given(tokens: Sequence[Token], at: int, given: Mapping[Form, str]) -> tuple[str, int]:
    """The longest given name that begins here, and where it ends; "" if there is none."""
    ends = [(tokens[at].text, at + 1)]
    below, after = _script(tokens, at + 1, "_")
    if below and all(t.kind in (Kind.NAME, Kind.NUMBER) or t.text in (",", "_") for t in below):
        index = "".join("_" if t.kind is Kind.SIGN else t.text for t in below)
        ends.append((f"{tokens[at].text}_{index}", after))
    for name, end in list(ends):
        above, last = _script(tokens, end, "^")
        if [t.text for t in above[::2]] == ["(", ")"] and len(above) == 3:
            ends.append((f"{name}__{above[1].text}", last))
    for name, end in reversed(ends):
        known = given.get(form_of(name))
        if known is not None:
            return known, end
    return "", at


def _script(tokens: Sequence[Token], at: int, sign: str) -> tuple[list[Token], int]:
    """What stands below or above, and where it ends; nothing if this is no such sign."""
    is_sign = at < len(tokens) and tokens[at].text == sign and tokens[at].kind is Kind.SIGN
    if not is_sign or tokens[at + 1].kind is Kind.END:
        return [], at
    if tokens[at + 1].text != "{":
        return [tokens[at + 1]], at + 2
    end = end_of_group(tokens, at + 1)
    return (list(tokens[at + 2 : end - 1]), end) if end > at + 1 else ([], at)
