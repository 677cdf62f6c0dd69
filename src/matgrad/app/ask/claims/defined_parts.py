"""Claims about a derivative by something that the text defines, where its definition holds.

By Σ = LLᵀ the derivative is that of a function of a free Σ; its formula may make use of what the
definition says of Σ, as that it is symmetric.
"""

from __future__ import annotations

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.calls import applied
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.syntax import parse_latex, parse_latex_expression
from matgrad.verify.claim import check_claim
from matgrad.verify.found import RIGHT, ClaimReport


def as_defined(subject: Subject, variable: str, claimed: Expr, true: Expr) -> ClaimReport | None:
    """The verdict with the definition of the variable put in; None if it has none or is no help."""
    x, latex = subject.problem.symbols[variable], _definition(subject, variable)
    if not latex or claimed.shape != true.shape:
        return None
    try:
        value = _value(subject, x, latex)
    except MatgradError:
        return None
    inner = next((s for s in symbols(value) if s not in symbols(subject.problem.function)), None)
    if value.shape != x.shape or inner is None:
        return None
    put = {x: value}
    function = substitute(subject.problem.function, put)
    problem = Problem(
        function, subject.problem.name, symbols={s.name: s for s in symbols(function)}
    )
    result = check_claim(problem, inner, substitute(claimed, put), substitute(true, put))
    if result.status != RIGHT:
        return None
    return ClaimReport(RIGHT, f"with {plain_name(variable)} = {quoted(latex).plain}")


def _definition(subject: Subject, name: str) -> str:
    part = subject.found.meaning.defined.get(name)
    return part.values[0] if part and part.left.arguments is None else ""


def _value(subject: Subject, x: Expr, latex: str) -> Expr:
    """The definition as an expression; the sizes of its letters are those that fit."""
    meant = applied(latex, subject.found.meaning)
    whole = rf"{latex_name(x.name)} + \left({meant}\right)"
    known = {n: y for n, y in subject.problem.symbols.items() if n in names_in(whole)}
    read = parse_latex(whole, {name: tuple(map(str, y.shape)) for name, y in known.items()})
    return parse_latex_expression(meant, {**read.symbols, **subject.problem.symbols})
