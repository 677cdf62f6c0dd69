"""One case through the whole pipeline: what came of it, and is that a finding?"""

from __future__ import annotations

import re
import signal
import traceback
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import matgrad as mg
from campaign.case import LATEX, Case
from campaign.oracles import AGREES, CANNOT, opinion
from matgrad.core import rule
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import (
    AmbiguousError,
    DomainError,
    LimitError,
    MatgradError,
    UnsupportedError,
    VerifyError,
)
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import equality, field_verdicts, report
from matgrad.verify.point import setting
from matgrad.verify.result import Verdict
from matgrad.verify.sizes import UNFIT

SECONDS = 30.0  # of processor time; an answer takes milliseconds

# Outcomes, those that are no fault first.
EXACT, REAL = "verified exact", "verified real only"
NOWHERE, REFUSED, LIMIT, ASKED = "undefined everywhere", "refused", "limit", "asked back"
UNDECIDED = "undecided"
UNEXPLAINED = "undecided without a reason"
MISMATCH, MISREAD, CRASH, HANG, CIRCLE = "mismatch", "misread", "crash", "hang", "circle"
DIED = "process died"
PASSES = (EXACT, REAL)
HARMLESS = (*PASSES, NOWHERE, REFUSED, LIMIT, ASKED, UNDECIDED)
FINDINGS = (MISMATCH, MISREAD, CRASH, HANG, CIRCLE, DIED, UNEXPLAINED)


@dataclass(frozen=True)
class Outcome:
    """What came of a case, in one word, and why in some more."""

    status: str
    details: str = ""
    oracles: tuple[tuple[str, str], ...] = ()  # who was asked besides, and what each said

    @property
    def is_finding(self) -> bool:
        """Must somebody look at this?"""
        return self.status in FINDINGS


class TimeUp(BaseException):
    """The case took longer than any case should; no check takes this for a fault of code."""


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Raise TimeUp after so much processor time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def watched() -> Generator[list[rule.Context]]:
    """All contexts in which rules run meanwhile; a circle of rules is noted in them."""
    seen: list[rule.Context] = []
    plain = rule.Context.__init__

    def init(self: rule.Context, *args: Any, **fields: Any) -> None:
        plain(self, *args, **fields)
        seen.append(self)

    rule.Context.__init__ = init
    try:
        yield seen
    finally:
        rule.Context.__init__ = plain


def judge(case: Case, seconds: float = SECONDS, oracles: Sequence[str] = ()) -> Outcome:
    """Derive an answer with all its checks, ask oracles about it, and say what came of it."""
    try:
        with time_limit(seconds), watched() as contexts:
            outcome = _judge(case, oracles)
    except TimeUp:
        return Outcome(HANG, f"more than {seconds:g} s")
    except RecursionError:
        return Outcome(CRASH, "RecursionError")
    except Exception as error:  # whatever it is, it is what we are looking for
        return Outcome(CRASH, f"{type(error).__name__}: {error} {_place(error)}")
    circles = [words for context in contexts for words in context.circles]
    if circles and not outcome.is_finding:
        return Outcome(CIRCLE, circles[0].partition(": ")[2])  # without the name of the table
    return outcome


def _place(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"({Path(last.filename).name}:{last.lineno} {last.name})"


REFUSALS = ((DomainError, NOWHERE), (UnsupportedError, REFUSED), (LimitError, LIMIT))


def _judge(case: Case, oracles: Sequence[str]) -> Outcome:
    read = mg.parse_latex if case.spelling == LATEX else mg.parse
    try:
        problem = read(case.written, case.shapes, case.assume)
    except DomainError as error:  # x/0 is refused when it is read
        return Outcome(NOWHERE, error.message)
    except MatgradError as error:
        if isinstance(error, AmbiguousError) and case.spelling == LATEX:
            return Outcome(ASKED, error.message)
        return Outcome(MISREAD, f"{error.code} {error.message}")
    if not reads_as(problem, case):
        return Outcome(MISREAD, f"read as {problem.function}")
    return _answered(case.problem or problem, case, oracles)


def _answered(problem: Problem, case: Case, oracles: Sequence[str]) -> Outcome:
    try:
        d = getattr(mg, case.kind)(problem, list(case.wrt), **dict(case.options))
    except VerifyError as error:
        return Outcome(MISMATCH, error.hint or error.message)
    except MatgradError as error:
        for kind, status in REFUSALS:
            if isinstance(error, kind):
                return Outcome(status, error.message)
        return Outcome(CRASH, f"{error.code} {error.message}")
    if not d.verdict.ok:
        return _undecided(d.verdict)
    said = tuple((oracle, opinion(oracle, d, problem)) for oracle in oracles)
    for oracle, words in said:
        if words not in (AGREES, CANNOT):
            return Outcome(MISMATCH, f"{oracle}: {words}", said)
    status = EXACT if d.verdict.status.startswith("exact") else REAL
    return Outcome(status, d.verdict.status, said)


_REASON = re.compile(
    rf"where it was tried: (.*)|no point was found to check it at \((.*)\)|({UNFIT})"
)


def _undecided(verdict: Verdict) -> Outcome:
    """Not verified, because the function has no derivative where it was tried, or for no reason."""
    found = [_REASON.search(words) for words in (*verdict.details, verdict.status)]
    reasons = [match[match.lastindex or 0] for match in found if match]
    if not reasons:
        return Outcome(UNEXPLAINED, f"{verdict.status} {'; '.join(verdict.details)}")
    return Outcome(UNDECIDED, reasons[0])


def reads_as(problem: Problem, case: Case) -> bool:
    """Is what was read from the text what was written?"""
    values: dict[Expr, Expr] = {}
    for d in problem.definitions:
        values[d.symbol] = substitute(d.value, values)
    read, meant = substitute(problem.function, values), case.inlined().function
    if read is meant:
        return True
    if read.shape != meant.shape or {*symbols(read)} - {*symbols(meant)}:
        return False
    return same(meant, read)


def same(left: Expr, right: Expr) -> bool:
    """Do two expressions agree where they can be evaluated?"""
    try:
        place = setting(Problem(left), (), (), [right])
    except Undecided:
        return True  # too large to say
    wanted = [equality("both", left, right)]
    return not report(place, wanted, field_verdicts(place, wanted, 1), 1).wrong
