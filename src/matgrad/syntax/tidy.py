"""The tokens of a formula tidied up, cut at brackets and at the signs outside of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matgrad.syntax.stack import OPENS, OVER_INDEX, SHUTS
from matgrad.syntax.tokens import Kind, Token

Tokens = tuple[Token, ...]
SIGNS = {
    **{"⟮‖": "‖", "‖⟯": "‖", "⟮|": "|", "|⟯": "|", "∣": "|", "⦃": "(", "⦄": ")"},
    **{"⊤": "'"},
}
_UNJOINED = frozenset({*OVER_INDEX, "argmin", "argmax", "log", "lim", "sup", "inf"})
LONGEST = 12  # signs of an index that is part of a name


def depth_of(token: Token) -> int:
    """1 for a bracket that opens, -1 for one that closes."""
    is_sign = token.kind is Kind.SIGN
    return is_sign * ((token.text in OPENS) - (token.text in SHUTS))


def closing(tokens: Sequence[Token], at: int) -> int:
    """The place of the bracket that closes the one at this place; the last place if none does."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += depth_of(tokens[place])
        if depth == 0:
            return place
    return len(tokens) - 1


def is_bracket(tokens: Sequence[Token], signs: str = "({") -> bool:
    """Is this one bracket with all that stands in it?"""
    held = len(tokens) > 1 and tokens[0].text in signs and depth_of(tokens[-1]) < 0
    return held and closing(tokens, 0) == len(tokens) - 1


def parted(tokens: Sequence[Token], signs: Collection[str]) -> list[Tokens]:
    """The parts between these signs outside of brackets."""
    parts: list[list[Token]] = [[]]
    signs, depth = frozenset(signs), 0
    if signs.isdisjoint(token.text for token in tokens):
        return [tuple(tokens)]
    for token in tokens:
        depth += depth_of(token)
        if depth <= 0 and token.text in signs and token.kind is not Kind.NAME:
            parts.append([])
        else:
            parts[-1].append(token)
    return [*map(tuple, parts)]


def script(tokens: Sequence[Token], at: int) -> tuple[int, Tokens]:
    """Where what stands above or below ends, and what it is."""
    if at >= len(tokens):
        return at, ()
    if tokens[at].text not in ("{", "("):
        return at + 1, (tokens[at],)
    end = closing(tokens, at)
    return end + 1, tuple(tokens[at + 1 : end])


def arguments(tokens: Sequence[Token], between: Collection[str] = ",;|") -> tuple[str, ...] | None:
    """The names in the brackets of f(x, y); None if there is anything else."""
    if len(tokens) < 4 or tokens[1].text != "(" or closing(tokens, 1) != len(tokens) - 1:
        return None
    parts = parted(tokens[2:-1], between)
    names = [part[0].text for part in parts if len(part) == 1 and part[0].kind is Kind.NAME]
    return tuple(names) if len(names) == len(parts) else None


# ---------------------------------------------------------------- one spelling


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
        elif depth_of(token) > 0:
            opened.append((at, False))
        elif depth_of(token) < 0 and opened:
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
        while token.kind is Kind.NAME and at < len(tokens) and token.text not in _UNJOINED:
            end, inside = script(tokens, at + 1)
            index = _index(tokens[at].text, inside)
            if not index:
                break
            token, at = token._replace(text=token.text + index, end=tokens[end - 1].end), end
        found.append(token)
    return found


def _index(sign: str, inside: Tokens) -> str:
    """What a name gets from what stands below or above it; nothing if that is no index."""
    texts = [t.text for t in inside]
    if sign == "^":
        is_layer = len(inside) == 3 and texts[0] == "(" and inside[1].kind is Kind.NUMBER
        return f"__{texts[1]}" if is_layer else ""
    text = "".join(texts)
    is_plain = all(t.kind in (Kind.NAME, Kind.NUMBER) for t in inside)
    if sign != "_" or not is_plain or not 0 < len(text) < LONGEST:
        return ""
    return text if text.isdigit() else f"_{text}"
