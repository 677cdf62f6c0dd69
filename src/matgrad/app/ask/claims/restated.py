"""The function written once more in another way: f(x) = xᵀAx = …, each form against the first."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.claims.steps import Derived, Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.anew import defined_anew
from matgrad.app.ask.problem.corrections import gives_another
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.inner_primes import DERIVED
from matgrad.app.ask.problem.understood import Understood
from matgrad.errors import MatgradError
from matgrad.verify.claim import RIGHT, UNDECIDED

ANOTHER = "not the same function, and whether it takes the place of the first is not clear"


def check_restated(subject: Subject) -> list[Verdict]:
    """The function, written once more in another way."""
    found, problem = subject.found, subject.problem
    verdicts: list[Verdict] = []
    main = [found.function] if found.function else []
    for each in (*(d for d in main if d.segment < 0), *found.reading.defined):
        is_main = each is found.function
        if each.segment in found.said.instead.values():
            continue
        if not is_main and (each.left.name != problem.name or not _same_arguments(each, found)):
            continue
        if not is_main and defined_anew(found, each.left.name, each.segment + 1) is each:
            continue
        for value in each.values[1:] if is_main else each.values:
            if not is_main and not names_in(value):
                continue  # its value at some point
            if verdict := _compared(subject, each, value, is_main and _was_primed(found)):
                if verdict.is_wrong and not is_main and gives_another(found.cut, each.segment):
                    verdict = Verdict(verdict.latex, UNDECIDED, ANOTHER)
                verdicts.append(verdict)
    return verdicts


def check_primed(subjects: Subjects) -> list[Verdict]:
    """What other functions than the main one are, of which primes are a part: V = LI' = …"""
    found, main = subjects.found, subjects.main.problem.name
    others = [each for each in found.reading.defined if each.left.name != main and each.values[1:]]
    verdicts: list[Verdict | None] = []
    for each in others if _was_primed(found) else ():
        try:
            subject = subjects.of(each, found.variables[0])
        except MatgradError:
            continue
        verdicts += [_compared(subject, each, value, True) for value in each.values[1:]]
    return [verdict for verdict in verdicts if verdict is not None]


def _compared(subject: Subject, each: Defined, value: str, always: bool) -> Verdict | None:
    """Is this the function? Nothing is said where it was read in just the same way before."""
    label = f"{each.latex} = {value}"
    found, problem, names = subject.found, subject.problem, subject.names
    try:
        made = read_claimed(value, found, names)
    except MatgradError:
        return None
    if made is problem.function:
        return Verdict(label, RIGHT, "the same function") if always else None
    lines = [(0, problem.function), (1, made)]
    verdict = Derived(found, problem, names, label, lines).check()
    words = "the same function" if verdict.is_right else "not the same function"
    return Verdict(label, verdict.status, words)


def _was_primed(found: Understood) -> bool:
    """Was a derivative put into a formula in the place of a prime: F(t) = mx''(t) = …?"""
    return any(DERIVED in note for note in found.cut.notes)


def softened(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, none of them “wrong” where the text may have given another function."""
    other = [each for each in verdicts if each.words == ANOTHER]
    if not other:
        return [*verdicts]
    shown = quoted(other[-1].latex).plain
    words = f"it is wrong for the first formula; perhaps it is meant for {shown}"
    return [Verdict(x.latex, UNDECIDED, words, segment=x.segment) if x.is_wrong else x
            for x in verdicts]  # fmt: skip


def _same_arguments(each: Defined, found: Understood) -> bool:
    if each.left.arguments is None or found.function is None:
        return found.function is not None
    return each.left.arguments == found.function.left.arguments
