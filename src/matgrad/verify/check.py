"""Everything that is checked about a finished derivation, in one verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.core.steps import Trace
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import comparisons, field_verdicts, names_of, report, roots_of
from matgrad.verify.result import (
    Answer,
    Reparse,
    Verdict,
    comparisons_of,
    judge,
    setting_of,
)

CLOSED = "closed"  # the form that is written in the inputs alone


def check(
    trace: Trace,
    reparse: Reparse | None = None,
    compiled: Callable[..., Any] | None = None,
    seed: int = 1,
) -> Verdict:
    """Check all lines of a derivation, its result as printed, and its code."""
    answer, steps = answer_of(trace), comparisons(trace)
    try:
        final = comparisons_of(answer, reparse)
        place = setting_of(answer, roots_of([*steps, *final]))
    except Undecided as reason:
        return Verdict(False, f"not verified: {reason}")
    exact = field_verdicts(place, [*steps, *final], seed)
    lines = report(place, steps, exact, seed)
    result = judge(answer, place, final, exact, compiled)
    if lines.wrong or result.wrong:
        return Verdict(False, "wrong", (*lines.details, *result.details), True)
    if not result.ok:
        return Verdict(False, result.status, (*lines.details, *result.details))
    if not lines.ok:
        return Verdict(False, f"not verified: {lines.details[0]}", lines.details)
    return Verdict(True, result.status, (f"lines: {lines.summary}", *result.details))


def answer_of(trace: Trace) -> Answer:
    """The results of a derivation, in closed form where there is one."""
    closed = trace.forms.get(CLOSED, {})
    results = {name: closed.get(name, G) for name, G in trace.results.items()}
    return Answer(trace.problem, trace.wrt, results, trace.kind, names_of(trace))
