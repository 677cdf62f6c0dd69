"""Verdicts on the derivatives of a program, with what is usual of labels though nobody says it."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.programs.cases import where_told
from matgrad.app.ask.programs.judging import Judge
from matgrad.app.ask.programs.labels import known_columns, may_be_binary, may_sum
from matgrad.app.ask.programs.reading import Reader
from matgrad.app.ask.programs.unexplained import where_explained
from matgrad.verify.claim import UNDECIDED

IF = "it is {0} if {1}, as those of labels do, which the text does not say"
WHERE = "{0}, where {1}"


def verdicts(m: Reader) -> list[Verdict]:
    """What is found about each claim, as far as all that it uses is explained."""
    return where_explained(m, where_told(m, _for_usual_labels(m)))


def _for_usual_labels(m: Reader) -> list[Verdict]:
    """What is found about each claim; one that is right for usual labels is not called wrong."""
    judge = Judge(m, known_columns(m))
    found = judge.verdicts()
    if not any(each.is_wrong for each in found) or not m.may_sum:
        return found
    for way in (*may_sum(m), *may_be_binary(m)):
        pairs = list(zip(found, judge.supposing(way.values).verdicts(), strict=True))
        if any(old.is_wrong and _is_better(old, new) for old, new in pairs):
            return [_if(old, new, way.words) for old, new in pairs]
    return found


def _is_better(old: Verdict, new: Verdict) -> bool:
    return new.is_right or bool(new.words and not old.words)


def _if(old: Verdict, new: Verdict, words: str) -> Verdict:
    """A verdict that an assumption changes; its reason may be seen only with it."""
    if not old.is_wrong:
        return old
    if new.is_right:
        status = f"{new.status} ({new.words})" if new.words else new.status
        return replace(new, status=UNDECIDED, words=IF.format(status, words))
    return replace(old, words=old.words or (new.words and WHERE.format(new.words, words)))
