r"""Derivatives of functions of a number at each entry of a vector, \rho'(Wx) or \rho'(w^Tx_i)."""

from __future__ import annotations

import re
from collections.abc import Container

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.calls import replaced
from matgrad.app.ask.problem.lifted import of_entries
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.walk import substitute, symbols
from matgrad.errors import ShapeError
from matgrad.ops import symbol_op
from matgrad.render import latex as typeset
from matgrad.render import plain
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.syntax.latex_problem import parse_latex_expression

_INDEXED = re.compile(r"\w+_[i-n]{1,2}")


def is_indexed(found: re.Match[str], known: Container[str]) -> bool:
    """Does a function with a prime stand at something with an index that is no name?"""
    names = names_in(found["of"]) if found["primed"] else ()
    return any(_INDEXED.fullmatch(name) and name not in known for name in names)


def inside_sum(about: Subject, kind: str, variable: str, point: str) -> str:
    """The derivative of a function of a number at what a sum has for each index, as LaTeX."""
    value = substitute(about.derivative(about.kind(kind), variable), about.names.closed)
    written = replaced(typeset(value), variable, rf"\left({point}\right)")
    return rf"\left({written}\right)"


def at_entries(value: Expr, x: Expr, point: Expr) -> Expr:
    """The derivative of a function of a number at each entry of a vector: g'(Wx)."""
    latex = of_entries(typeset(value), latex_name(x.name))
    if latex is None:
        raise ShapeError(f"{plain(point)} is {point.shape}, {plain_name(x.name)} is {x.shape}")
    entries = make(symbol_op, (), Symbol(x.name, point.shape))
    others = {each.name: each for each in symbols(value) if each != x}
    return substitute(parse_latex_expression(latex, {**others, x.name: entries}), {entries: point})
