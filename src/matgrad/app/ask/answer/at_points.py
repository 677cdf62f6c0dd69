"""The derivative at a point that the text names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.answer.cases import answer_rows
from matgrad.app.ask.claims.evaluated import Place, broken_at, place_of, shown, valued
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.render.document import Row, Section
from matgrad.verify.claim import check_claim
from matgrad.verify.found import RIGHT, UNDECIDED, ClaimReport

MOST = 4  # points


@dataclass(frozen=True)
class Evaluated:
    """A point, and what a derivation gives there, by variable."""

    point: str
    derivation: Derivation
    values: dict[str, Expr]


def sections_at(found: Sequence[Evaluated]) -> list[Section]:
    """The values, for reading, one section for each point."""
    rows: dict[str, tuple[Row, ...]] = {}
    for each in found:
        more = answer_rows(each.derivation, each.values.values())
        rows[each.point] = (*rows.get(each.point, ()), *more)
    return [Section(f"At {point}", lines) for point, lines in rows.items()]


def answers_at(
    found: Understood, problem: Problem, derivations: Iterable[Derivation]
) -> list[Evaluated]:
    """The answers at the points of the text, where they are defined."""
    given = list(derivations)
    return [each for at in _points(found) for each in _answers_at(at, problem, given)]


def _points(found: Understood) -> list[Understood]:
    """What was understood, with one after the other of the points that the text names."""
    first = found.said.at
    points = [first]
    for each in found.said.at_in.values():
        other = {**first, **each}
        points += [other] if other not in points else []
    return [replace(found, said=replace(found.said, at=at)) for at in points[:MOST]]


def _answers_at(
    found: Understood, problem: Problem, derivations: Sequence[Derivation]
) -> list[Evaluated]:
    """The answers at one point."""
    try:
        place = place_of(found, problem)
    except MatgradError as error:
        found.questions.append(f"At which point? {error.message}.")
        return []
    if not place:
        return []
    made: list[Evaluated] = []
    for d in derivations:
        failing = broken_at(d, place)
        values = {name: _at(problem, name, answer, place) for name, answer in d.answers.items()}
        given = {name: value for name, value in values.items() if value is not None}
        if failing or len(given) < len(values):
            why = f": {' and '.join(failing)} is needed" if failing else ""
            found.questions.append(f"At {shown(place)} the answer does not hold{why}.")
            break
        made.append(Evaluated(shown(place), d, given))
    return made


def _at(problem: Problem, name: str, answer: Expr, place: Place) -> Expr | None:
    """An answer at a point; none where it has no value."""
    value = valued(answer, place)
    raw = substitute(answer, place)
    x = problem.symbols.get(name)
    checked = check_claim(problem, x, value, raw) if x is not None else ClaimReport(UNDECIDED)
    return value if checked.status == RIGHT else None
