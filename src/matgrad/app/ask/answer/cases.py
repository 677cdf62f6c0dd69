"""What the answer becomes in the cases of which a text only speaks: what if A is symmetric?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.app import api
from matgrad.app.ask.answer.blocks import aimed
from matgrad.app.ask.facts.properties import NEEDED_BY
from matgrad.app.ask.facts.said import CONDITIONAL, MENTIONED
from matgrad.app.ask.facts.unbound import FORGOTTEN
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.constraints import assuming, constraint_words
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.totals import has_both
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close, fact_words, facts_of
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.document import Row, Section
from matgrad.render.glyphs import plain_name
from matgrad.render.results import RESULTS

ANSWERS = ("Gradient", "Jacobian", "Hessian", *RESULTS.values(), "Directional derivative")
Fact = tuple[str, str]  # a name and what is supposed of it
MOST = 2  # cases that are answered


@dataclass(frozen=True)
class Case:
    """What is supposed, in words, and the derivation in that case."""

    words: str
    derivation: Derivation
    is_same: bool  # as in general
    remarks: tuple[str, ...] = ()  # that are not made in general
    facts: tuple[Fact, ...] = ()  # that are supposed

    @property
    def is_new(self) -> bool:
        """Is anything to be said that does not hold in general?"""
        return not self.is_same or bool(self.remarks)

    def is_within(self, other: Case) -> bool:
        """Is the same said in another case, of which this is one: P definite, P symmetric?"""
        told = ([*map(str, x.derivation.answers.values())] for x in (self, other))
        is_less = self.facts != other.facts and {*other.facts} <= _closed(self.facts)
        is_told = bool(other.facts) and {*self.remarks} <= {*other.remarks}
        return is_less and is_told and next(told) == next(told)

    @property
    def section(self) -> Section:
        """The answer in this case, for reading."""
        # Without names that only this derivation defines.
        answers = answer_rows(self.derivation, self.derivation.answers.values())
        rows = (Row(words=("the answer is the same",)),) if self.is_same else answers
        return Section(f"If {self.words}", (*rows, *(Row(words=(x,)) for x in self.remarks)))


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
    made = [*_within(found, problem, first), *_partial(found, problem, first)]
    known = {name: x.data.facts for name, x in problem.symbols.items()}
    for each in problem.definitions:  # what follows from a definition need not be said
        _forget(found, [(each.symbol.name, fact) for fact in facts_of(each.value)])
    supposed = [(name, fact) for name, fact in found.said.open_facts if name in known]
    supposed = [pair for pair in supposed if pair[1] not in known[pair[0]]]
    supposed = [pair for pair in supposed if _can_hold(problem, *pair)]
    for facts in _said_together(found, supposed)[:MOST]:
        case = _supposing(found, facts, first)
        if case is not None and not case.is_new:
            _forget(found, facts)
        is_left = case is not None and (facts[0] not in found.said.doubtful or case.is_new)
        made += [case] if case is not None and is_left else []
    made = [case for case in made if not any(map(case.is_within, made))]
    lifted = [x for x in found.said.lifted if found.said.is_stated(*x)]  # else it is the answer
    lifted_cases = (_supposing(found, facts, first, is_not=True)
                    for facts in _said_together(found, lifted)[:MOST])  # fmt: skip
    return [*made, *filter(None, lifted_cases)]


def _closed(facts: Iterable[Fact]) -> set[Fact]:
    """What is supposed, and what follows from it."""
    return {(name, x) for name, fact in facts for x in close(frozenset({fact}))}


def _can_hold(problem: Problem, name: str, fact: str) -> bool:
    """Can something hold of a name? No matrix is on the simplex, which is one of vectors."""
    return fact not in VECTOR_ONLY or problem.symbols[name].shape.is_vector


def _said_together(found: Understood, facts: Iterable[Fact]) -> list[list[Fact]]:
    """Facts by the word that says them: that A and B are symmetric is one case."""
    groups: dict[tuple[str, int], list[Fact]] = {}
    for number, (name, fact) in enumerate(facts):
        place = found.said.places.get((name, fact), -1 - number)
        groups.setdefault((fact, place), []).append((name, fact))
    return list(groups.values())


def _supposing(
    found: Understood, facts: Sequence[Fact], first: Derivation, *, is_not: bool = False
) -> Case | None:
    """The answer in one case, if there is one; with is_not, where the facts are false."""
    try:
        special = derived_without(found, facts) if is_not else derived_with(found, facts)
    except MatgradError:
        return None
    names = " and ".join(plain_name(name) for name, _ in facts)
    verb = ("are" if len(facts) > 1 else "is") + " not" * is_not
    words = f"{names} {verb} {fact_words(facts[0][1])}"
    is_same = [*map(str, special.answers.values())] == [*map(str, first.answers.values())]
    remarks = tuple(x for x in special.remarks if x not in first.remarks)
    supposed = () if is_not else tuple(facts)
    return Case(words, special, is_same, remarks, supposed) if special.verdict.ok else None


def _forget(found: Understood, facts: Iterable[Fact]) -> None:
    """Leave out the lines about facts that are mentioned, or a case, and change nothing."""
    lines = [line for why in (MENTIONED, CONDITIONAL) for line in found.said.not_taken(facts, why)]
    found.notes = [note for note in found.notes if note not in lines]


def _within(found: Understood, problem: Problem, first: Derivation) -> Iterator[Case]:
    """The gradient within the constraints of the text, projected onto the directions they leave."""
    facts = [each for each in found.said.constraints if each[0] in problem.symbols]
    facts = [each for each in facts if each[1] not in FORGOTTEN]
    if not facts or found.kind != GRADIENT:
        return
    special = api.gradient(assuming(problem, facts), found.variables)
    if special.verdict.ok and [*special.answers.values()] != [*first.answers.values()]:
        yield Case(" and ".join(constraint_words(*each) for each in facts), special, is_same=False)


def _partial(found: Understood, problem: Problem, first: Derivation) -> Iterator[Case]:
    """The partial derivative, where a text speaks of it beside the total one."""
    held = [each.symbol.name for each in problem.definitions]
    if not held or found.function is None or not has_both(found.cut):
        return
    kept = (*found.kept, *held)
    there = settled(script_of(replace(found, kept=kept), found.function, found.is_scalar, kept))[0]
    if not {*found.variables} <= there.symbols.keys():
        return
    special = getattr(api, found.kind)(there, aimed(found))
    is_same = [*map(str, special.answers.values())] == [*map(str, first.answers.values())]
    verb = "are" if len(held) > 1 else "is"
    if special.verdict.ok:
        yield Case(f"{' and '.join(map(plain_name, held))} {verb} held fixed", special, is_same)


def derived_with(found: Understood, more: Sequence[Fact]) -> Derivation:
    """The main derivation with more assumptions."""
    assert found.function is not None
    script = script_of(found, found.function, found.is_scalar, found.kept)
    facts = {name: {*known} for name, known in script.facts.items()}
    for name, fact in more:
        facts.setdefault(name, set()).add(fact)
    problem, _ = settled(replace(script, facts=facts))
    main = found.problem
    if main is not None and _shapes(problem) != _shapes(main) and _can_all_hold(main, more):
        problem = assuming(main, more)  # the answers are read beside it
    return getattr(api, found.kind)(problem, aimed(found))


def _can_all_hold(problem: Problem, facts: Sequence[Fact]) -> bool:
    """Are the matrices square that have to be, with the shapes that were inferred?"""
    known = problem.symbols
    return all(x not in SQUARE_ONLY or known[n].shape.is_square for n, x in facts if n in known)


def derived_without(found: Understood, less: Sequence[Fact]) -> Derivation:
    """The main derivation without some of its assumptions, nor those that rest on them."""
    assert found.function is not None
    script = script_of(found, found.function, found.is_scalar, found.kept)
    facts = {name: {*known} for name, known in script.facts.items()}
    for name, fact in less:
        facts.get(name, set()).difference_update((fact, *NEEDED_BY.get(fact, ())))
    problem, _ = settled(replace(script, facts=facts))
    return getattr(api, found.kind)(problem, aimed(found))


def _shapes(problem: Problem) -> dict[str, Shape]:
    return {name: x.shape for name, x in problem.symbols.items()}
