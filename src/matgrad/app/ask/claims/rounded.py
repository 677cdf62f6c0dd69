"""Numbers that a text gives to some places: the derivative at 3 is 0.333, which 1/3 is rounded."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from matgrad.app.ask.claims.evaluated import readable, valued
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.words import ABOUT
from matgrad.core.walk import symbols
from matgrad.verify.claim import RIGHT, UNDECIDED, check_claim

_DECIMAL = re.compile(r"-?\s*\d+(?:\.(?P<places>\d+))?")
_ABOUT = re.compile(rf"\b{ABOUT}\s*$", re.I)
_CLOSE = Fraction(1, 10)  # how far about reaches
_HALF = Fraction(1, 2) + Fraction(1, 10**4)  # of the last place; values are known to ten digits
ROUNDED = "rounded to {} decimal place{}"


def as_rounded(subject: Subject, variable: str, latex: str, verdict: Verdict) -> Verdict:
    """The verdict, right if the true number has these decimals when it is rounded."""
    literal = _DECIMAL.fullmatch(latex.replace(" ", ""))
    if not (literal and verdict.is_wrong) or verdict.claim is None or verdict.true is None:
        return verdict
    problem = subject.problem
    value = valued(verdict.true, readable(subject.found, problem))
    if symbols(value) or not value.is_scalar:
        return verdict
    example = check_claim(problem, problem.symbols[variable], verdict.claim, value).counterexample
    places = len(literal["places"] or "")
    if example is None:
        return verdict
    if _steps(example.true[0][0], literal[0], places) > _HALF or not literal["places"]:
        return _if_close(subject, verdict, Fraction(example.true[0][0]), Fraction(literal[0]))
    words = ROUNDED.format(places, "" if places == 1 else "s")
    return replace(verdict, status=RIGHT, words=words, report=None)


def _if_close(subject: Subject, verdict: Verdict, true: Fraction, given: Fraction) -> Verdict:
    """The verdict, undecided if words call a number close that is."""
    before = subject.found.cut.marked.partition(mark_of(verdict.segment))[0]
    if not _ABOUT.search(before) or abs(true - given) > abs(true) * _CLOSE:
        return verdict
    return Verdict(verdict.latex, UNDECIDED, f"it is {float(true):.4g}", segment=verdict.segment)


def _steps(true: str, given: str, places: int) -> Fraction:
    """How far two numbers are apart, in units of the last place."""
    return abs(Fraction(true) - Fraction(given)) * 10**places
