"""A second look at claims that were found wrong, with all that the text mentions anywhere.

What words suppose, mention by the way or say of another case may be meant for a claim all the same:
one that is right with it is not called wrong, but right if it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.claims.reach import claim_segments
from matgrad.app.ask.claims.special import with_held
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.facts.said import DENIED, STATED, Given, Said
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.problem.constraints import Fact, assuming, freed
from matgrad.app.ask.problem.fixed import (
    fixed_for,
    nameless_held,
    others_hold,
    perhaps_fixed,
)
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.names import names_for
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.totals import called
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.unnamed import matrices
from matgrad.app.ask.spelling.primed_points import UNUSED
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close, fact_words
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.syntax.declarations import CONTRADICTIONS
from matgrad.verify.claim import UNDECIDED
from matgrad.verify.found import CONVENTION, RIGHT

DOUBTFUL = "it is right if {}, which the text mentions but does not state; not in general"
_UNHEARD = re.compile(  # what quote_unheard says; a question states nothing
    r"not used: (?P<words>“(?!Are |Is |Were )[^”]*\b(?:ortho(?:gon|norm)al|perpendicular)\b[^”]*”)"
)
_OPEN_POINT = re.compile(UNUSED.format("(?P<name>.+)"))
MOST = 4  # facts that are tried one by one before all of them are

Check = Callable[[Subjects], list[Verdict]]


@dataclass(frozen=True)
class Mention:
    """What a text mentions and does not state of what its claims are about."""

    facts: tuple[Fact, ...] = ()
    equations: tuple[Given, ...] = ()
    bounds: tuple[int, ...] = ()
    held: tuple[str, ...] = ()  # names with a definition that may be held fixed
    claims: frozenset[int] | None = None  # for which this may be meant, if not for all

    def words(self, reading: Reading) -> str:
        """For reading."""
        words = [f"{plain_name(name)} is {fact_words(fact)}" for name, fact in self.facts]
        words += [each.shown for each in self.equations]
        words += [f"{plain_name(name)} is held fixed" for name in self.held]
        words += [quoted(latex).plain for n in self.bounds for latex in _inequalities(reading, n)]
        return " and ".join(dict.fromkeys(words))

    def may_be_for(self, verdict: Verdict) -> bool:
        """May this be meant where a claim is made?"""
        return self.claims is None or verdict.segment in self.claims


def _inequalities(reading: Reading, segment: int) -> list[str]:
    return [reading.bare[segment]] if segment in reading.bare else reading.intervals[segment]


def looked_again(subjects: Subjects, verdicts: Sequence[Verdict], check: Check) -> list[Verdict]:
    """The verdicts, of which none is “wrong” where something that is mentioned makes it right."""
    kept = list(verdicts)
    for mention in _mentions(subjects.found, subjects.main.problem):
        if not any(each.is_wrong for each in kept):
            break
        try:
            there = _with(subjects, mention)
            is_own = mention.held and not others_hold(subjects.found)
            again = [with_held(there, x) if is_own else x for x in check(there)]
        except MatgradError:
            again = list[Verdict]()
        words = DOUBTFUL.format(mention.words(subjects.found.reading))
        generally = subjects.found.said.generally
        generally = generally | _totals(subjects.found) if mention.held else generally
        meant = [x.is_wrong and x.segment not in generally and mention.may_be_for(x) for x in kept]
        is_linear = all(fact == "symmetric" for _, fact in mention.facts)
        again = [_by_entries(x) if is_linear else x for x in again]
        softened = [*_softened(kept, again, words, meant, bool(mention.equations))]
        case = fixed_for(subjects.found) if mention.held else set[int]()
        held = f"if {mention.words(subjects.found.reading)}"  # as the sentence of the claim says
        tried = {x.latex for x in again if x.is_wrong or x.is_right}
        kept = [
            _in_case(old, new, held, old.latex in tried) if old.segment in case else new
            for old, new in zip(kept, softened, strict=True)
        ]
    return kept


def _totals(found: Understood) -> set[int]:
    """The formulas that are called total derivatives, for which nothing is held fixed."""
    return {n for n in claim_segments(found) if called(found.cut, n) == "total"}


def unless_unheard(found: Understood, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, none “wrong” where words say something that is not read.

    They say that vectors are orthogonal, or hold a part fixed that has no name; or of a point x_0,
    for which no formula is given, what kind of a point it is.
    """
    points = [x["name"] for x in (_OPEN_POINT.fullmatch(note) for note in found.notes) if x]
    verdicts = [_at_any(verdict, points) for verdict in verdicts]
    quotes = [x["words"] for x in (_UNHEARD.fullmatch(note) for note in found.notes) if x]
    quotes += nameless_held(found)
    if not quotes:
        return [*verdicts]
    words = f"it is not right in general, and {quotes[0]} was not used"
    return [
        Verdict(x.latex, UNDECIDED, words, segment=x.segment) if x.is_wrong else x for x in verdicts
    ]


def _at_any(verdict: Verdict, points: Sequence[str]) -> Verdict:
    """A claim about a point of which more is said is not wrong for not holding everywhere."""
    for name in points if verdict.is_wrong else ():
        if f" = {name} it is " in verdict.words:
            words = f"it does not hold at every {name}, and {UNUSED.format(name)}"
            return Verdict(verdict.latex, UNDECIDED, words, segment=verdict.segment)
    return verdict


def _by_entries(verdict: Verdict) -> Verdict:
    """A claim that is right by the convention for a symmetric variable is one that is right."""
    return replace(verdict, status=RIGHT) if verdict.status == CONVENTION else verdict


def _in_case(old: Verdict, new: Verdict, held: str, is_tried: bool) -> Verdict:
    """The verdict on what is claimed with a part held fixed: not wrong, where that is not tried."""
    if new is not old:
        return replace(new, status=RIGHT, words=held)
    is_open = old.is_wrong and not is_tried
    return Verdict(old.latex, UNDECIDED, f"it is claimed only {held}") if is_open else old


def _softened(
    verdicts: Sequence[Verdict],
    again: Sequence[Verdict],
    words: str,
    meant: Sequence[bool],
    has_equations: bool,
) -> Iterator[Verdict]:
    """The verdicts, undecided where they are right the second time and were not the first.

    So are those that are not decided with an equation, which may be all that they need.
    """
    is_same = [each.latex for each in verdicts] == [each.latex for each in again]
    for at, each in enumerate(verdicts):
        there = [again[at]] if is_same else [x for x in again if x.latex == each.latex]
        # By convention much is right: whatever is added along x moves x out of the unit sphere.
        right = [other for other in there if other.is_right and other.status != CONVENTION]
        is_right = meant[at] and bool(right)
        open_ones = [other for other in there if other.status == UNDECIDED and has_equations]
        if is_right:
            yield Verdict(each.latex, UNDECIDED, words)
        else:
            yield open_ones[0] if meant[at] and open_ones else each


def _mentions(found: Understood, problem: Problem) -> Iterator[Mention]:
    """What the text mentions: each fact, all facts, and all with its equations and inequalities."""
    facts = [*_facts(found, problem)]
    for fact in facts[:MOST] if len(facts) > 1 else ():
        yield Mention((fact,))
    if facts:
        yield Mention((*facts,))
    fixed = [name for name, how in perhaps_fixed(found).items() if how != DENIED]
    if held := tuple(x for x in fixed if x not in (*found.kept, *found.variables)):
        yield Mention(held=held)
    said = found.said
    for fact, claims in said.behind.items():
        if claims and fact[0] in problem.symbols and _is_open(said, fact):
            yield Mention((fact,), claims=frozenset(claims))
    equations = [each for each in dict.fromkeys(said.doubtful_given) if each not in said.given]
    equations += [each for each, claims in said.given_for.items() if not claims]
    bounds = [segment for segment, how in said.bounds.items() if how not in (STATED, DENIED)]
    bounds = [n for n in bounds if not claim_segments(found) & said.bounded.get(n, frozenset())]
    if equations or bounds:
        yield Mention((), (*equations,), (*bounds,))
        if facts:
            yield Mention((*facts,), (*equations,), (*bounds,))


def _facts(found: Understood, problem: Problem) -> Iterator[Fact]:
    """The facts that may be meant for any claim: those of a case belong to the claims in it."""
    said, known = found.said, problem.symbols
    own = {fact for segment in claim_segments(found) for fact in said.cases.get(segment, ())}
    vectors = [name for name, x in known.items() if x.shape.is_vector and not x.is_scalar]
    loose = [
        (name, fact)
        for fact in said.loose
        for name in (vectors if fact in VECTOR_ONLY else matrices(found, fact))
    ]
    for name, fact in dict.fromkeys((*said.open_facts, *loose)):
        is_free = (name, fact) in said.free and (name, fact) not in said.doubtful
        if name not in known or (name, fact) in own or not _is_open(said, (name, fact)) or is_free:
            continue
        is_fitting = fact not in VECTOR_ONLY or known[name].shape.is_vector
        if is_fitting and fact not in close(known[name].data.facts):
            yield name, fact


def _is_open(said: Said, fact: Fact) -> bool:
    """May a fact hold: is it neither denied nor one of two of which the text says “or”?"""
    opposed = {other for pair in CONTRADICTIONS if fact[1] in pair for other in pair} - {fact[1]}
    is_either = any((fact[0], other) in said.open_facts for other in opposed)
    return not is_either and fact not in (*said.denied, *said.unreal)


def _with(subjects: Subjects, mention: Mention) -> Subjects:
    """The functions of a text in which this is stated."""
    found, main = subjects.found, subjects.main
    said = _stating(found.said, mention)
    new = replace(found, said=said, used={*found.used}, notes=list(found.notes))
    new.kept = (*found.kept, *mention.held)
    problem = _problem(new, main.problem, mention)
    names = names_for(new, problem)
    names.known |= {n: x for n, x in main.names.known.items() if n not in names.known}
    return Subjects(new, Subject(new, problem, names))


def _problem(found: Understood, problem: Problem, mention: Mention) -> Problem:
    """The function with facts, read again where they make matrices square or a name is held."""
    assert found.function is not None
    known, facts = problem.symbols, mention.facts
    is_square = all(known[n].shape.is_square or fact not in SQUARE_ONLY for n, fact in facts)
    if is_square and not mention.held:
        return assuming(problem, facts)
    script = script_of(found, found.function, found.is_scalar, found.kept)
    try:
        made, _ = settled(script)
    except MatgradError:
        return assuming(problem, facts)
    return freed(made, found.variables)[0]


def _stating(said: Said, mention: Mention) -> Said:
    facts = {name: {*known} for name, known in said.facts.items()}
    for name, fact in mention.facts:
        facts.setdefault(name, set()).add(fact)
    given = [*said.given, *(each for each in mention.equations if each not in said.given)]
    scoped = {g: n for g, n in said.given_for.items() if g not in mention.equations}
    bounds = {**said.bounds, **dict.fromkeys(mention.bounds, STATED)}
    return replace(said, facts=facts, given=given, given_for=scoped, bounds=bounds)
