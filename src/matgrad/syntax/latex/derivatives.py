r"""Derivatives of functions that are only named: \nabla f(X), J_g(x), \partial_t f, F'(X)[E].

They become calls by the names of the language: grad_f(X), jac_g(x), d_t_f, D_F(X, E).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matgrad.syntax.inference import is_number
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tidy import closing, parted, script
from matgrad.syntax.tokens import Kind, Token

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
            found[at:after] = _called(found, at, after, head)
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


def _called(tokens: list[Token], at: int, after: int, head: Head) -> list[Token]:
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
