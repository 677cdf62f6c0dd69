r"""From LaTeX to a problem or an expression: the second spelling of the same language."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from matgrad.core.expr import Expr, Symbol
from matgrad.errors import MatgradError
from matgrad.syntax.latex_atoms import HANDLERS
from matgrad.syntax.latex_glyphs import glyphs
from matgrad.syntax.latex_names import Names, Written, read_name
from matgrad.syntax.latex_reader import Reader, Setting
from matgrad.syntax.latex_source import Source
from matgrad.syntax.parse import TIGHT
from matgrad.syntax.problem import read_expression
from matgrad.syntax.tokens import Token


def parse_latex_expression(
    text: str, symbols: Mapping[str, Expr], functions: Collection[str] = ()
) -> Expr:
    r"""Read one formula in which every name is given.

    >>> from matgrad import ops
    >>> x = ops.symbol("x", "n")
    >>> parse_latex_expression(r"x^{\top} x", {"x": x}) is x.T @ x
    True
    """
    try:
        source = Source(glyphs(text))
        reader = Reader(
            source, _names(source, symbols, functions), _setting(symbols, functions), HANDLERS
        )
        tokens = [_loose(token) for token in reader.read(0, len(source.glyphs))]
        return read_expression(tokens, text, symbols, functions)
    except MatgradError as error:
        raise error.at(None, text) from None


def _loose(token: Token) -> Token:
    return token._replace(text="*") if token.text == TIGHT else token


def _setting(symbols: Mapping[str, Expr], functions: Collection[str]) -> Setting:
    moved = {
        node.data.differential_of: name
        for name, node in symbols.items()
        if isinstance(node.data, Symbol) and node.data.differential_of is not None
    }
    scalars = {name for name, node in symbols.items() if node.is_scalar}
    return Setting(functions=functions, scalars=scalars, differentials=moved, strict=True)


def _names(source: Source, symbols: Mapping[str, Expr], functions: Collection[str]) -> Names:
    sizes = {name for node in symbols.values() for size in node.shape for name in size.names}
    moved = {
        node.data.differential_of
        for node in symbols.values()
        if isinstance(node.data, Symbol) and node.data.differential_of is not None
    }
    names = Names(dict.fromkeys([*symbols, *functions, *sizes, *moved]))
    names.assign(written_names(source))
    return names


def written_names(source: Source) -> set[Written]:
    """All names that stand anywhere in a text."""
    found: set[Written] = set()
    index, end = 0, len(source.glyphs)
    while index < end:
        is_start = source.glyphs[index].kind in ("letter", "command", "group")
        name = read_name(source, index, end) if is_start else None
        index += 1
        if name is not None:
            found.add(name.name)
            index = name.after
    return found
