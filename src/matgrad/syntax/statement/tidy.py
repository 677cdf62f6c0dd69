"""The tokens of a formula tidied up: bars, brackets, and names with their indices."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.syntax.parse import OVER_INDEX
from matgrad.syntax.tokens import Kind, Token

SIGNS = {
    **{"⟮‖": "‖", "‖⟯": "‖", "⟮|": "|", "|⟯": "|", "∣": "|", "⦃": "(", "⦄": ")"},
    **{"⊤": "'"},
}
OPEN, CLOSED = frozenset("([{⟨"), frozenset(")]}⟩")
_UNJOINED = frozenset({*OVER_INDEX, "argmin", "argmax", "log", "lim", "sup", "inf"})
LONGEST = 12  # signs of an index that is part of a name


def tidied(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens of LaTeX as the grammar of text has them: bars, brackets, names with an index."""
    plain = [
        t._replace(text=SIGNS[t.text]) if t.kind is Kind.SIGN and t.text in SIGNS else t
        for t in tokens
        if t.kind is not Kind.END
    ]
    return _joined(_in_order(_round(plain)))


def _in_order(tokens: list[Token]) -> list[Token]:
    """x^2_i is x_i^2: what stands below comes first."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        found.append(tokens[at])
        at += 1
        if tokens[at - 1].text != "^" or tokens[at - 1].kind is not Kind.SIGN:
            continue
        end, _ = script(tokens, at)
        if end < len(tokens) and tokens[end].text == "_" and tokens[end].kind is Kind.SIGN:
            stop, _ = script(tokens, end + 1)
            found[-1:] = [*tokens[end:stop], tokens[at - 1], *tokens[at:end]]
            at = stop
    return found


def _round(tokens: list[Token]) -> list[Token]:
    """Square brackets around one formula are round ones; braces around an argument, too."""
    found = list(tokens)
    opened: list[tuple[int, bool]] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.BREAK or token.text == ",":
            opened = [(place, True) for place, _ in opened]
        elif token.kind is Kind.SIGN and token.text in OPEN:
            opened.append((at, False))
        elif token.kind is Kind.SIGN and token.text in CLOSED and opened:
            place, is_list = opened.pop()
            behind = tokens[place - 1] if place else token
            inner = tokens[place + 1 : at]
            is_short = all(t.kind in (Kind.NAME, Kind.NUMBER) for t in inner) and len(inner) == 1
            is_behind = behind.kind is Kind.NAME or behind.text == ")"
            is_entry = is_short and is_behind and behind.end == tokens[place].start
            if token.text == "]" and tokens[place].text == "[" and not (is_list or is_entry):
                found[place] = tokens[place]._replace(text="(")
                found[at] = token._replace(text=")")
    return found


def _joined(tokens: list[Token]) -> list[Token]:
    """x _ 1 is the name x1, S _ B the name S_B, W ^ ( 1 ) the name W__1."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token.kind is Kind.NAME and token.text not in _UNJOINED:
            while at < len(tokens) and (longer := _with_script(token, tokens, at)) is not None:
                token, at = longer
        found.append(token)
    return found


def _with_script(token: Token, tokens: Sequence[Token], at: int) -> tuple[Token, int] | None:
    """The name with the index or the layer that follows, and where that ends."""
    if tokens[at].text not in ("_", "^") or tokens[at].kind is not Kind.SIGN:
        return None
    end, inside = script(tokens, at + 1)
    text = "".join(t.text for t in inside)
    is_layer = len(inside) == 3 and inside[0].text == "(" and inside[1].kind is Kind.NUMBER
    if tokens[at].text == "_" and all(t.kind in (Kind.NAME, Kind.NUMBER) for t in inside):
        index = text if text.isdigit() else f"_{text}"
        is_short = 0 < len(text) < LONGEST
        return (
            (token._replace(text=token.text + index, end=inside[-1].end), end) if is_short else None
        )
    if tokens[at].text == "^" and is_layer:
        return token._replace(text=f"{token.text}__{inside[1].text}", end=inside[-1].end), end
    return None


def script(tokens: Sequence[Token], at: int) -> tuple[int, list[Token]]:
    """Where what stands above or below ends, and what it is."""
    if at >= len(tokens):
        return at, []
    if tokens[at].text not in ("{", "("):
        return at + 1, [tokens[at]]
    end = closing(tokens, at)
    return end + 1, list(tokens[at + 1 : end])


def closing(tokens: Sequence[Token], at: int) -> int:
    """The place of the bracket that closes the one at this place; the last place if none does."""
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place].kind is Kind.SIGN:
            depth += (tokens[place].text in OPEN) - (tokens[place].text in CLOSED)
        if depth == 0:
            return place
    return len(tokens) - 1


def parted(tokens: Sequence[Token], signs: frozenset[str]) -> list[list[Token]]:
    """The parts between these signs outside of brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is Kind.SIGN:
            depth += (token.text in OPEN) - (token.text in CLOSED)
        if depth <= 0 and token.text in signs and token.kind is not Kind.NAME:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts
