"""What the answer becomes in the cases of which a text only speaks: what if A is symmetric?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from matgrad.app import api
from matgrad.app.ask.answer.blocks import aimed
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.constraints import assuming, constraint_words
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.document import Row, Section
from matgrad.render.glyphs import plain_name

ANSWERS = ("Gradient", "Gradients", "Jacobian", "Hessian", "Directional derivative")
MOST = 2  # cases that are answered


@dataclass(frozen=True)
class Case:
    """What is supposed, in words, and the derivation in that case."""

    words: str
    derivation: Derivation
    is_same: bool  # as in general

    @property
    def section(self) -> Section:
        """The answer in this case, for reading."""
        title = f"If {self.words}"
        if self.is_same:
            return Section(title, (Row(words=("the answer is the same",)),))
        # Without names that only this derivation defines.
        return Section(title, answer_rows(self.derivation, self.derivation.answers.values()))


def answer_rows(d: Derivation, values: Iterable[Expr]) -> tuple[Row, ...]:
    """The rows of the answers of a derivation, with something else on their right sides."""
    rows = [row for each in d.document("short").sections if each.title in ANSWERS
            for row in each.rows]  # fmt: skip
    answers = [*values]
    named = sum(row.equation is not None for row in rows) - len(answers)
    for _ in range(named):  # names of parts, which stand before the answers
        rows.remove(next(row for row in rows if row.equation))
    given = iter(answers)
    return tuple(
        replace(row, equation=replace(row.equation, right=next(given))) if row.equation else row
        for row in rows
    )


def cases(found: Understood, problem: Problem, first: Derivation) -> list[Case]:
    """The answers in the cases that the text mentions."""
    made = [*_within(found, problem, first)]
    known = {name: x.data.facts for name, x in problem.symbols.items()}
    supposed = [(name, fact) for name, fact in found.said.open_facts if name in known]
    for name, fact in [pair for pair in supposed if pair[1] not in known[pair[0]]][:MOST]:
        try:
            special = derived_with(found, name, fact)
        except MatgradError:
            continue
        words = f"{plain_name(name)} is {fact.replace('_', ' ')}"
        is_same = [*map(str, special.answers.values())] == [*map(str, first.answers.values())]
        made += [Case(words, special, is_same)] if special.verdict.ok else []
    return made


def _within(found: Understood, problem: Problem, first: Derivation) -> Iterator[Case]:
    """The gradient within the constraints of the text, projected onto the directions they leave."""
    facts = [each for each in found.said.constraints if each[0] in problem.symbols]
    if not facts or found.kind != GRADIENT:
        return
    special = api.gradient(assuming(problem, facts), found.variables)
    if special.verdict.ok and [*special.answers.values()] != [*first.answers.values()]:
        yield Case(" and ".join(constraint_words(*each) for each in facts), special, is_same=False)


def derived_with(found: Understood, name: str, fact: str) -> Derivation:
    """The main derivation with one more assumption."""
    assert found.function is not None
    script = script_of(found, found.function, found.is_scalar, found.kept)
    facts = {**script.facts, name: script.facts.get(name, set()) | {fact}}
    problem, _ = settled(replace(script, facts=facts))
    return getattr(api, found.kind)(problem, aimed(found))
