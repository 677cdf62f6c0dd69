r"""A formula in LaTeX in which every name is given, as answers are read back."""

from __future__ import annotations

from collections.abc import Mapping

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.expression import Named, declarations_of, read_tree
from matgrad.syntax.latex.derivatives import with_derivatives
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import with_given_names, with_operators
from matgrad.syntax.macros import expanded, is_function
from matgrad.syntax.parse import Known, parse
from matgrad.syntax.tree import Node


def parse_latex_expression(text: str, symbols: Mapping[str, Expr], functions: Named = ()) -> Expr:
    r"""Read one formula in which every name is given.

    >>> from matgrad import ops
    >>> x = ops.symbol("x", "n")
    >>> parse_latex_expression(r"x^{\top} x", {"x": x}) is x.T @ x
    True
    """
    try:
        return read_tree(latex_tree(text, symbols, functions), text, symbols, functions)
    except MatgradError as error:
        raise error.at(None, text) from None


def latex_tree(text: str, symbols: Mapping[str, Expr], functions: Named = ()) -> Node:
    """What the grammar makes of a formula in which every name is given."""
    named = declarations_of(functions)
    params = [param for declared in named.values() for param in declared.params]
    given = with_given_names(tokens_of(text), symbols, [*named, *params])
    tokens = with_operators(with_derivatives(given, named), symbols)
    known = Known({*symbols, *params}, named.keys(), is_function, latex=True)
    return with_arguments(expanded(parse(tokens, known), {*symbols, *named}), named, {})
