r"""Claims that a derivative is zero, or what it is at a fixed point: \nabla f = 0, f'(1) = 3."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claimed import read_sized
from matgrad.app.ask.derivatives import derivative
from matgrad.app.ask.evaluated import broken_at, value_of
from matgrad.app.ask.imposing import with_given
from matgrad.app.ask.marks import M, numbers
from matgrad.app.ask.names import missing
from matgrad.app.ask.notation import GRADIENT, Left, left_side
from matgrad.app.ask.places import constant, primed
from matgrad.app.ask.reading import Reading
from matgrad.app.ask.said import Point, Said
from matgrad.app.ask.steps import NOT_READ, Verdict
from matgrad.app.ask.subjects import Subject, Subjects
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnknownNameError, UnsupportedError
from matgrad.ops import zeros_of
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG

_CONDITION = re.compile(  # words before an equation that make it one to be solved
    r"\b(?:set|setting|solv\w*|where|such that|st|until|put|putting|impos\w*|requir\w*|satisf\w*"
    r"|find|for which|needs?|must|wants?|should|equat\w*|zero|condition\w*|equations?)\b"
    r"|\b(?:if|when|whenever)\b[^,]*$",
    re.I,
)
_OPTIMUM = re.compile(
    r"\b(?:minim\w*|maxim\w*|optim\w*|stationary|critical|first[- ]order|saddle|roots?|equilib\w*)",
    re.I,
)
_THERE = re.compile(rf"\s*,?\s*(?:when|where|at|for|if|iff|exactly (?:at|when))\s+({M})")
ELSEWHERE = "it is about the points of another formula"


def tell_points(said: Said, sentence: str, reading: Reading) -> None:
    """Take the equations of a sentence for claims that do not say what is to be solved."""
    for segment in [n for mark in re.findall(M, sentence) for n in numbers(mark)]:
        point = point_in(reading, segment)
        mark = f"{M[0]}{segment}{M[-1]}"
        before, _, after = sentence.partition(mark)
        if point is None or _CONDITION.search(before) or _OPTIMUM.search(sentence):
            continue
        there = _THERE.match(after)
        facts = {each.segment for each in reading.stated}
        number_there = next(numbers(there[1])) if there else -1
        is_elsewhere = there and number_there not in facts and number_there not in reading.names
        said.points.append(replace(point, is_elsewhere=bool(is_elsewhere)))
        reading.equal.pop(segment, None)
        reading.claimed = [c for c in reading.claimed if c.segment != segment]


def point_in(reading: Reading, segment: int) -> Point | None:
    """The claim that a formula is, if it is one of these."""
    pieces = reading.equal.get(segment, ())
    claims = [c for c in reading.claimed if c.segment == segment]
    if not pieces and len(claims) == 1 and len(claims[0].values) == 1:
        pieces = (claims[0].latex, *claims[0].values)
    if len(pieces) != 2:
        return None
    first, value = pieces
    if known := primed(first):
        return Point(segment, f"{first} = {value}", *known, value)
    found = derivative(first)
    if found is None or found.direction or len(found.variables) > 1:
        return None
    left = left_side(found.function) if found.function else None
    given = (left.arguments or ()) if left else ()
    at = constant(given[0]) if len(given) == 1 else ""
    if not at and constant(value) != "0":
        return None
    if not at and len(given) == 1 and not _are_its_own(reading, left):
        at = given[0]
    of = replace(found, function=found.function.partition("(")[0].strip()) if at else found
    return Point(segment, f"{first} = {value}", of, at, value)


def _are_its_own(reading: Reading, left: Left | None) -> bool:
    """Are these the variables that a function is defined with, and no point?"""
    if left is None or left.arguments is None:
        return True
    known = [d.left.arguments for d in reading.defined if d.left.name == left.name]
    return all(given in (None, left.arguments) for given in known)


def check_points(subjects: Subjects) -> list[Verdict]:
    """The verdicts on such claims."""
    return [_check(subjects, each) for each in subjects.found.said.points]


def _check(subjects: Subjects, point: Point) -> Verdict:
    found = subjects.found
    variable = next(iter(point.derivative.variables), found.variables[0])
    if point.is_elsewhere:
        return Verdict(point.latex, NOT_READ, ELSEWHERE)
    try:
        subject = subjects.named(point.derivative.function, variable)
        facts = [
            f for f in found.said.cases.get(point.segment, ()) if f[0] in subject.problem.symbols
        ]
        subject = subject.assuming(facts) if facts else subject
        true = simplify(_there(subject, point, variable))
        is_zero = constant(point.value) == "0"
        claim = (
            zeros_of(true.shape) if is_zero else read_sized(point.value, found, subject.names, true)
        )
        result = _compared(subject, point, claim, true)
    except MatgradError as error:
        return Verdict(point.latex, NOT_READ, error.message)
    words = [f"{plain_name(name)} is {fact.replace('_', ' ')}" for name, fact in facts]
    parts = [f"supposing that {' and '.join(words)}" if words else "", result.slip]
    shown = "; ".join(part for part in parts if part)
    return Verdict(point.latex, result.status, shown, result, None, claim, true)


def _compared(subject: Subject, point: Point, claim: Expr, true: Expr) -> ClaimReport:
    """The verdict, without the slips of formulas; numbers for the variable show nothing here."""
    variable = next(iter(point.derivative.variables), subject.found.variables[0])
    result = check_claim(subject.problem, subject.problem.symbols[variable], claim, true)
    if result.status != WRONG:
        return result
    given = with_given(subject, variable, claim, true)
    shown = None if point.at else result.counterexample
    return given or ClaimReport(WRONG, "" if claim.shape == true.shape else result.slip, shown)


def _there(subject: Subject, point: Point, variable: str) -> Expr:
    """The true derivative, at the point if one is named."""
    if variable not in subject.problem.symbols:
        words = f"{plain_name(variable)} is not a variable of {subject.problem.name}"
        raise UnsupportedError(words)
    x = subject.problem.symbols[variable]
    true = subject.derivative(subject.kind(point.derivative.kind), variable)
    if not point.at:
        return true
    if unknown := [] if constant(point.at) else missing(point.at, subject.found, subject.names):
        raise UnknownNameError(f"{plain_name(unknown[0])} stands for nothing that is known")
    place = {x: substitute(value_of(point.at, x, subject.names.known), subject.names.closed)}
    d = getattr(api, subject.kind(GRADIENT))(subject.problem, variable)
    if broken := broken_at(d, place):
        raise UnsupportedError(f"there is no derivative at this point: {broken[0]} is needed")
    return substitute(true, place)
