"""Everything that is checked about a finished derivation, in one verdict."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from matgrad.core.steps import Trace
from matgrad.verify.lines import check_lines
from matgrad.verify.result import Answer, Reparse, Verdict, check_result

CLOSED = "closed"  # the form that is written in the inputs alone


def check(
    trace: Trace,
    reparse: Reparse | None = None,
    compiled: Callable[..., Any] | None = None,
    seed: int = 1,
) -> Verdict:
    """Check all lines of a derivation, its result as printed, and its code."""
    lines = check_lines(trace, seed)
    result = check_result(answer_of(trace), reparse, compiled, seed)
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
    names = chain(trace.definitions, chain.from_iterable(trace.form_definitions.values()))
    return Answer(trace.problem, trace.wrt, results, trace.kind, tuple(names))
