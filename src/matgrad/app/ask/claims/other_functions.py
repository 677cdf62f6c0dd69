"""Claims about another function than the one of the text: its square, or it without a penalty."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.other_functions import ROOT, SQUARE, named_beside
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.ops import norm2, normF, sqrt
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED
from matgrad.verify.found import RIGHT

_MISSING = re.compile(r"(?P<term>the term .+) is missing")

_WEIGHT = re.compile(r"[λμαγρητ]")  # that of a penalty


def of_a_part(found: Understood, verdict: Verdict) -> Verdict:
    """A claim about the function without a part: right if it lacks that of one term alone."""
    if verdict.segment not in found.said.partial or not (verdict.is_wrong or verdict.is_right):
        return verdict
    if without := _without_penalty(verdict):
        return without
    missing = _MISSING.fullmatch(verdict.words)
    words = f"it is {verdict.status} for the whole function, of which the text leaves a part out"
    words = f"it is right without {missing['term']}" if missing else words
    return Verdict(verdict.latex, UNDECIDED, words, segment=verdict.segment)


def _without_penalty(verdict: Verdict) -> Verdict | None:
    """A claim that is right for the function without a term that has a weight."""
    missing = _MISSING.fullmatch(verdict.words)
    if missing is None or not _WEIGHT.search(missing["term"]):
        return None
    words = f"without {missing['term']}, as the text leaves a part of the function out"
    return replace(verdict, status=RIGHT, words=words, report=None, claim=None, true=None)


def of_another(subjects: Subjects, verdict: Verdict) -> Verdict:
    """A formula that is not right is not called wrong if words give it for another function."""
    if not verdict.is_wrong or verdict.segment < 0:
        return verdict
    phrase = named_beside(subjects.found.cut.marked, verdict.segment)
    is_root = subjects.main.problem.function.op in (sqrt, norm2, normF)
    if SQUARE.search(phrase) or ROOT in phrase:
        is_other = is_root != (ROOT in phrase)
    elif phrase and (without := _without_penalty(verdict)):
        return without
    else:
        true, claim = verdict.true, verdict.claim
        lacks = {*symbols(true)} - {*symbols(claim)} if true and claim else set[Expr]()
        is_other = bool(phrase) and any(_WEIGHT.match(plain_name(x.name)) for x in lacks)
    if not is_other:
        return verdict
    return _undecided(verdict, phrase)


def of_changed(found: Understood, verdict: Verdict) -> Verdict:
    """A claim about the function with a change that words make is not judged without that."""
    if verdict.is_wrong and (rough := found.said.roughly.get(verdict.segment)):
        told = f"it is claimed “{rough}”, and does not hold exactly"
        return Verdict(verdict.latex, UNDECIDED, told, segment=verdict.segment)
    words = found.said.changed.get(verdict.segment)
    is_judged = words is not None and (verdict.is_wrong or verdict.is_right)
    return _undecided(verdict, words or "") if is_judged else verdict


def _undecided(verdict: Verdict, words: str) -> Verdict:
    told = f"it is claimed of another function, “{words}”, which is not written out"
    return Verdict(verdict.latex, UNDECIDED, told, segment=verdict.segment)


def instead_of(subjects: Subjects, verdict: Verdict, segment: int) -> Verdict:
    """A verdict that names the function which the sentence puts in the place of the text's."""
    found = subjects.found
    number = found.said.instead.get(segment, -1)
    defined = [d.equation for d in found.reading.defined if d.segment == number >= 0]
    latex = next(iter(defined), "") or found.reading.bare.get(number, "")
    if not latex:
        return verdict
    found.used.add(latex)
    words = (f"for {quoted(latex).plain}", verdict.words)
    return replace(verdict, words="; ".join(filter(None, words)))
