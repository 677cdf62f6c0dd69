"""Claims that are meant up to a factor, of which the text says so."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from matgrad.app.ask.asking.proportions import POSITIVE
from matgrad.app.ask.claims.inner_derivatives import gradient_of
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.ops import divide, number, scale, trace, transpose, zeros_of, zeros_op
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import RIGHT, check_claim

UP_TO = "up to a constant factor"
UP_TO_SIGN = "up to sign"
DEPENDS = "up to a factor that is not constant"


def up_to_factor(subject: Subject, variable: str, verdict: Verdict, factor: str = "") -> Verdict:
    """The verdict on a wrong claim that is a multiple of the derivative, by a factor if named."""
    claim, true = verdict.claim, verdict.true
    if not verdict.is_wrong or claim is None or true is None or zeros_op in (claim.op, true.op):
        return verdict
    claim = transpose(claim) if claim.shape == true.shape.transposed else claim
    if claim.shape != true.shape:
        return verdict
    try:
        if factor == POSITIVE:
            words = _factor(subject, variable, claim, true) if not _is_opposed(verdict) else ""
        elif factor:
            words = _by(subject, variable, (claim, true), Fraction(factor))
        else:
            words = _factor(subject, variable, claim, true)
    except (MatgradError, Undecided):
        return verdict
    return replace(verdict, status=RIGHT, words=words, report=None) if words else verdict


def _is_opposed(verdict: Verdict) -> bool:
    """Has a claim the other sign, at the numbers that show that it is another formula?"""
    shown = verdict.report.counterexample if verdict.report else None
    rows = zip(shown.claimed, shown.true, strict=True) if shown else ()
    pairs = [pair for row in rows for pair in zip(*row, strict=True)]
    return not pairs or any((a[:1] in "-−") != (b[:1] in "-−") for a, b in pairs if a != b)


def _by(subject: Subject, variable: str, pair: tuple[Expr, Expr], factor: Fraction) -> str:
    """The words for a factor that is named, if one formula is the other times it."""
    problem, x = subject.problem, subject.problem.symbols[variable]
    ways = ((*pair,), (*reversed(pair),)) if factor else ()
    is_right = any(
        check_claim(problem, x, scale(number(factor), a), b).status == RIGHT for a, b in ways
    )
    words = UP_TO_SIGN if factor == -1 else f"up to a factor of {factor}"
    return words if is_right else ""


def _factor(subject: Subject, variable: str, claim: Expr, true: Expr) -> str:
    """In words, by which factor two formulas differ: their products show that it is one."""
    problem, x = subject.problem, subject.problem.symbols[variable]
    length, along = trace(transpose(true) @ true), trace(transpose(claim) @ true)
    if check_claim(problem, x, scale(length, claim), scale(along, true)).status != RIGHT:
        return ""
    slope = simplify(gradient_of(problem, simplify(divide(along, length)), variable))
    is_constant = check_claim(problem, x, slope, zeros_of(x.shape)).status == RIGHT
    return UP_TO if is_constant else "" if true.is_scalar else DEPENDS
