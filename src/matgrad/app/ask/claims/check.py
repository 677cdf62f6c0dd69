"""Formulas that a text gives as derivatives, checked one by one, each = as a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from matgrad.app.ask.asking.attributed import who_says
from matgrad.app.ask.asking.tabled import with_told_tables
from matgrad.app.ask.claims.answered_chains import check_answered
from matgrad.app.ask.claims.chain_links import chain_fault, links_in
from matgrad.app.ask.claims.chains import chains_in, check_chains
from matgrad.app.ask.claims.components import check_along, check_by_number, check_entry
from matgrad.app.ask.claims.elsewhere import is_elsewhere, moved, place_in
from matgrad.app.ask.claims.equations import check_equation
from matgrad.app.ask.claims.grids import check_grid, grid_size
from matgrad.app.ask.claims.in_words import read_in_full
from matgrad.app.ask.claims.inner_derivatives import by_default
from matgrad.app.ask.claims.judging import SUPPOSING, Formula, judge_any, supposed
from matgrad.app.ask.claims.laplacians import as_laplacian
from matgrad.app.ask.claims.mentioned import looked_again, unless_unheard
from matgrad.app.ask.claims.other_functions import instead_of, of_a_part, of_another, of_changed
from matgrad.app.ask.claims.own_variables import by_own
from matgrad.app.ask.claims.points import check_points, check_values
from matgrad.app.ask.claims.reach import unequal_indices
from matgrad.app.ask.claims.restated import check_primed, check_restated, softened
from matgrad.app.ask.claims.signs import check_signs
from matgrad.app.ask.claims.solutions import check_conditions, check_solutions
from matgrad.app.ask.claims.special import as_partial, in_case, said_for, with_held
from matgrad.app.ask.claims.stated_terms import by_stated
from matgrad.app.ask.claims.steps import NOT_READ, Verdict, check_differential
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.claims.targets import MIXED, Target, targets_of
from matgrad.app.ask.claims.tensors import check_tensor
from matgrad.app.ask.claims.told import check_told
from matgrad.app.ask.claims.vanishing import claims_of_derivatives
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    HESSIAN,
    left_side,
    whole_name,
)
from matgrad.app.ask.formulas.typeset import can_be_set
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.named_products import named_as
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED


def check_all(subjects: Subjects) -> list[Verdict]:
    """Every claim of the text."""
    verdicts = looked_again(subjects, _verdicts(subjects), _verdicts)
    verdicts = [with_held(subjects, x) for x in verdicts]
    verdicts = [of_a_part(subjects.found, _doubted(subjects.found, x)) for x in verdicts]
    verdicts = [of_changed(subjects.found, read_in_full(subjects.found, x)) for x in verdicts]
    verdicts = [of_another(subjects, x) for x in verdicts]
    found = _distinct(unless_unheard(subjects.found, softened(verdicts)))
    text = with_told_tables(subjects.found.cut.marked, subjects.found.reading)
    said = subjects.found.said
    return [replace(each, who=who_says(text, said.first_of(each.segment))) for each in found]


def _verdicts(subjects: Subjects) -> list[Verdict]:
    found, main = subjects.found, subjects.main
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        try:
            there = in_case(subjects, claim.segment)
            judge = partial(_claimed, claim=claim)
            verdict = as_partial(there, judge(there), claim.segment, judge)
            verdict = by_stated(there, verdict, judge)
            verdict = said_for(subjects, claim.segment, verdict)
            verdicts.append(replace(verdict, segment=claim.segment))
        except MatgradError as error:
            verdicts.append(Verdict(claim.label, NOT_READ, error.message))
    for told in found.said.told:
        there = in_case(subjects, told.segment)
        judge = partial(check_told, told=told)
        verdict = by_stated(there, as_partial(there, judge(there), told.segment, judge), judge)
        verdict = instead_of(subjects, said_for(subjects, told.segment, verdict), told.segment)
        verdicts.append(replace(verdict, segment=told.segment))
    verdicts += check_answered(subjects)
    verdicts += [*check_points(subjects), *check_values(main), *check_conditions(main)]
    verdicts += [*check_signs(main), *check_primed(subjects)]
    return [*verdicts, *check_solutions(subjects), *check_restated(main), *_not_judged(main)]


def _doubted(found: Understood, verdict: Verdict) -> Verdict:
    """A wrong claim is not called so where the text may differentiate by another variable."""
    if not found.whole or not verdict.is_wrong or rf"\partial {found.whole}" in verdict.latex:
        return verdict
    name = plain_name(found.whole)
    words = f"it is wrong by {name}; {name} is defined, and another variable may be meant"
    return Verdict(verdict.latex, UNDECIDED, words)


def _claimed(subjects: Subjects, claim: Claimed) -> Verdict:
    """What a formula of the text gives as a derivative or as a differential."""
    main = subjects.main
    if claim.derivative.kind == DIFFERENTIAL:
        return _differential(main, claim)
    verdict = _derivative(subjects, claim)
    other = unequal_indices(subjects.found, claim.segment)
    if verdict.is_wrong and other and not verdict.words.startswith(f"for {other}"):
        return Verdict(
            claim.label, UNDECIDED, f"it is claimed for {other} only, and not so in general"
        )
    return verdict


def _differential(main: Subject, claim: Claimed) -> Verdict:
    """A formula for a differential, perhaps for a case: dy = 2xᵀA dx if A is symmetric."""
    verdict = check_differential(main.found, main.problem, main.names, claim)
    facts, words = supposed(main, claim.segment)
    if not verdict.is_wrong or not facts:
        return verdict
    there = main.assuming(facts)
    verdict = check_differential(main.found, there.problem, there.names, claim)
    return replace(verdict, words="; ".join(filter(None, (words, verdict.words))))


def _not_judged(main: Subject) -> list[Verdict]:
    """Equations with derivatives in them that are no formula for one, so that none is lost."""
    reading = main.found.reading
    broken = [Verdict(x, NOT_READ, "its brackets do not match") for x in reading.broken]
    for n, (first, *others) in claims_of_derivatives(main.found, main.problem).items():
        label = " = ".join((named_as(main.found.cut, first), *others))
        broken.append(check_equation(main, label, (first, *others), n))
    return broken


def not_given(found: Understood) -> list[Verdict]:
    """The claims of a text that does not say what the function is."""
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        label = claim.label
        written = _written_out(found, claim)
        if written is not None and written.status != NOT_READ:
            verdicts.append(written)
            continue
        name = whole_name(claim.derivative.function.partition("(")[0].strip()) or "the function"
        words = f"{plain_name(name)} is not given by an equation"
        if found.questions and name in {each.left.name for each in found.reading.defined}:
            words = "the text has to be clear first"
        if written is not None and written.words:
            words = written.words
        if claim.derivative.variables and (links := links_in(claim.values[0])):
            fault = chain_fault(links, name, claim.derivative.variables[0], found)
            words += f"; {fault}" if fault else "; its factors fit to each other"
        verdicts.append(Verdict(label, NOT_READ, words))
    return _distinct(verdicts)


def _distinct(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each claim once; what a later one repeats and carries on, as slides do, is left to that."""
    cases = ((each, each.words.startswith(SUPPOSING)) for each in reversed(verdicts))
    found = {
        # the same formula may be the derivative by each of two variables
        (
            _closed(each.latex).replace(" ", ""),
            is_case,
            each.status,
            each.is_right and each.words,
            each.true,
        ): each
        for each, is_case in cases
    }
    begun = {key[:at] for key, *_ in found for at, sign in enumerate(key) if sign == "="}
    return [each for (key, *_), each in found.items() if key not in begun or each.is_wrong][::-1]


def _closed(latex: str) -> str:
    """A claim up to the first of its sides that is broken; a later one may have that whole."""
    first, *sides = latex.split(" = ")
    whole = [*takewhile(can_be_set, sides)]
    return " = ".join((first, *whole)) if whole else latex


def _written_out(found: Understood, claim: Claimed) -> Verdict | None:
    """A claim that ends with a Jacobian written out entry by entry."""
    if grid_size(claim.values[-1]) is None or len(claim.derivative.variables) != 1:
        return None
    label = claim.label
    left = left_side(claim.derivative.function)
    named = [d for d in found.reading.defined if left and d.left.name == left.name]
    words = f"{plain_name(left.name)} is not given by an equation" if left and not named else ""
    for each in named:
        try:
            result = check_grid(found, each, claim.derivative.variables[0], claim.values[-1])
        except MatgradError as error:
            words = error.message
            continue
        return Verdict(label, result.status, result.slip, result)
    return Verdict(label, NOT_READ, words)


def _derivative(subjects: Subjects, claim: Claimed) -> Verdict:
    found = subjects.found
    label = claim.label
    written = _written_out(found, claim)
    if written is not None and written.status != NOT_READ:
        return written
    name = whole_name(claim.derivative.function.partition("(")[0].strip() or "f")
    own = subjects.variables_of(claim.derivative.function) or by_default(subjects.main)
    variables = claim.derivative.variables or own[:1]
    chains = chains_in(claim.values)
    if len(variables) == 1 and name:
        fault = check_chains(subjects, label, chains, variables[0], name)
        if fault.is_wrong or all(chains):
            return fault
    try:
        subject = subjects.named(claim.derivative.function, variables[0], claim.segment)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return _of(subject, claim, variables, [bool(links and name) for links in chains])


def _of(
    subject: Subject, claim: Claimed, variables: Sequence[str], is_chain: Sequence[bool]
) -> Verdict:
    """A claim about a function that is known."""
    label = claim.label
    if is_elsewhere(subject, claim):
        return check_equation(subject, label, (claim.latex, *claim.values), claim.segment)
    claim = moved(subject, claim)
    wrong = next((v for v in variables if v not in subject.problem.symbols), None)
    if wrong is not None:
        words = f"{plain_name(wrong)} is not a variable of {subject.problem.name}"
        tensor = check_tensor(subject, claim, variables[0]) if len(variables) == 1 else None
        return check_entry(subject, claim, variables) or tensor or Verdict(label, NOT_READ, words)
    if claim.derivative.direction:
        return check_along(subject, claim, variables[0])
    if by_number := check_by_number(subject, claim, variables[0]):
        return by_number
    found = _lines(subject, claim, _aims(subject, claim), is_chain)
    other = found.is_wrong and as_laplacian(
        subject, claim, by_default(subject), lambda aim: _lines(subject, claim, [aim], is_chain)
    )
    return other or found


def _aims(subject: Subject, claim: Claimed) -> list[Target]:
    """The derivatives that the left side of a claim may mean."""
    kind, variables = subject.kind(claim.derivative.kind), claim.derivative.variables
    if kind == HESSIAN and len(variables) == 2:
        return [Target(MIXED, variables)]
    return targets_of(subject, kind, variables or by_default(subject))


def _lines(
    subject: Subject, claim: Claimed, aims: Sequence[Target], is_chain: Sequence[bool]
) -> Verdict:
    """All formulas that a derivative is said to be equal to; the first that is wrong is named."""
    label, place = claim.label, place_in(subject, claim)
    last = best = Verdict(label, NOT_READ)
    unread: list[str] = []
    aims = [replace(aim, factor=claim.factor) for aim in aims]
    values = claim.values if claim.factor == 1 else claim.given
    for line, value in enumerate(values, 1):
        if is_chain[line - 1]:
            continue
        formula = Formula(value, label, claim.segment, place)
        last = judge_any(subject, formula, aims)
        if not claim.derivative.variables:
            last = by_own(subject, formula, aims[0], last)
        if last.is_wrong and len(claim.values) > 1:
            return replace(last, line=line)
        unread += [str(line)] if last.status == NOT_READ else []
        best = last if last.status != NOT_READ else best
    if unread and best.is_right:
        words = f"the last formula is right, but step {', '.join(unread)} could not be read"
        return replace(best, status=UNDECIDED, words=words)
    return best if unread and best.status != NOT_READ else last
