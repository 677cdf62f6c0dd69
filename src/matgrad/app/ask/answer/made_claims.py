"""What a text gives as something that is made of a derivative: “is its determinant ⟦1⟧?”"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.answer.made import Made
from matgrad.app.ask.claims.inner_derivatives import named
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.formulas.claimed import laplacian_of
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.names import missing
from matgrad.app.ask.text.marks import M, numbers
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import check_claim

_IS = rf"(?:\s+(?:for|of|in)\s+(?:the\s+)?(?:[a-z]+\s+)?{M})?"
_IS += r"\s*,?\s*(?:(?:then|really|just|simply|now|is|be|equals?|equal|to|given|by|as|:|=)\s+)*"
_OWN = r"(?P<own>\s*[.:;,?]\s*(?:I|we)\s+(?:get|got|find|found|obtain|have|computed)\s+)?"


def check_made(subject: Subject, made: Sequence[Made]) -> Iterator[Verdict]:
    """The verdicts on the formulas that follow the words for what was made of a derivative."""
    marked = " ".join(subject.found.cut.marked.split())
    for each in (each for each in made if each.words):
        for found in re.finditer(
            rf"(?:{each.words}){_IS}{_OWN}(?P<claim>{M})(?=\s*[.,;?!]|\s*$)", marked, re.I
        ):
            segment = next(numbers(found["claim"]))
            latex = subject.found.reading.formula(segment)
            said = subject.found.said
            is_made = found["own"] or any(
                told.made for told in said.told if told.segment == segment
            )
            if latex and (is_made or segment not in said.claims):
                subject.found.used.add(latex)
                yield _judged(subject, each, latex)


def with_made(claims: Sequence[Verdict], subject: Subject, made: Sequence[Made]) -> list[Verdict]:
    """The verdicts, with those on what was made of a derivative in the place of none."""
    judged = [*check_made(subject, made), *check_laplacians(subject, made)]
    known = {_value(verdict) for verdict in judged}
    kept = [each for each in claims if each.status != NOT_READ or _value(each) not in known]
    return [*kept, *judged]


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
        report = check_claim(subject.problem, x, claim, made.value)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return Verdict(label, report.status, report.slip, report, None, claim, made.value)
