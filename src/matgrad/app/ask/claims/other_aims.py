"""Claims that are wrong of the derivative they are taken for, and right of another one.

Words may mean another variable or another function of the text than the one that was understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.claims.judging import Formula, judge_any
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.facts.said import Said, Told
from matgrad.app.ask.formulas.notation import GRADIENT, names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.choosing import by_segment
from matgrad.app.ask.problem.understood import Understood
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import RIGHT, UNDECIDED

_NEAREST = 3  # formulas before a claim of which it may be the derivative
OF_ANOTHER = "it is not the {kind} of {main}, but that of {other}"
BY_ANOTHER = "it is not the {kind} with respect to {main}, but that with respect to {other}"


@dataclass(frozen=True)
class Aimed:
    """What a formula in words was taken for."""

    subjects: Subjects
    subject: Subject
    told: Told
    kind: str


def for_another(aimed: Aimed, formula: Formula, verdict: Verdict) -> Verdict:
    """The verdict, undecided if a wrong claim is right of what else the text speaks of."""
    if not verdict.is_wrong or aimed.told.made:
        return verdict
    main = aimed.told.by or aimed.subjects.found.variables[0]
    for name in _others(aimed, verdict):
        if judge_any(aimed.subject, formula, [Target(aimed.kind, (name,))]).is_right:
            if not aimed.told.by and _is_any(aimed.subjects.found.said, formula.segment):
                return replace(verdict, status=RIGHT, words=f"with respect to {plain_name(name)}")
            words = _words(BY_ANOTHER, aimed, plain_name(main), plain_name(name))
            if aimed.told.by or name not in _spoken(aimed.subjects.found):
                return replace(verdict, words="; ".join(filter(None, (verdict.words, words))))
            return Verdict(formula.label, UNDECIDED, words)
    for other, called in (*_functions(aimed), *_formulas(aimed, formula.segment)):
        if _is_of(aimed, other, formula):
            words = _words(OF_ANOTHER, aimed, aimed.subject.problem.name, called)
            return Verdict(formula.label, UNDECIDED, words)
    return verdict


def _is_any(said: Said, segment: int) -> bool:
    """May one of several gradients be by any variable: their order is not told by any word?"""
    placed = said.in_order.get(segment)
    is_placed = placed is not None and (placed.is_strict or bool(placed.by))
    return segment in said.several and not is_placed


def _words(words: str, aimed: Aimed, main: str, other: str) -> str:
    return words.format(kind=aimed.kind, main=main, other=other)


def _others(aimed: Aimed, verdict: Verdict) -> Iterator[str]:
    """The further variables of the function by which the gradient has the shape of the claim."""
    tried = {aimed.told.by} if aimed.told.by else {*aimed.subjects.found.variables}
    claimed = verdict.claim.shape if verdict.claim and aimed.kind == GRADIENT else None
    for name, x in aimed.subject.problem.symbols.items():
        is_alike = claimed is None or claimed in (x.shape, x.shape.transposed)
        if name not in tried and (is_alike or x.is_scalar):
            yield name


def _spoken(found: Understood) -> set[str]:
    """The variables by which the text speaks of derivatives."""
    asked = [each for each, _ in (*found.reading.asked, *found.said.asked, *found.said.named)]
    asked += [claim.derivative for claim in found.reading.claimed]
    names = {name for each in asked for name in each.variables}
    return names | {each.by for each in found.said.told} | {*found.said.over}


def _functions(aimed: Aimed) -> Iterator[tuple[Subject, str]]:
    """The other functions of the text, if words do not say of which one the claim is."""
    found = aimed.subjects.found
    if aimed.told.of >= 0 or found.function is None:
        return
    for each in found.reading.defined:
        name = (each.left.arguments or (found.variables[0],))[0]
        if each is not found.function and each.left.name != found.function.left.name:
            try:
                yield aimed.subjects.of(each, name, is_scalar=False), each.left.name
            except MatgradError:
                continue


def _formulas(aimed: Aimed, before: int) -> Iterator[tuple[Subject, str]]:
    """Formulas without a name that stand before the claim: for ⟦x^2⟧ it is ⟦2x⟧."""
    found = aimed.subjects.found
    if aimed.told.of >= 0 or found.function is None:
        return
    claimed = {each.segment for each in found.said.told} | {found.function.segment}
    earlier = [n for n in found.reading.bare if n < before and n not in claimed]
    for number in earlier[-_NEAREST:]:
        chosen = by_segment(found, number, ())
        variable = found.variables[0]
        if chosen is None or variable not in names_in(chosen.values[0]):
            continue
        try:
            other = aimed.subjects.of(chosen, variable, is_scalar=False)
        except MatgradError:
            continue
        yield other, quoted(chosen.values[0]).plain


def _is_of(aimed: Aimed, other: Subject, formula: Formula) -> bool:
    """Is a formula a derivative of another function?"""
    wanted = (aimed.told.by,) if aimed.told.by else other.problem.symbols
    aims = [Target(other.kind(aimed.kind), (x,)) for x in wanted if x in other.problem.symbols]
    return any(judge_any(other, formula, [aim]).is_right for aim in aims)
