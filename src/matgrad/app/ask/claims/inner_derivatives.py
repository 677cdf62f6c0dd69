r"""Derivatives inside of formulas: f'(x), \nabla f(x + y) and df/dx stand for what they are.

They are given names, so that f'' = 2f' and x^T\nabla f = 2f are formulas like others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claims.at_entries import at_entries, inside_sum, is_indexed
from matgrad.app.ask.claims.evaluated import with_facts
from matgrad.app.ask.claims.new_letters import name_new
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.formulas.claimed import INNER, order_of
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    Derivative,
    left_side,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names, functions_of, missing
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.ops import symbol_op, transpose
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.syntax.latex_problem import parse_latex_expression

_INSIDE = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
_BY = r"(?:\s*_\s*(?:\{[^{}]*\}|\w))?"
_PARTIAL = r"(?:\\partial|d|\\mathrm\s*\{\s*d\s*\})"
# ∇(xᵀAx), ∂/∂x (xᵀAx)
_OF_FORMULA = re.compile(
    rf"(?:\\nabla{_BY}|\\[dt]?frac\s*\{{\s*{_PARTIAL}\s*\}}\s*\{{\s*{_PARTIAL}\s*[^{{}}]+\}})"
    rf"\s*(?:\\left\s*)?\({_INSIDE}\)(?!\s*[\^'_])"
)


def named(
    pieces: Sequence[str], subject: Subject, as_rows: bool = False
) -> tuple[list[str], Names]:
    """Formulas with names for the derivatives inside of them, and all names."""
    old = subject.names
    names = replace(old, known=dict(old.known), closed=dict(old.closed), shown={})
    fresh, functions = _fresh(pieces, names), functions_of(subject.found, subject.problem)
    parts = {each.symbol.name for each in subject.problem.definitions}

    def written(found: re.Match[str]) -> str:
        is_turned = found["primed"] and whole_name(found["primed"]) not in functions
        inside = None if is_turned else _meant(found)
        left = left_side(inside.function) if inside and inside.function else None
        is_own = left is not None and not found["primed"] and left.name == subject.problem.name
        is_part = left is not None and not found["primed"] and left.name in parts
        if inside is None or left is None or not (is_own or is_part or left.name in functions):
            return found[0]
        about, own = _about(subject, left.name), _argument(subject, left.name)
        by = (own,) if own and not inside.variables else inside.variables
        if own and is_indexed(found, names.known):
            return inside_sum(about, inside.kind, own, (left.arguments or ("",))[0])
        value = _value(about, replace(inside, variables=by), left.arguments or (), names, inside)
        return called(value, found[0], inside.kind)

    def of_formula(found: re.Match[str]) -> str:
        inside = derivative(found[0].strip())
        if inside is None or left_side(inside.function) is not None or inside.kind != GRADIENT:
            return found[0]
        try:
            return called(_of_formula(subject, inside, names), found[0], GRADIENT)
        except MatgradError:
            return found[0]

    def called(value: Expr, latex: str, kind: str) -> str:
        value = transpose(value) if as_rows and kind == GRADIENT else value
        part = make(symbol_op, (), Symbol(next(fresh), value.shape))
        for x in (part, *symbols(value)):  # of another function, as b of y(t) = b sin t
            names.known.setdefault(x.name, x)
        names.closed[part] = substitute(value, names.closed)
        names.shown[part.name] = quoted(latex).plain
        return f" {latex_name(part.name)} "

    pieces = [_OF_FORMULA.sub(of_formula, piece) for piece in pieces]
    return [INNER.sub(written, piece) for piece in pieces], names


def _of_formula(subject: Subject, wanted: Derivative, names: Names) -> Expr:
    """The gradient of a formula that stands in brackets behind its sign."""
    variables = wanted.variables or by_default(subject)
    if len(variables) != 1 or variables[0] not in subject.problem.symbols:
        raise UnsupportedError("the variable of a derivative inside of a formula is not clear")
    return gradient_of(subject.problem, read_whole(wanted.function, names), variables[0])


def read_whole(latex: str, names: Names) -> Expr:
    """A formula in the variables, without the names that the text defines."""
    return substitute(parse_latex_expression(latex, names.known, names.functions), names.closed)


def gradient_of(problem: Problem, function: Expr, variable: str) -> Expr:
    """The gradient of another function of the same variables."""
    if not function.is_scalar:
        raise UnsupportedError("only the gradient of a number is compared inside of a claim")
    given = Problem(function, problem.name, symbols=problem.symbols)
    return api.gradient(given, variable).answers[variable]


def _about(subject: Subject, name: str) -> Subject:
    """The function of this name, as a function of its own variable, or of the same."""
    if name == subject.problem.name:
        return subject
    own = _argument(subject, name)
    return Subjects(subject.found, subject).named(latex_name(name), own or by_default(subject)[0])


def _argument(subject: Subject, name: str) -> str:
    """The one variable with which a function is defined, if it is not the main function."""
    if name == subject.problem.name:
        return ""
    given = (x.left.arguments for x in subject.found.reading.defined if x.left.name == name)
    names = [whole_name(part) or "" for part in next(given, None) or ()]
    return names[0] if len(names) == 1 else ""


def _meant(found: re.Match[str]) -> Derivative | None:
    """The derivative that is written here."""
    if not found["primed"]:
        return derivative(found[0].strip())
    return Derivative(
        GRADIENT if order_of(found["primes"]) == 1 else HESSIAN, found["primed"] + found["of"]
    )


def _fresh(pieces: Sequence[str], names: Names) -> Iterator[str]:
    used = {*names.known, *(name for piece in pieces for name in names_in(piece))}
    return (name for k in range(1, 100) if (name := f"D__{k}") not in used)


def _value(
    subject: Subject, wanted: Derivative, arguments: Sequence[str], names: Names, as_is: Derivative
) -> Expr:
    """The derivative that is meant: at its own variables, at a point, or of a composition."""
    variables = wanted.variables or by_default(subject)
    if (
        wanted.kind == HESSIAN
        and len(variables) == 2
        and {*variables} <= {*subject.problem.symbols}
    ):
        return _mixed(subject, variables)
    if len(variables) == 1 and variables[0] in names.known.keys() - subject.problem.symbols.keys():
        return _by_part(subject, wanted, variables[0], names)
    if len(variables) != 1 or variables[0] not in subject.problem.symbols:
        raise UnsupportedError("the variable of a derivative inside of a formula is not clear")
    x = subject.problem.symbols[variables[0]]
    kind = subject.kind(wanted.kind)
    here = [whole_name(part) for part in arguments]
    if len(arguments) != 1 or (here == [x.name] and names.known.get(x.name, x).shape == x.shape):
        return subject.derivative(kind, x.name)
    point = _point(arguments[0], x, names, subject.found)
    if x.is_scalar and not point.is_scalar:
        return at_entries(substitute(subject.derivative(kind, x.name), names.closed), x, point)
    if as_is.variables and x.name in names_in(arguments[0]):  # d/dx f(x²): of the composition
        function = substitute(substitute(subject.problem.function, names.closed), {x: point})
        given = Problem(function, subject.problem.name, symbols=subject.problem.symbols)
        return getattr(api, kind)(given, x.name).answers[x.name]
    return substitute(substitute(subject.derivative(kind, x.name), names.closed), {x: point})


def _mixed(subject: Subject, variables: Sequence[str]) -> Expr:
    """The second derivative by two numbers, one after the other: f_{xy}."""
    if not all(subject.problem.symbols[name].is_scalar for name in variables):
        raise UnsupportedError("a mixed derivative by vectors inside of a formula is not read")
    first = subject.derivative(GRADIENT, variables[0])
    return gradient_of(subject.problem, first, variables[1])


def _by_part(subject: Subject, wanted: Derivative, variable: str, names: Names) -> Expr:
    """The derivative by something that the text defines, in the names of the formula."""
    other = Subjects(subject.found, subject).named(wanted.function, variable)
    value = other.derivative(other.kind(wanted.kind), variable)
    inside = {x: names.known[x.name] for x in symbols(value) if x.name in names.known}
    return substitute(value, inside)


def _point(latex: str, x: Expr, names: Names, found: Understood) -> Expr:
    """A point: letters that are new are like the variable."""
    latex = applied(latex, found.meaning)
    own = {*found.meaning.functions, *names.functions, *(("pi", "e") if x.is_scalar else ())}
    for name in names_in(latex):
        if name not in names.known and name not in own:
            names.known[name] = with_facts(found, make(symbol_op, (), Symbol(name, x.shape)))
    point = read_whole(latex, names)
    is_alike = point.shape.is_column and x.shape.is_column and not (point.is_scalar or x.is_scalar)
    if point.shape != x.shape and not (is_alike or x.is_scalar):  # the u of g(u) has any length
        raise ShapeError(f"{latex} is {point.shape}, {plain_name(x.name)} is {x.shape}")
    return point


def by_default(subject: Subject) -> tuple[str, ...]:
    """The variables of a derivative that does not name them: the arguments of the function."""
    if subject.own:
        return subject.own
    main = subject.found.function
    given = main.left.arguments if main is not None else None
    names = [whole_name(part) for part in given or ()]
    known = [name for name in names if name in subject.problem.symbols]
    return tuple(known) or tuple(subject.found.variables)


def value_of(subject: Subject, latex: str) -> Expr:
    """A formula with derivatives in it, in the variables; new letters are like the variable."""
    (written,), names = named([latex], subject)
    new = missing(written, subject.found, names)
    name_new(subject.found, names, like_variable(subject), new, [written])
    return substitute(read_claimed(written, subject.found, names), names.closed)


def like_variable(subject: Subject) -> Shape:
    """The shape of the variable, which letters that are new may have."""
    return subject.problem.symbols[by_default(subject)[0]].shape
