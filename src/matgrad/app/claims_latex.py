"""Claims in LaTeX, written as `mg.check` takes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matgrad.app.claims import claimed_lines, named_in, names_of
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import UnknownNameError
from matgrad.render import text
from matgrad.render.glyphs import plain_name
from matgrad.syntax import parse_latex, parse_latex_expression

# What a claim begins with: \nabla f(x), \nabla_x f, \frac{\partial f}{\partial x}, df/dx
_LABEL = re.compile(
    r"\s*(?:\\nabla(?:\s*\^\s*\{?\s*2\s*\}?)?(?:\s*_\s*(?:\w|\\\w+|\{[^{}]*\}))?[^=]{0,60}"
    r"|\\[dt]?frac\s*\{\s*(?:\\partial|d)[^{}]*\}\s*\{\s*(?:\\partial|d)[^{}]*\}[^=]{0,20}"
    r"|(?:\\partial|d)\s*\w+\s*/\s*(?:\\partial|d)\s*\w+)\s*"
)


def claim_of_latex(problem: Problem, latex: str) -> str:
    r"""A claim in LaTeX about a function, in the language of plain text.

    >>> from matgrad.app.api import parse_latex
    >>> claim_of_latex(parse_latex(r"\|Ax-b\|^2"), r"\nabla f(x) = 2A^\top(Ax-b)")
    "2*A'*(A*x - b)"
    """
    first, *others = claimed_lines(latex)
    sides = others if others and _LABEL.fullmatch(first) else [first, *others]
    return " = ".join(text(_expression(problem, side)) for side in sides)


def read_sums(latex: str, known: Mapping[str, Expr], named: Sequence[str] = ()) -> Expr:
    """A formula with sums over an index, in which every name is known."""
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    read = parse_latex(latex, shapes, named=named)
    for name in read.symbols:
        if name not in known:
            raise UnknownNameError(f"{plain_name(name)} stands for nothing that is known")
    return substitute(read.function, {x: known[name] for name, x in read.symbols.items()})


def _expression(problem: Problem, latex: str) -> Expr:
    known = names_of(problem)
    if r"\sum" in latex or r"\prod" in latex:
        return read_sums(latex, known)
    return parse_latex_expression(latex, known, named_in(problem))
