"""What a text gives as something that is made of a derivative: “is its determinant ⟦1⟧?”"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.answer.made import OF_HESSIAN, OF_JACOBIAN
from matgrad.app.ask.answer.making import Made
from matgrad.app.ask.claims.evaluated import claim_at
from matgrad.app.ask.claims.inner_derivatives import named
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.told import DETERMINANT
from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.formulas.claimed import laplacian_of
from matgrad.app.ask.formulas.notation import HESSIAN, JACOBIAN, whole_name
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.names import missing
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.words import RESPECT
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED, check_claim
from matgrad.verify.found import RIGHT

_IS = rf"(?:\s+(?:for|of|in)\s+(?:the\s+)?(?:[a-z]+\s+)?{M})?"
_IS += r"\s*,?\s*(?:(?:then|really|just|simply|now|is|be|equals?|equal|to|given|by|as|:|=)\s+)*"
_OWN = (
    r"(?P<own>\s*[.:;,?]\s*(?:(?:I|we)\s+(?:get|got|find|found|obtain(?:ed)?|have|computed)|my\s+"
)
_OWN += r"(?:answer|result)(?:\s+is|:))\s+)?"
_TURNED = "it is right with two variables exchanged, and the text does not give their order"
_DETERMINANTS = tuple(rf"\text{{determinant {kind}}}" for kind in (JACOBIAN, HESSIAN))
_NAMES = {"Observed information": r"(?:observed\s+)?information"}  # others by their titles


def check_made(subject: Subject, made: Sequence[Made]) -> Iterator[Verdict]:
    """The verdicts on the formulas that follow the words for what was made of a derivative."""
    marked = " ".join(subject.found.cut.marked.split())
    for each in (each for each in made if each.words):
        for found in (x for way in _ways(subject, each) for x in re.finditer(way, marked, re.I)):
            segment = next(numbers(found["claim"]))
            latex = subject.found.reading.formula(segment)
            said = subject.found.said
            is_made = found["own"] or any(
                told.made for told in said.told if told.segment == segment
            )
            if latex and (is_made or segment not in said.claims):
                subject.found.used.add(latex)
                yield _judged(subject, each, latex)


def _ways(subject: Subject, made: Made) -> tuple[str, str]:
    """How a text gives it: the information is ⟦1⟧; ⟦1⟧ for the information."""
    return (
        rf"(?:{_called(subject, made)}){_IS}{_OWN}(?P<claim>{M})(?=\s*[.,;?!]|\s*$)",
        rf"(?P<own>)(?P<claim>{M})\s+(?:for|as)\s+(?:the|its|my|our)\s+"
        rf"{_NAMES.get(made.title, made.title)}\b",
    )


def _called(subject: Subject, made: Made) -> str:
    r"""The words for what was made, and for a Laplacian the formulas \Delta u, marked."""
    cut, name = subject.found.cut, subject.problem.name
    is_laplacian = made.title == "Laplacian"
    written = [n for n, x in enumerate(cut.segments) if x.is_math and is_laplacian
               and whole_name(laplacian_of(x.text.strip())) == name]  # fmt: skip
    return "|".join((made.words, *map(mark_of, written)))


def with_made(claims: Sequence[Verdict], subject: Subject, made: Sequence[Made]) -> list[Verdict]:
    """The verdicts, with those on what was made of a derivative in the place of none."""
    judged = [*check_made(subject, made), *check_laplacians(subject, made)]
    claims = [_as_made(each, subject, made) for each in claims]
    right = {_value(each) for each in claims if each.is_right}
    same = {each.latex for each in claims}
    judged = [each for each in judged if each.latex not in same]
    judged = [each for each in judged if each.is_right or _value(each) not in right]
    known = {_value(verdict) for verdict in judged}
    kept = [each for each in claims if each.is_right or _value(each) not in known]
    return [*kept, *judged]


def _as_made(verdict: Verdict, subject: Subject, made: Sequence[Made]) -> Verdict:
    """An answer that no word calls a derivative may be what was made of one: I get ∇u and Δu."""
    said = subject.found.said
    free = {x.segment for x in said.told if not x.kind or x.segment in said.in_order}
    latex = subject.found.reading.formula(verdict.segment)
    if verdict.latex.startswith((DETERMINANT, *_DETERMINANTS)):
        whole = [each for each in made if each.title in (OF_JACOBIAN, OF_HESSIAN)]
        found = _judged(subject, whole[0], latex) if len(whole) == 1 else verdict
        return replace(found, segment=verdict.segment, who=verdict.who)
    if not verdict.is_wrong or verdict.segment not in free:
        return verdict
    ways = (_judged(subject, each, latex) for each in made if each.words and latex)
    return next((way for way in ways if way.is_right), verdict)


def _value(verdict: Verdict) -> str:
    return verdict.latex.partition(" = ")[2].replace(" ", "")


def check_laplacians(subject: Subject, made: Sequence[Made]) -> Iterator[Verdict]:
    r"""The verdicts on \Delta f = … = …, where f is the function."""
    found = subject.found
    known = next((each for each in made if each.title == "Laplacian"), None)
    for pieces in found.reading.equal.values():
        name = whole_name(laplacian_of(pieces[0]))
        is_step = any(re.search(rf"{name}\s*\(", latex) for latex in pieces[1:])  # f(x+h) - f(x)
        if known is not None and name == subject.problem.name and not is_step:
            found.used.add(Given(*pieces[:2]).shown)
            yield from (_judged(subject, known, latex) for latex in pieces[1:])


def _gives_order(subject: Subject) -> bool:
    """Does the text say in which order the variables are taken? It settles a determinant's sign."""
    is_one = len(subject.found.variables) < 2
    return is_one or re.search(RESPECT, subject.found.cut.words, re.I) is not None


def _judged(subject: Subject, made: Made, latex: str) -> Verdict:
    label = rf"{made.left.latex} = {latex}"
    (written,), names = named([latex], subject)
    if unknown := missing(written, subject.found, names):
        words = " and ".join(map(plain_name, unknown))
        stand = "stand" if len(unknown) > 1 else "stands"
        return Verdict(label, NOT_READ, f"{words} {stand} for nothing that is known")
    x = subject.problem.symbols[subject.found.variables[0]]
    try:
        read = read_sized(written, subject.found, names, made.value)
        claim = substitute(read, names.closed)
        there = claim_at(subject.found, subject.problem, x.name, claim, made.value)
        report = there or check_claim(subject.problem, x, claim, made.value)
        is_turned = made.title == OF_JACOBIAN and not _gives_order(subject)
        if is_turned and check_claim(subject.problem, x, claim, -made.value).status == RIGHT:
            return Verdict(label, UNDECIDED, _TURNED)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return Verdict(label, report.status, report.slip, report, None, claim, made.value)
