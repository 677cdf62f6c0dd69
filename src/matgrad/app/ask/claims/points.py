r"""Whether a derivative is zero, or what a text says at a fixed point: \nabla f = 0, f'(1) = 3."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claims.evaluated import Place, bracketed, broken_at, readable, value_of, valued
from matgrad.app.ask.claims.imposing import UNREAD, with_given
from matgrad.app.ask.claims.inner_derivatives import by_default, named
from matgrad.app.ask.claims.laplacians import vanishing
from matgrad.app.ask.claims.reach import only_there, within_reach
from matgrad.app.ask.claims.rounded import as_rounded
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.facts.said import Point
from matgrad.app.ask.formulas.claimed import listed
from matgrad.app.ask.formulas.constants import constant, primed
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, whole_name
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.names import missing
from matgrad.core.expr import Expr
from matgrad.core.facts import fact_words
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnknownNameError, UnsupportedError
from matgrad.ops import zeros_of
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG

ELSEWHERE = "it is about the points of another formula"


def check_points(subjects: Subjects) -> list[Verdict]:
    """The verdicts on such claims."""
    points = subjects.found.said.points
    return [replace(_checked(subjects, each), segment=each.segment) for each in points]


def _checked(subjects: Subjects, point: Point) -> Verdict:
    """The verdict on one; that a second derivative is zero everywhere may be said of the trace."""
    verdict = _check(subjects, point)
    own = point.derivative
    is_whole = own.kind == HESSIAN and not (own.variables or point.at or point.is_there)
    is_zero = is_whole and verdict.is_wrong and constant(point.value) == "0"
    if not is_zero:
        return verdict
    return vanishing(subjects.named(own.function, subjects.found.variables[0]), verdict)


def check_values(subject: Subject) -> list[Verdict]:
    """The verdicts on what a text says that the function itself is at a point: f(2) = 8."""
    found, problem = subject.found, subject.problem
    main = found.function
    names = [whole_name(x) or "" for x in (main.left.arguments or () if main else ())]
    variables = [problem.symbols[name] for name in names if name in problem.symbols]
    verdicts: list[Verdict] = []
    for each in found.reading.defined:
        is_same = main is not None and each is not main and each.left.name == main.left.name
        given = (each.left.arguments or ()) if is_same else ()
        place = bracketed(given, variables) if given else ()
        if place:
            label = f"{each.latex} = {each.values[0]}"
            verdicts.append(_value(subject, label, each.values[0], dict(place)))
    return verdicts


def _value(subject: Subject, label: str, latex: str, place: Place) -> Verdict:
    try:
        true = valued(subject.problem.function, place)
        claim = read_sized(latex, subject.found, subject.names, true)
        result = check_claim(subject.problem, next(iter(place)), claim, true)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return Verdict(label, result.status, "", None, None, claim, true)


def _check(subjects: Subjects, point: Point) -> Verdict:
    found = subjects.found
    own = subjects.variables_of(point.derivative.function)
    if len(own) == 1 and not point.derivative.variables:  # φ'(0), of a φ(t) beside f(x)
        point = replace(point, derivative=replace(point.derivative, variables=own))
    variable = next(iter(point.derivative.variables), found.variables[0])
    if point.is_elsewhere:
        return Verdict(point.latex, NOT_READ, ELSEWHERE)
    if not point.derivative.variables and len(found.variables) > 1 and constant(point.value) == "0":
        return _all_zero(subjects, point)
    try:
        subject = subjects.named(point.derivative.function, variable)
        facts = [
            f for f in found.said.cases.get(point.segment, ()) if f[0] in subject.problem.symbols
        ]
        subject = subject.assuming(facts) if facts else subject
        subject = replace(subject, found=within_reach(found, point.segment))
        if point.is_there and not readable(subject.found, subject.problem):
            return Verdict(point.latex, NOT_READ, UNREAD)
        true = simplify(_there(subject, point, variable))
        is_zero = constant(point.value) == "0"
        (value,), names = named([point.value], subject)
        claim = zeros_of(true.shape) if is_zero else read_sized(value, found, names, true)
        claim = substitute(claim, names.closed)
        result = _compared(subject, point, claim, true)
    except MatgradError as error:
        return Verdict(point.latex, NOT_READ, error.message)
    words = [f"{plain_name(name)} is {fact_words(fact)}" for name, fact in facts]
    parts = [f"supposing that {' and '.join(words)}" if words else "", result.slip]
    shown = "; ".join(part for part in parts if part)
    verdict = Verdict(point.latex, result.status, shown, result, None, claim, true)
    verdict = as_rounded(subject, variable, point.value, replace(verdict, segment=point.segment))
    return only_there(found, point.segment, verdict)


def _all_zero(subjects: Subjects, point: Point) -> Verdict:
    """Are the derivatives by all variables zero?"""
    verdicts: list[Verdict] = []
    for name in subjects.found.variables:
        one = replace(point, derivative=replace(point.derivative, variables=(name,)))
        verdicts.append(_check(subjects, one))
    bad = [each for each in verdicts if not each.is_right]
    return next(iter((*(each for each in bad if each.is_wrong), *bad, *verdicts)))


def _compared(subject: Subject, point: Point, claim: Expr, true: Expr) -> ClaimReport:
    """The verdict, without the slips of formulas; numbers for the variable show nothing here."""
    variable = next(iter(point.derivative.variables), subject.found.variables[0])
    result = check_claim(subject.problem, subject.problem.symbols[variable], claim, true)
    if result.status != WRONG:
        return result
    given = with_given(subject, variable, claim, true, point.segment)
    shown = None if point.at else result.counterexample
    return given or ClaimReport(WRONG, "" if claim.shape == true.shape else result.slip, shown)


def _at_all(subject: Subject, true: Expr, numbers: list[str]) -> Expr:
    """A derivative at a point (1, 1) of all variables of a function."""
    symbols = subject.problem.symbols
    place = bracketed(numbers, [symbols[name] for name in by_default(subject)])
    if not place:
        raise UnsupportedError("the point does not fit the variables")
    return valued(true, dict(place))


def _there(subject: Subject, point: Point, variable: str) -> Expr:
    """The true derivative, at the point if one is named."""
    if variable not in subject.problem.symbols:
        words = f"{plain_name(variable)} is not a variable of {subject.problem.name}"
        raise UnsupportedError(words)
    x = subject.problem.symbols[variable]
    true = subject.derivative(subject.kind(point.derivative.kind), variable)
    if not point.at:
        return true
    if numbers := listed(point.at):
        return _at_all(subject, true, numbers)
    is_number = constant(point.at) or primed(f"f'({point.at})")
    if unknown := [] if is_number else missing(point.at, subject.found, subject.names):
        raise UnknownNameError(subject.names.unknown(unknown[0]))
    place = {x: substitute(value_of(point.at, x, subject.names.known), subject.names.closed)}
    d = getattr(api, subject.kind(GRADIENT))(subject.problem, variable)
    if broken := broken_at(d, place):
        raise UnsupportedError(f"there is no derivative at this point: {broken[0]} is needed")
    return substitute(true, place)
