"""Claims about one case of a function with a maximum: otherwise I get …, if the hinge is active."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.asking.active_cases import CASE, IF, LOSS
from matgrad.app.ask.claims.active import in_case, inside_of, is_of_one
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.programs.claimed import Claim
from matgrad.app.ask.programs.judging import Judge
from matgrad.app.ask.programs.reading import Reader
from matgrad.app.ask.programs.roles import OBJECTIVE
from matgrad.app.ask.programs.typed import SENTENCE
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.rules.simplify import simplify

_ABOVE = re.compile(
    rf"{IF}(?:the\s+)?[`$]?(?P<name>[A-Za-z]\w*)(?:\([^()]*\))?\s*(?:(?P<on>>|!=)|==?|<=?)\s*0",
    re.I,
)  # if loss > 0
_OTHERWISE = re.compile(
    r"(?:\botherwise|(?<=[,;.] )else|\b(?:in|for)\s+the\s+other\s+case)\b", re.I
)
_GENERAL = re.compile(r"\b(?:in general|generally|everywhere|always|in (?:all|both) cases)\b", re.I)


@dataclass(frozen=True)
class Cue:
    """Words that speak of a case."""

    start: int
    is_on: bool
    is_of_value: bool  # of the function that is positive, not of what stands in the maximum
    is_own: bool = True  # of the claim that it stands beside


def where_told(m: Reader, found: Sequence[Verdict]) -> list[Verdict]:
    """Verdicts; what is wrong in general is judged in the case that the words speak of."""
    cues = cues_in(m.words)
    if not cues or not any(each.is_wrong for each in found):
        return [*found]
    judge = Judge(m)
    pairs = ((claim, each, cue_for(m.words, claim.written, cues))
             for claim, each in zip(m.claims, found, strict=True))  # fmt: skip
    return [
        (_there(judge, claim, each, cue) or each) if each.is_wrong and cue else each
        for claim, each, cue in pairs
    ]


def cues_in(words: str) -> list[Cue]:
    """The cases that words speak of, in order."""
    found = sorted(_plain(words), key=lambda each: each.start)
    for each in _OTHERWISE.finditer(words):
        before = [x for x in found if x.start < each.start()]
        if before:
            found.append(replace(before[-1], start=each.start(), is_on=not before[-1].is_on))
    return sorted(found, key=lambda each: each.start)


def _plain(words: str) -> Iterator[Cue]:
    for pattern in CASE:
        for each in pattern.finditer(words):
            state = each.groupdict()
            if state.get("on") or state.get("off"):
                yield Cue(each.start(), bool(state.get("on")), is_of_value=False)
    for each in LOSS.finditer(words):
        yield Cue(each.start(), each["on"] is not None, is_of_value=True)
    for each in _ABOVE.finditer(words):
        if OBJECTIVE.fullmatch(each["name"]):
            yield Cue(each.start(), each["on"] is not None, is_of_value=True)


def cue_for(words: str, written: str, cues: Sequence[Cue]) -> Cue | None:
    """The case of a claim: that of its sentence, or the active one where words speak of cases."""
    place = words.find(written)
    if place < 0:  # a line of the program
        active = [x for x in cues if x.is_on]
        return replace(active[0], is_own=False) if active and not _GENERAL.search(words) else None
    ends = [x.end() for x in SENTENCE.finditer(words)]
    start = max((x for x in ends if x <= place), default=0)
    end = min((x for x in ends if x > place), default=len(words))
    if _GENERAL.search(words, start, end):
        return None
    before = [x for x in cues if start <= x.start < place]
    behind = [x for x in cues if place < x.start < end]
    if before or behind:
        return before[-1] if before else behind[0]
    return replace(cues[0], is_on=True, is_own=False)


def _there(judge: Judge, claim: Claim, wrong: Verdict, cue: Cue) -> Verdict | None:
    """The verdict on a claim in a case; None where the derivative has not just this one."""
    try:
        case = judge.case_of(claim)
    except MatgradError:
        return None
    at = inside_of(case.result) if case is not None else None
    if case is None or at is None or not (cue.is_own or at.is_scalar):
        return None
    function = case.problem.function
    known = {d.symbol: d.value for d in case.problem.definitions}
    for _ in known:
        function = substitute(function, known)
    if cue.is_of_value and not is_of_one(simplify(function), at, cue.is_on):
        return None
    return in_case(case, wrong, cue.is_on)
