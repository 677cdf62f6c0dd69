"""Claims of a case in which something has a special value: “when A = I, I get 2x”."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.calls import Meaning
from matgrad.app.ask.problem.constraints import freed
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.names import names_for
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.totals import called, has_both, tells_apart
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED, check_claim
from matgrad.verify.found import RIGHT


def in_case(subjects: Subjects, segment: int) -> Subjects:
    """The functions of a text with what they are in the case of which a formula is claimed."""
    found = subjects.found
    case = [each for each, claims in found.said.special if segment in claims]
    if not case or found.function is None:
        return subjects
    defined = {**found.meaning.defined, **{each.left.name: each for each in case}}
    meaning = Meaning(found.meaning.functions, defined)
    new = replace(found, meaning=meaning, used={*found.used}, notes=list(found.notes))
    script = script_of(new, found.function, found.is_scalar, found.kept)
    problem, _ = freed(settled(script)[0], found.variables)
    return Subjects(new, Subject(new, problem, names_for(new, problem)))


def as_partial(
    subjects: Subjects, verdict: Verdict, segment: int, judge: Callable[[Subjects], Verdict]
) -> Verdict:
    """What is wrong as the total derivative, in a text that tells it from the partial one.

    Of z = x²y with y = x³, ∂z/∂x = 2xy is right with y held fixed.
    """
    found = subjects.found
    parts = [d.symbol.name for d in subjects.main.problem.definitions]
    if not (parts and found.function and tells_apart(found.cut)):
        return verdict
    how = called(found.cut, segment)
    is_partial = how == "partial" and has_both(found.cut)
    if how == "total" or not (verdict.is_wrong or is_partial):
        return verdict
    try:
        other = judge(_holding(subjects, parts))
    except MatgradError:
        return verdict
    words = f"as the partial derivative, with {' and '.join(map(plain_name, parts))} held fixed"
    if is_partial and other.is_wrong:
        return replace(other, words="; ".join(filter(None, (words, other.words))))
    if other.is_right and not how:
        return Verdict(verdict.latex, UNDECIDED, f"it is right {words}; not as the total one")
    return Verdict(verdict.latex, other.status, words) if other.is_right else verdict


def _holding(subjects: Subjects, parts: Sequence[str]) -> Subjects:
    """The functions of a text with the names that it defines held fixed."""
    found = subjects.found
    assert found.function is not None
    kept = (*found.kept, *parts)
    new = replace(found, kept=kept, used={*found.used}, notes=list(found.notes))
    script = script_of(new, found.function, found.is_scalar, kept)
    problem, _ = freed(settled(script)[0], found.variables)
    return Subjects(new, Subject(new, problem, names_for(new, problem)))


def with_held(subjects: Subjects, verdict: Verdict) -> Verdict:
    """What is wrong of a part that is held fixed may be right with what the text says that it is.

    With B = xxᵀ held fixed, the gradient of xᵀBx is 2Bx, for B is symmetric all the same.
    """
    found, names = subjects.found, subjects.main.names
    held = [name for name in found.kept if name in found.meaning.defined and name in names.known]
    if not (verdict.is_wrong and verdict.claim and verdict.true and held):
        return verdict
    claim, true, problem = verdict.claim, verdict.true, subjects.main.problem
    for name in held:
        value = found.meaning.defined[name].values[0]
        try:
            whole = substitute(read_claimed(value, found, names), names.closed)
        except MatgradError:
            return verdict
        claim, true = (substitute(x, {names.known[name]: whole}) for x in (claim, true))
    result = check_claim(problem, problem.symbols[found.variables[0]], claim, true)
    shown = " and ".join(quoted(found.meaning.defined[x].equation).plain for x in held)
    right = Verdict(verdict.latex, RIGHT, f"as {shown}", segment=verdict.segment)
    return right if result.right else verdict


def said_for(subjects: Subjects, segment: int, verdict: Verdict) -> Verdict:
    """The verdict with the case for which it holds."""
    case = [each for each, claims in subjects.found.said.special if segment in claims]
    shown = " and ".join(quoted(f"{each.latex} = {each.values[-1]}").plain for each in case)
    words = "; ".join(filter(None, (f"for {shown}" if shown else "", verdict.words)))
    return replace(verdict, words=words)
