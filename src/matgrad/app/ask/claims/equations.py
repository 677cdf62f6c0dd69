"""Formulas that are said to be equal, with derivatives in them: f'' = 2f', xᵀ∇f = 2f."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.app.ask.claims.imposing import with_given
from matgrad.app.ask.claims.inner_derivatives import by_default, like_variable, named
from matgrad.app.ask.claims.new_letters import name_new, on_both_sides
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.constants import constant
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.expressions import read_claimed, read_sized
from matgrad.app.ask.problem.names import functions_of, missing
from matgrad.app.ask.problem.readings import MISFITS, all_of_entries
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError, UnknownNameError
from matgrad.ops import zeros_of
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG


def check_equation(
    subject: Subject, label: str, pieces: Sequence[str], segment: int = -1
) -> Verdict:
    """Formulas that are said to be equal, with derivatives in them: each = is a step."""
    try:
        parts = _parts(subject, pieces)
        x = subject.problem.symbols[by_default(subject)[0]]
        pairs = list(pairwise(parts))
        reports = [_step(subject, x, pair, segment) for pair in pairs]
    except ShapeError as error:
        inside = {name for piece in pieces for name in names_in(piece)}
        known = {*subject.names.known, *functions_of(subject.found, subject.problem)}
        if new := sorted(inside - known):  # whose shapes are not known
            return Verdict(label, NOT_READ, subject.names.unknown(new[0]))
        return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    verdicts = [
        Verdict(label, each.status, each.slip, each, None, after, before)
        for each, (before, after) in zip(reports, pairs, strict=True)
    ]
    bad = [i for i, each in enumerate(verdicts) if not each.is_right]
    if not bad:
        return verdicts[-1]
    return replace(verdicts[bad[0]], line=bad[0] + 1 if len(verdicts) > 1 else None)


def _step(subject: Subject, x: Expr, pair: tuple[Expr, Expr], segment: int) -> ClaimReport:
    """Whether two formulas are equal, by themselves or with what else the text says."""
    before, after = pair
    report = check_claim(subject.problem, x, after, before)
    held = with_given(subject, x.name, after, before, segment) if report.status == WRONG else None
    return held or report


def _parts(subject: Subject, pieces: Sequence[str]) -> list[Expr]:
    """The formulas as expressions, with powers of entries where nothing else fits."""
    try:
        return _read(subject, pieces)
    except ShapeError as error:
        if not any(words in error.message for words in MISFITS):
            raise
        try:
            return _read(subject, [*map(all_of_entries, pieces)])
        except ShapeError:
            raise error from None


def _read(subject: Subject, pieces: Sequence[str]) -> list[Expr]:
    """The formulas as expressions in the variables; a zero, and an I, are as large as others."""
    latex, names = named(pieces, subject)
    unknown = [name for each in latex for name in missing(each, subject.found, names)]
    new = [name for name in dict.fromkeys(unknown) if name in on_both_sides(latex)]
    if new and new == [*dict.fromkeys(unknown)]:
        others = [each for each in latex if constant(each) != "0"]
        name_new(subject.found, names, like_variable(subject), new, others)
    elif unknown:
        raise UnknownNameError(names.unknown(unknown[0]))
    whole = [each for each in latex if constant(each) != "0"]
    first = read_claimed(whole[0], subject.found, names)
    return [
        zeros_of(first.shape)
        if constant(each) == "0"
        else substitute(read_sized(each, subject.found, names, first), names.closed)
        for each in latex
    ]
