"""Formulas of which no word says what they are, and which are or might be the derivative.

One that is the derivative is said to be right. One that could be it and is not is left aside, with
what distinguishes it: that is true whatever its author means by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.claims.judging import Formula, judge_any
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import targets_of
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.sentences import sentences
from matgrad.errors import MatgradError
from matgrad.verify.claim import UNDECIDED

_MOST = 4  # formulas that are tried
_MINE = re.compile(
    r"\b(?:I|my|we|our|me|right|correct|true|answer|solution|result|after|finally|hence|thus|so"
    r"|then)\b|\?",
    re.I,
)
NOT_SAID = "no word calls it so; as the {kind} it is wrong"


def left_over(main: Subject, formulas: Sequence[str]) -> Iterator[Verdict]:
    """The verdicts on the formulas behind the function that have the shape of its derivative."""
    found, kind = main.found, main.kind(main.found.kind)
    aims = targets_of(main, kind, found.variables)
    for number, latex in _candidates(main, formulas)[:_MOST]:
        label = rf"\text{{perhaps the {kind}}} = {latex}"
        try:
            verdict = judge_any(main, Formula(latex, label, number), aims)
        except MatgradError:
            continue
        is_alike = verdict.claim and verdict.true and verdict.claim.shape == verdict.true.shape
        if verdict.is_wrong and is_alike:
            words = ": ".join(filter(None, (NOT_SAID.format(kind=kind), verdict.words)))
            verdict = Verdict(label, UNDECIDED, words, segment=number)
        elif not verdict.is_right:
            continue
        found.used.add(latex)
        yield verdict


def _is_ended(found: Understood, number: int) -> bool:
    """Does somebody's sentence end with this formula, so that nothing more is said of it?"""
    mark = mark_of(number)
    here = [x for x in sentences(found.cut.marked) if mark in x]
    ends = re.compile(re.escape(mark) + r"\W*(?:(?:right|correct|true|no|yes)\W*)?$", re.I)
    return any(_MINE.search(x) and ends.search(x) for x in here)


def _candidates(main: Subject, formulas: Sequence[str]) -> list[tuple[int, str]]:
    """The formulas behind the function that may be its derivative, if no other is claimed."""
    found = main.found
    if found.function is None or found.said.told or found.reading.claimed:
        return []
    return [
        (number, latex)
        for number, latex in found.reading.bare.items()
        if latex in formulas and number > found.function.segment and whole_name(latex) is None
        if (len(names_in(latex)) > 1 or {*found.variables} & {*names_in(latex)})
        and _is_ended(found, number)
    ]
