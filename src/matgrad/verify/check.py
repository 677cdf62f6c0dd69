"""Everything that is checked about a finished derivation, in one verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.steps import Trace
from matgrad.errors import MatgradError
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.arranged import arrangements
from matgrad.verify.conditions import tested
from matgrad.verify.lines import comparisons, field_verdicts, names_of, report, roots_of
from matgrad.verify.result import (
    Answer,
    Reparse,
    Verdict,
    comparisons_of,
    judge,
    setting_of,
)
from matgrad.verify.shrink import Shrinking, shrinking_of

CLOSED = "closed"  # the form that is written in the inputs alone


def check(
    trace: Trace,
    reparse: Reparse | None = None,
    compiled: Callable[..., Any] | None = None,
    seed: int = 1,
) -> Verdict:
    """Check all lines of a derivation, its result as printed, and its code."""
    for with_numbers in (True, False):
        shrinking = shrinking_of(trace.problem, trace.wrt, with_numbers=with_numbers)
        if not shrinking.sizes:
            break
        verdict = _check_small(trace, reparse, shrinking, seed)
        if verdict.ok:
            sizes = ", ".join(f"{n} as {m}" for n, m in shrinking.sizes.items())
            words = f"checked with smaller sizes: {sizes}" + "; code was not run" * (
                compiled is not None
            )
            return replace(verdict, details=(*verdict.details, words))
    return _check(trace, reparse, compiled, seed)


def _check_small(trace: Trace, reparse: Reparse | None, shrinking: Shrinking, seed: int) -> Verdict:
    """The verdict on a derivation with its large sizes made small."""
    try:
        return _check(shrinking.trace(trace), _shrunk(reparse, trace, shrinking), None, seed)
    except (Undecided, MatgradError):
        return Verdict(False, "not verified")


def _check(
    trace: Trace, reparse: Reparse | None, compiled: Callable[..., Any] | None, seed: int
) -> Verdict:
    answer, steps = answer_of(trace), comparisons(trace)
    try:
        final = comparisons_of(answer, reparse)
        final += arrangements(trace, dict(answer.results), reparse)
        place = setting_of(answer, roots_of([*steps, *final]))
    except Undecided as reason:
        return Verdict(False, f"not verified: {reason}")
    exact = field_verdicts(place, [*steps, *final], seed)
    lines = report(place, steps, exact, seed)
    forms = tuple(trace.results.values())
    result = judge(answer, place, final, exact, compiled, forms)
    if lines.wrong or result.wrong:
        return Verdict(False, "wrong", (*lines.details, *result.details), True)
    if not result.ok:
        return Verdict(False, result.status, (*lines.details, *result.details))
    if not lines.ok:
        return Verdict(False, f"not verified: {lines.details[0]}", lines.details)
    about = tested(place, trace.conditions, seed)
    details = (f"lines: {lines.summary}", *about, *result.details)
    return Verdict(True, result.status, details, is_defined=place.is_defined)


def _shrunk(reparse: Reparse | None, trace: Trace, shrinking: Shrinking) -> Reparse | None:
    """Read back the original, then make it small: what is printed has the sizes it has."""
    if reparse is None:
        return None
    results = (*_results(trace).values(), *trace.arranged.values())
    read = {shrinking(G): [shrinking(again) for again in reparse(G)] for G in results}
    return lambda G: read[G]


def answer_of(trace: Trace) -> Answer:
    """The results of a derivation, in closed form where there is one."""
    names, structure = names_of(trace), trace.structure
    return Answer(trace.problem, trace.wrt, _results(trace), trace.kind, names, structure)


def _results(trace: Trace) -> dict[str, Expr]:
    closed = trace.forms.get(CLOSED, {})
    return {name: closed.get(name, G) for name, G in trace.results.items()}
