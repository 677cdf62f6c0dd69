r"""Names that LaTeX writes in several signs: W_{1}, W^{(1)}, \mathrm{d}X, operators, derivatives.

Operators with something below become calls of the language: I(n), commutation(m, n), eigmax; so do
derivatives of functions that are only named: \nabla f(X) and F'(X)[E] are grad_f(X) and D_F(X, E).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from matgrad.core.expr import Expr, Symbol
from matgrad.syntax.inference import is_number
from matgrad.syntax.latex.tables import INDEXED, SIZED
from matgrad.syntax.printed import Form, form_of
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tidy import closing, parted, script
from matgrad.syntax.tokens import ONES, Kind, Token
from matgrad.syntax.tree import BLOCK, COLUMNS

COUNTED_BY = (BLOCK, COLUMNS)  # what has its index below


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
        if called in COUNTED_BY and tokens[after].text == "(":  # columns_i(…) is columns(i, …)
            found += [tokens[after], *below, tokens[after]._replace(text=",")]
            after += 1
        elif called not in INDEXED.values():
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
    if token.text in COUNTED_BY and token.font in ("op", "up"):
        return token.text
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
    tokens, found = _turned_behind(tokens), list[Token]()
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


def _turned_behind(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with {W^{(1)}}' for {W^{(1)\\top}}, which is how layers are transposed."""
    found = [*tokens]
    for at in range(len(tokens) - 7):
        sign, *inside = (each.text for each in tokens[at : at + 8])
        if sign == "^" and inside[:2] + inside[3:] == ["{", "(", ")", "⊤", "}", "}"]:
            mark = tokens[at + 5]._replace(text="'")
            found[at + 5 : at + 8] = [*tokens[at + 6 : at + 8], mark]
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


def _script(tokens: Sequence[Token], at: int, sign: str) -> tuple[Sequence[Token], int]:
    """What stands below or above, and where it ends; nothing if this is no such sign."""
    is_sign = at < len(tokens) and tokens[at].text == sign and tokens[at].kind is Kind.SIGN
    if not is_sign or tokens[at + 1].kind is Kind.END:
        return (), at
    end, inside = script(tokens, at + 1)
    return inside, min(end, len(tokens) - 1)


# ---------------------------------------------------------------- derivatives of named functions

_WORDS = {0: "", 1: "grad_", 2: "hess_"}
_DERIVED = ("∇", "∂")


@dataclass(frozen=True)
class Head:
    """What stands before the arguments: the function, and how it is differentiated."""

    name: str
    params: tuple[str, ...]
    order: int = 0  # of \nabla^k
    by: tuple[str, ...] = ()  # of \nabla_x and \partial_t
    jacobian: bool = False

    @property
    def is_map(self) -> bool:
        """Can directions in brackets follow?"""
        return not all(map(is_number, self.params))

    def label(self, directions: int, star: bool) -> str:
        """The name in text, with so many directions."""
        prefix = ("adjoint" if star else "D") if directions else ""
        if len(self.params) > 1:
            prefix += "_" if directions else ""
            split = len(self.by) - directions
            moved = "".join(f"{param}_" for param in self.by[split:])
            base = "".join(f"{param}_" for param in self.by[:split])
            return prefix + moved + ("d_" if base else "") + base + self.name
        word = "jac_" if self.jacobian else _WORDS.get(self.order - directions, "")
        prefix += (str(directions) if directions > 1 else "") + "_" if directions else ""
        return prefix + word + self.name


def with_derivatives(tokens: Sequence[Token], functions: Mapping[str, Declaration]) -> list[Token]:
    """The tokens with names of the language for derivatives of these functions."""
    named = {name: d.params for name, d in functions.items() if d.params}
    if not named:
        return list(tokens)
    found = _with_dots(tokens, named)
    at = 0
    while at < len(found):
        head, after = _head(found, at, named)
        if head is not None:
            found[at:after] = _call(found, at, after, head)
        at += 1
    return found


def _head(
    tokens: Sequence[Token], at: int, named: Mapping[str, tuple[str, ...]]
) -> tuple[Head | None, int]:
    """The function that stands here with its signs of derivatives, and where its name ends."""
    token = tokens[at]
    if token.kind is Kind.SIGN and token.text in _DERIVED:
        order, by, after = 0, (), at + 1
        while tokens[after].text in ("^", "_") and tokens[after].kind is Kind.SIGN:
            end, inside = script(tokens, after + 1)
            if tokens[after].text == "^":
                order = int(inside[0].text) if inside and inside[0].text.isdigit() else 0
            else:
                by = tuple(t.text for t in inside if t.kind is Kind.NAME)
            after = end
        name = tokens[after].text
        if name not in named:
            return None, at
        return Head(name, named[name], order or len(by) or 1, by), after + 1
    if token.text == "J" and tokens[at + 1].text == "_":
        after, inside = script(tokens, at + 2)
        name = inside[0].text if len(inside) == 1 else ""
        return (Head(name, named[name], jacobian=True), after) if name in named else (None, at)
    if token.kind is Kind.NAME and token.text in named:
        return Head(token.text, named[token.text]), at + 1
    return None, at


def _with_dots(tokens: Sequence[Token], named: Mapping[str, tuple[str, ...]]) -> list[Token]:
    r"""The tokens with x'(t) for \dot x, \dot x(t) and \ddot x, where x(t) is a function."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        stem = token.text.removesuffix("dot")
        dots = 2 if stem.endswith("d") and stem[:-1] in named else 1
        stem = stem[:-1] if dots == 2 else stem
        is_dotted = token.kind is Kind.NAME and token.text.endswith("dot")
        if not is_dotted or len(named.get(stem, ())) != 1:
            found.append(token)
            continue
        found.append(token._replace(text=stem))
        found += [Token(Kind.SIGN, "'", token.end, token.end)] * dots
        if tokens[at + 1].text != "(":
            found += _own_arguments(Head(stem, named[stem]), token.end)
    return found


def _call(tokens: list[Token], at: int, after: int, head: Head) -> list[Token]:
    """The name of the call; directions behind the arguments become arguments in `tokens`."""
    opening = after
    while tokens[opening].text == "'":
        opening += 1
    primes = opening - after
    name = Token(Kind.NAME, head.label(0, False), tokens[at].start, tokens[after - 1].end)
    if tokens[opening].text != "(":
        is_plain = head == Head(head.name, head.params) and not primes
        return [name, *_own_arguments(head, name.end)] if is_plain else [name]
    close = closing(tokens, opening)
    behind, star = close + 1, False
    end, inside = script(tokens, behind + 1) if tokens[behind].text == "^" else (behind, ())
    if [t.text for t in inside] in (["*"], ["∗"]):
        behind, star = end, True
    is_derived = primes or head.order or head.by or head.jacobian
    last = closing(tokens, behind)
    is_entry = tokens[min(last + 1, len(tokens) - 1)].text == "_"  # f'(x) [X]_{1,2}
    if tokens[behind].text != "[" or not head.is_map or not is_derived or is_entry:
        return [name]
    directions = tokens[behind + 1 : last]
    count = len(parted(directions, ","))
    if primes > count:
        head = Head(head.name, head.params, head.order, head.by, True)
    comma = Token(Kind.SIGN, ",", *tokens[behind].position)
    tokens[close : last + 1] = [comma, *directions, tokens[last]._replace(text=")")]
    del tokens[after:opening]
    return [name._replace(text=head.label(count, star))]


def _own_arguments(head: Head, at: int) -> list[Token]:
    """The (t) of x(t), which goes without saying."""
    found = [Token(Kind.SIGN, "(", at, at)]
    for param in head.params:
        found += [Token(Kind.NAME, param, at, at), Token(Kind.SIGN, ",", at, at)]
    return [*found[:-1], Token(Kind.SIGN, ")", at, at)]
