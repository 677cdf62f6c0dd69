"""Derivatives along a direction that words name: “in the direction (1, 1) it is 5”, “along v”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.app import api
from matgrad.app.ask.asking.by_what import lists_along
from matgrad.app.ask.claims.components import check_along
from matgrad.app.ask.claims.evaluated import claim_at, readable, value_of, valued
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.said import Told
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.lists import numbers_in
from matgrad.app.ask.formulas.notation import GRADIENT, Derivative, whole_name
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M
from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops import add, frobenius, sqrt
from matgrad.render import plain
from matgrad.rules.simplify import multiplied_out, simplify
from matgrad.verify.claim import UNDECIDED, check_claim
from matgrad.verify.found import RIGHT
from matgrad.verify.lines import WRONG

_WORD = re.compile(
    r"\bdirectional derivative|\b(?:derivative|rate of change|slope)\b[^.?!]*\bin the direction\b",
    re.I,
)
_LOOSE = re.compile(rf"\btowards?\s+{M}", re.I)
UNIT = "by a step of length one"
LOOSE = "it is not said whether that is the direction or a point that lies in it"
UNREAD = "it may be the derivative along a direction, which is not read"


@dataclass(frozen=True)
class Slope:
    """The derivative along a direction as it is given, and, if that is not 1, over its length."""

    written: str
    value: Expr
    unit: Expr | None
    needed: tuple[str, ...]


def slopes_of(subject: Subject) -> Iterator[Slope]:
    """The derivatives along the lists of numbers that the text calls directions."""
    for latex in dict.fromkeys(lists_along(subject.found.cut)):
        try:
            yield _slope(subject, numbers_in(latex))
        except MatgradError:
            continue  # the direction is asked for


def _slope(subject: Subject, parts: Sequence[str]) -> Slope:
    problem = subject.problem
    if subject.kind(GRADIENT) != GRADIENT:
        raise UnsupportedError("the function is no number")
    xs = _coordinates(subject)
    d = api.gradient(problem, [x.name for x in xs])
    values = _values(parts, xs)
    raw = add(*(frobenius(d.answers[x.name], v) for x, v in zip(xs, values, strict=True)))
    slope = shortest(problem, xs[0], raw)
    length = simplify(add(*(frobenius(v, v) for v in values)))
    unit = None if number_value(length) == 1 else simplify(slope / sqrt(length))
    needed = tuple(dict.fromkeys(each.words for each in d.assumptions))
    return Slope(f"({', '.join(parts)})", slope, unit, needed)


def _coordinates(subject: Subject) -> list[Expr]:
    """All variables of the function, in their order."""
    found, known = subject.found, subject.problem.symbols
    given = found.function.left.arguments if found.function else None
    names = [whole_name(part) or "" for part in given or ()]
    names = names if names and all(name in known for name in names) else [*found.variables]
    return [known[name] for name in names]


def _values(parts: Sequence[str], xs: Sequence[Expr]) -> list[Expr]:
    """The entries of the direction: one for each number, or all for the one vector."""
    if len(xs) == 1 and xs[0].shape.is_column and not xs[0].is_scalar:
        return [value_of(r"\begin{pmatrix}" + r" \\ ".join(parts) + r"\end{pmatrix}", xs[0])]
    if len(xs) != len(parts) or not all(x.is_scalar for x in xs):
        raise UnsupportedError("the direction has not as many entries as there are variables")
    return [value_of(part, x) for part, x in zip(parts, xs, strict=True)]


def shortest(problem: Problem, x: Expr, raw: Expr) -> Expr:
    """An expression in its shortest form, compared with what it was made from."""
    ways = (simplify(raw), simplify(multiplied_out(raw, Context())))
    good = [e for e in ways if check_claim(problem, x, e, raw).status == RIGHT]
    return min(good, key=lambda e: e.size, default=raw)


def told_along(subject: Subject, told: Told, latex: str) -> Verdict | None:
    """The verdict on what words give as a directional derivative; none if they speak of none."""
    found = subject.found
    if told.kind not in ("", GRADIENT) or not is_along(found):
        return None
    label = rf"\text{{directional derivative}} = {latex}"
    if name := next(iter(found.said.directions), ""):
        aim = Derivative(GRADIENT, "", found.variables[:1], name)
        claim = Claimed(aim, r"\text{directional derivative}", (latex,), told.segment)
        return check_along(subject, claim, found.variables[0])
    verdicts = [each for slope in slopes_of(subject) for each in _judged(subject, slope, latex)]
    right = (each for each in verdicts if each.is_right)
    best = next(right, next(iter(verdicts), None))
    if best and best.status == WRONG and _LOOSE.search(found.cut.marked):
        best = Verdict(label, UNDECIDED, LOOSE)
    return replace(best, latex=label) if best else None


def is_along(found: Understood) -> bool:
    """Does a text speak of a derivative along a direction?"""
    return _WORD.search(found.cut.words) is not None


def _judged(subject: Subject, slope: Slope, latex: str) -> Iterator[Verdict]:
    """The verdicts on a formula for a slope, in both readings of the direction."""
    found, problem = subject.found, subject.problem
    x = _coordinates(subject)[0]
    try:
        read = read_claimed(latex, found, subject.names)
    except MatgradError:
        return
    claim = substitute(read, subject.names.closed)
    if not claim.is_scalar:
        return
    for true, words in ((slope.value, ""), (slope.unit, UNIT)):
        if true is None:
            continue
        report = claim_at(found, problem, x.name, claim, true)
        report = report or check_claim(problem, x, claim, true)
        told = "; ".join(filter(None, (words, report.slip)))
        if report.status == WRONG and slope.unit is not None:
            there = valued(slope.unit, readable(found, problem))
            told = "; ".join(filter(None, (told, f"{UNIT} it is {plain(there)}")))
        yield Verdict(latex, report.status, told, report, None, claim, true)
