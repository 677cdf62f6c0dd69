"""Answers as a terminal shows them, in Unicode: what their signs are in the language.

Names stand side by side; they are those of the answer, so a run of letters can only be a product of
them. A terminal leaves out the sizes of I and 𝟏: to be read back they are written behind, I⟦n⟧.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from matgrad.core.expr import Expr, catalogue
from matgrad.core.notation import Call
from matgrad.syntax.forms import call, is_transposed, number, written
from matgrad.syntax.latex.names import with_derivatives, with_given_names
from matgrad.syntax.latex.tables import SIZED
from matgrad.syntax.macros import is_function
from matgrad.syntax.parse import Known
from matgrad.syntax.parse import formula as parsed
from matgrad.syntax.runs import cut, parts
from matgrad.syntax.scope import Declaration
from matgrad.syntax.stack import TIGHT
from matgrad.syntax.tokens import Kind, Token, tokenise
from matgrad.syntax.tree import BARS, Node, mapped

UNIT, ROOT = "e", "√"
_CALLS = {
    f"{sign.name.plain}(": f"{sign.name.text}("
    for sign in (op.notation for op in catalogue.values())
    if isinstance(sign, Call) and sign.name.plain not in ("", ROOT, sign.name.text)
}
_SIZES = re.compile("⟦([^⟧]*)⟧")
_CALLED = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _CALLS))})")


def tree_of(
    text: str,
    symbols: Mapping[str, Expr],
    functions: Mapping[str, Declaration],
) -> Node:
    """The tree of a print in which sizes stand in brackets: I⟦n⟧, 𝟏⟦n⟧."""
    source, sizes = _without_sizes(_CALLED.sub(lambda found: _CALLS[found[0]], text))
    known = Known(symbols, {*functions}, is_function, source=source)
    tokens = with_given_names([*_as_in_latex(tokenise(source), functions)], symbols, functions)
    tokens = with_derivatives([*_apart(tokens, known)], functions)
    tree = parsed([*_with_words(tokens, symbols)][:-1], known)
    return _sized(tree, symbols, sizes)


def _without_sizes(text: str) -> tuple[str, dict[int, list[str]]]:
    """The text as it is shown, and the sizes by where the sign ends that has them."""
    shown, sizes = "", dict[int, list[str]]()
    for at, piece in enumerate(_SIZES.split(text)):
        if at % 2:
            sizes[len(shown)] = piece.split(",")
        else:
            shown += piece
    return shown, sizes


def _as_in_latex(tokens: Sequence[Token], functions: Collection[str]) -> Iterator[Token]:
    """The tokens with J_{g}, ∇^2 and ^{*} where a terminal has J_g, ∇² and a star."""
    before = tokens[-1]
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        stem, _, below = token.text.partition("_")
        if token.kind is Kind.NAME and stem in ("J", "∇", "∂") and below in functions:
            at = token.start + 1
            yield token._replace(text="J", end=at)
            yield Token(Kind.SIGN, "_", at, at + 1)
            yield Token(Kind.NAME, below, at + 1, token.end)
        elif token.kind is Kind.RAISED and before.text == "∇":
            yield Token(Kind.SIGN, "^", token.start, token.start)
            yield token._replace(kind=Kind.NUMBER)
        elif token.text == "*" and before.text == ")" and after.text == "[":
            yield Token(Kind.SIGN, "^", token.start, token.start)
            yield token
        else:
            yield token
        before = token


def _apart(tokens: Sequence[Token], known: Known) -> Iterator[Token]:
    """The tokens with the names of the answer, where they stand side by side."""
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        is_marked = after.text == "'" and token.text in known.functions
        is_call = is_marked or (after.text == "(" and known.is_call(token.text))
        if token.text == UNIT and after.text == "(":
            yield from (token, Token(Kind.SIGN, TIGHT, token.end, token.end))
        elif token.kind is Kind.NAME and not (is_call and after.start == token.end):
            yield from cut(token, parts(token.text, known))
        else:
            yield token


def _with_words(tokens: Sequence[Token], symbols: Collection[str]) -> Iterator[Token]:
    """The tokens with functions of the language for K(m,n), E(n) and x^⊙2."""
    for at, token in enumerate(tokens):
        inside = tokens[at + 1 :]
        if token.text == "^" and inside[0].text == ".*":
            yield token._replace(text=".^")
        elif token.text == ".*" and at and tokens[at - 1].text == "^":
            continue
        elif inside and inside[0].text == "(":
            end = next((n for n, each in enumerate(inside[1:]) if each.text in ("(", ")")), 0)
            count = 1 + sum(each.text == "," for each in inside[1 : end + 1])
            is_own = inside[end + 1].text == "(" or (count == 1 and token.text in symbols)
            name = SIZED.get((token.text, count), token.text)
            yield token if is_own else token._replace(text=name)
        else:
            yield token


def _meant(node: Node) -> Node:
    """Bars are those of absolute values: determinants and lengths are printed otherwise."""
    return replace(node, text="abs") if node.kind == "call" and node.text == BARS else node


def _sized(tree: Node, symbols: Collection[str], sizes: Mapping[int, Sequence[str]]) -> Node:
    """The tree in which everything has the sizes that were written behind it."""

    def sized(node: Node) -> Node:
        if is_transposed(node) and node.args[0].text == "ones" and len(node.args[0].args) == 1:
            return call(node, "ones", number(node, 1), *node.args[0].args)
        name, head = _open(node, symbols), node.args[0] if node.kind == "index" else node
        if not name or head.end not in sizes:
            return _meant(node)
        first = node.args[1:] if node.kind == "index" else ()
        first = (written(node, node.text[1:]),) if name == UNIT and not first else first
        return call(node, name, *first, *(written(node, size) for size in sizes[head.end]))

    return mapped(tree, sized)


def _open(node: Node, symbols: Collection[str]) -> str:
    """What this is if a print leaves its size out: I, ones, e or zeros."""
    if node.kind == "call" and node.text == "vector":
        return "ones"
    if node.kind == "number" and node.value == 0:
        return "zeros"
    head = node.args[0] if node.kind == "index" else node
    if head.kind != "name" or head.text in symbols:
        return ""
    is_column = node.kind == "name" and node.text[1:].isdigit()
    is_unit = head.text[:1] == UNIT and (is_column or head is not node)
    return UNIT if is_unit else "I" if node.text == "I" else ""
