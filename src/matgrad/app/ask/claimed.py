"""A formula of a claim as an expression: every name is known, and sums over an index are read."""

from __future__ import annotations

from matgrad.app.ask.calls import applied
from matgrad.app.ask.names import Names
from matgrad.app.ask.understood import Understood
from matgrad.core.expr import Expr, is_differential
from matgrad.core.walk import substitute
from matgrad.errors import UnknownNameError
from matgrad.render.glyphs import plain_name
from matgrad.syntax import parse_latex, parse_latex_expression


def read_claimed(latex: str, found: Understood, names: Names) -> Expr:
    """The expression that a claim gives."""
    meant = applied(latex, found.meaning)
    if r"\sum" not in meant:
        return parse_latex_expression(meant, names.known, names.functions)
    known = {name: x for name, x in names.known.items() if not is_differential(x)}
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    problem = parse_latex(meant, shapes)
    unknown = [name for name in problem.symbols if name not in known]
    if unknown:
        raise UnknownNameError(f"{plain_name(unknown[0])} stands for nothing that is known")
    return substitute(problem.function, {x: known[n] for n, x in problem.symbols.items()})
