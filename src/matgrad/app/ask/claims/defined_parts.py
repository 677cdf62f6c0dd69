"""Claims about a derivative by something that the text defines, where its definition holds.

By Σ = LLᵀ the derivative is that of a function of a free Σ; its formula may make use of what the
definition says of Σ, as that it is symmetric.
"""

from __future__ import annotations

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.constraints import assuming
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError
from matgrad.ops import zeros_of
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify
from matgrad.syntax.latex_problem import parse_latex
from matgrad.verify.claim import UNDECIDED, check_claim
from matgrad.verify.found import RIGHT, ClaimReport


def as_defined(subject: Subject, variable: str, claimed: Expr, true: Expr) -> ClaimReport | None:
    """The verdict with the definition of the variable put in; None if it has none or is no help."""
    x, latex = subject.problem.symbols[variable], _definition(subject, variable)
    if not latex or claimed.shape != true.shape:
        return None
    try:
        value = _value(subject, x, latex)
    except MatgradError:
        return _if_symmetric(subject, x, claimed, true)
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


def _if_symmetric(subject: Subject, x: Expr, claimed: Expr, true: Expr) -> ClaimReport | None:
    """What is right for a symmetric matrix is not wrong if its definition cannot be read."""
    held = assuming(subject.problem, [(x.name, "symmetric")]) if x.shape.is_square else None
    if held is None or x.is_scalar:
        return None
    y = held.symbols[x.name]
    result = check_claim(held, y, substitute(claimed, {x: y}), substitute(true, {x: y}))
    words = f"it is right if {plain_name(x.name)} is symmetric; its definition was not read"
    return ClaimReport(UNDECIDED, words) if result.status == RIGHT else None


def _definition(subject: Subject, name: str) -> str:
    part = subject.found.meaning.defined.get(name)
    return part.values[0] if part and part.left.arguments is None else ""


def _value(subject: Subject, x: Expr, latex: str) -> Expr:
    """The definition as an expression; the sizes of its letters are those that fit."""
    meant = applied(latex, subject.found.meaning)
    whole = rf"{latex_name(x.name)} + \left({meant}\right)"
    inside = {*names_in(whole)}
    known = {n: y for n, y in subject.problem.symbols.items() if n in inside}
    said = subject.found.said.facts
    facts = {n: sorted(said[n]) for n in inside if n in said and n != x.name}
    shapes = {name: tuple(map(str, y.shape)) for name, y in known.items()}
    read = parse_latex(whole, shapes, facts, in_text=True)
    same = {y: subject.problem.symbols.get(name, y) for name, y in read.symbols.items()}
    return simplify(substitute(read.function, {**same, read.symbols[x.name]: zeros_of(x.shape)}))
