"""Numbers that a text gives to some places: the derivative at 3 is 0.333, which 1/3 is rounded."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from matgrad.app.ask.claims.evaluated import readable, valued
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.core.walk import symbols
from matgrad.verify.claim import RIGHT, check_claim

_DECIMAL = re.compile(r"-?\s*\d+\.(?P<places>\d+)")
_HALF = Fraction(1, 2) + Fraction(1, 10**4)  # of the last place; values are known to ten digits
ROUNDED = "rounded to {} decimal place{}"


def as_rounded(subject: Subject, variable: str, latex: str, verdict: Verdict) -> Verdict:
    """The verdict, right if the true number has these decimals when it is rounded."""
    literal = _DECIMAL.fullmatch(latex.strip())
    if not (literal and verdict.is_wrong) or verdict.claim is None or verdict.true is None:
        return verdict
    problem = subject.problem
    value = valued(verdict.true, readable(subject.found, problem))
    if symbols(value) or not value.is_scalar:
        return verdict
    example = check_claim(problem, problem.symbols[variable], verdict.claim, value).counterexample
    places = len(literal["places"])
    if example is None or _steps(example.true[0][0], literal[0], places) > _HALF:
        return verdict
    words = ROUNDED.format(places, "" if places == 1 else "s")
    return replace(verdict, status=RIGHT, words=words, report=None)


def _steps(true: str, given: str, places: int) -> Fraction:
    """How far two numbers are apart, in units of the last place."""
    return abs(Fraction(true) - Fraction(given.replace(" ", ""))) * 10**places
