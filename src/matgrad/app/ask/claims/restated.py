"""The function written once more in another way: f(x) = xᵀAx = …, each form against the first."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.claims.steps import Derived, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.anew import defined_anew
from matgrad.app.ask.problem.corrections import gives_another
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.understood import Understood
from matgrad.errors import MatgradError
from matgrad.verify.claim import UNDECIDED

ANOTHER = "not the same function, and whether it takes the place of the first is not clear"


def check_restated(subject: Subject) -> list[Verdict]:
    """The function, written once more in another way."""
    found, problem, names = subject.found, subject.problem, subject.names
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
            label = f"{each.latex} = {value}"
            try:
                made = read_claimed(value, found, names)
            except MatgradError:
                continue
            if made is not problem.function:
                lines = [(0, problem.function), (1, made)]
                verdict = Derived(found, problem, names, label, lines).check()
                words = "the same function" if verdict.is_right else "not the same function"
                status = verdict.status
                if verdict.is_wrong and not is_main and gives_another(found.cut, each.segment):
                    status, words = UNDECIDED, ANOTHER
                verdicts.append(Verdict(label, status, words))
    return verdicts


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
