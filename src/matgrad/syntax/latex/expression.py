r"""A formula in LaTeX in which every name is given, as answers are read back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from matgrad.core.expr import Expr, Symbol
from matgrad.errors import MatgradError
from matgrad.syntax.bars import BARS
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.expression import Named, declarations_of, read_tree
from matgrad.syntax.latex.derivatives import with_derivatives
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.operators import with_operators
from matgrad.syntax.macros import expanded
from matgrad.syntax.parse import Known, parse
from matgrad.syntax.printed import Form, form_of
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node, mapped
from matgrad.syntax.typed import is_function


def parse_latex_expression(
    text: str, symbols: Mapping[str, Expr], functions: Named = (), *, bars: str = BARS
) -> Expr:
    r"""Read one formula in which every name is given; `bars` is what |X| means.

    >>> from matgrad import ops
    >>> x = ops.symbol("x", "n")
    >>> parse_latex_expression(r"x^{\top} x", {"x": x}) is x.T @ x
    True
    """
    try:
        tree = latex_tree(text, symbols, functions, bars)
        return read_tree(tree, text, symbols, functions)
    except MatgradError as error:
        raise error.at(None, text) from None


def latex_tree(
    text: str, symbols: Mapping[str, Expr], functions: Named = (), bars: str = BARS
) -> Node:
    """What the grammar makes of a formula in which every name is given."""
    named = declarations_of(functions)
    params = [param for declared in named.values() for param in declared.params]
    given = with_given_names(tokens_of(text), symbols, [*named, *params])
    tokens = with_operators(with_derivatives(given, named), symbols)
    known = Known({*symbols, *params}, named.keys(), is_function, latex=True)
    tree = with_arguments(expanded(parse(tokens, known), {*symbols, *named}), named, {})
    return mapped(tree, lambda node: replace(node, text=bars) if _is_bars(node) else node)


def _is_bars(node: Node) -> bool:
    return node.kind == "call" and node.text == BARS


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
        token = tokens[at]
        if token.kind is not Kind.NAME:
            found.append(token)
            at += 1
            continue
        name, end = _given(tokens, at + 1, moved) if token.text == "d" else ("", at)
        if not name and token.text == "d" and tokens[at + 1].text == "{":
            name, end = _given(tokens, at + 2, moved)
            name, end = (name, end + 1) if tokens[end].text == "}" else ("", at)
        if not name:
            name, end = _given(tokens, at, given)
        if name:
            found.append(token._replace(text=name, end=tokens[end - 1].end))
            at = end
        else:
            found.append(token)
            at += 1
    return found


def _given(tokens: Sequence[Token], at: int, given: Mapping[Form, str]) -> tuple[str, int]:
    """The longest given name that begins here, and where it ends; "" if there is none."""
    stem = tokens[at].text
    ends: list[tuple[str, int]] = [(stem, at + 1)]
    below, after = _script(tokens, at + 1, "_")
    if below:
        ends.append((f"{stem}_{below}", after))
    for name, end in list(ends):
        above, last = _layer(tokens, end)
        if above:
            ends.append((f"{name}__{above}", last))
    for name, end in reversed(ends):
        known = given.get(form_of(name))
        if known is not None:
            return known, end
    return "", at


def _script(tokens: Sequence[Token], at: int, sign: str) -> tuple[str, int]:
    """The plain letters and digits of a script, and where it ends."""
    if tokens[at].text != sign or tokens[at].kind is not Kind.SIGN:
        return "", at
    if tokens[at + 1].text != "{":
        plain = tokens[at + 1].kind in (Kind.NAME, Kind.NUMBER)
        return (tokens[at + 1].text, at + 2) if plain else ("", at)
    end = at + 2
    parts: list[str] = []
    while tokens[end].kind in (Kind.NAME, Kind.NUMBER) or tokens[end].text in (",", "_"):
        parts.append("_" if tokens[end].kind is Kind.SIGN else tokens[end].text)
        end += 1
    return ("".join(parts), end + 1) if tokens[end].text == "}" else ("", at)


def _layer(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """The number of W^{(1)}, and where it ends."""
    texts = [token.text for token in tokens[at : at + 6]]
    is_layer = texts[:3] == ["^", "{", "("] and texts[4:6] == [")", "}"]
    return (texts[3], at + 6) if is_layer else ("", at)
