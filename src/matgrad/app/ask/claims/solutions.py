"""Whether the gradient vanishes where a text says: at x = (AᵀA)⁻¹Aᵀb, or where AᵀAx = Aᵀb."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claims.evaluated import broken_at
from matgrad.app.ask.claims.multiples import MULTIPLE, multiple
from matgrad.app.ask.claims.optima import bent_there, label_of, shown_facts
from matgrad.app.ask.claims.reach import within_reach
from matgrad.app.ask.claims.sides import MULTIPLIERS, read_side
from matgrad.app.ask.claims.sides import gap as between
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.facts.said import Given, Solved
from matgrad.app.ask.formulas.notation import GRADIENT, names_in, whole_name
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.function import declarations
from matgrad.app.ask.spelling.orthogonality import eigenvector_in
from matgrad.core.expr import Expr
from matgrad.core.facts import close
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.ops import frobenius, transpose, zeros_of, zeros_op
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import RIGHT, UNDECIDED, Case, ClaimReport, check_claim, check_where
from matgrad.verify.lines import WRONG

NOT_THERE = "it does not hold where {} zero"
ALL_ZERO = "it holds where all gradients are zero"
ZERO, NOT_ZERO = "the gradient is zero there", "the gradient is not zero there"
OPEN = "; whether it is {} {} was not decided"
_CONSTRAINED = re.compile(
    r"\bsubject to\b|\bs\.\s?t\.|\bconstrain|\blagrang|\bover (?:the|all|an?)\b|\bwithin\b"
    r"|\bon (?:the|an?) (?:unit|simplex|sphere|ball|boundary|set|interval)|\bunit (?:ball|sphere)"
    r"|\bsimplex\b|\bnon-?negative\b|\bamong\b",
    re.I,
)
CASE = "it is right if {}, of which the text speaks; not in general"
HELD = "constraints are not taken into account"


def check_solutions(subjects: Subjects) -> list[Verdict]:
    """The verdicts on all points and equations at which the gradient is said to vanish."""
    solved = subjects.found.said.solved
    return [_doubted(_supposing(subjects.called(x.of, x.segment), x), x) for x in solved]


def check_conditions(subject: Subject) -> list[Verdict]:
    """The verdicts on first-order conditions: what is zero is a multiple of a gradient."""
    found, verdicts = subject.found, list[Verdict]()
    for segment in found.said.conditions:
        first, label = found.reading.equal[segment][0], " = ".join(found.reading.equal[segment])
        found.used.add(Given(first, "0").shown)
        if len(found.variables) > 1:
            verdicts.append(_supposing(subject, Solved(segment, first, "0")))
        else:
            verdicts.append(_condition(subject, first, label))
    return verdicts


def _condition(subject: Subject, latex: str, label: str) -> Verdict:
    """A first-order condition for one variable, with the slip that makes it wrong."""
    name = subject.found.variables[0]
    try:
        true = subject.derivative(subject.kind(GRADIENT), name)
        claim = substitute(
            read_sized(latex, subject.found, subject.names, true), subject.names.closed
        )
        result = check_claim(subject.problem, subject.problem.symbols[name], claim, true)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    problem, x = subject.problem, subject.problem.symbols[name]
    if result.status == WRONG and (words := multiple(problem, x, claim, true)):
        return Verdict(label, RIGHT, words)
    if result.status == WRONG and _implied(subject, x, [claim], true).right:
        return _compared(subject, claim, [true], label)
    return Verdict(label, result.status, result.slip, result, None, claim, true)


def _doubted(verdict: Verdict, solved: Solved) -> Verdict:
    """What is only said to follow is not called wrong: it may be about something else."""
    if not verdict.is_wrong or not solved.is_open:
        return verdict
    return Verdict(verdict.latex, UNDECIDED, f"{verdict.words}, if that is what follows")


def _supposing(subject: Subject, solved: Solved) -> Verdict:
    """The verdict with what the sentence supposes; what another one supposes may be meant, too."""
    said, names = subject.found.said, subject.problem.symbols
    own = [fact for fact in said.cases.get(solved.segment, ()) if fact[0] in names]
    verdict = _check(subject.assuming(own) if own else subject, solved)
    if own:
        words = f"supposing that {shown_facts(own)}"
        return replace(verdict, words="; ".join(filter(None, (words, verdict.words))))
    facts = [fact for fact in said.open_facts if fact[0] in names]
    if not verdict.is_wrong or not facts:
        return _if_symmetric(subject, solved, verdict) if verdict.is_wrong else verdict
    if _check(subject.assuming(facts), solved).is_wrong:
        return verdict
    return Verdict(verdict.latex, UNDECIDED, CASE.format(shown_facts(facts)))


def _if_symmetric(subject: Subject, solved: Solved, verdict: Verdict) -> Verdict:
    """A claim that is wrong, with what it lacks if that is only that matrices are symmetric."""
    given = subject.problem.symbols.items()
    facts = [(name, "symmetric") for name, x in given if x.shape.is_square and not x.is_scalar]
    facts = [fact for fact in facts if fact[0] not in subject.found.variables]
    if not facts or not _check(subject.assuming(facts), solved).is_right:
        return verdict
    return replace(verdict, words=f"it is right if {shown_facts(facts)}, but not in general")


def _check(subject: Subject, solved: Solved) -> Verdict:
    label = label_of(solved)
    found = within_reach(subject.found, solved.segment)
    variable = solved.name or subject.found.variables[0]
    if variable not in subject.problem.symbols or variable not in subject.found.variables:
        return Verdict(label, NOT_READ, f"it is not about {plain_name(subject.found.variables[0])}")
    is_own = not solved.aim and subject.problem.name.startswith("L")  # its gradient is set to zero
    words = re.sub("(?i)lagrangian", "", found.cut.words) if is_own else found.cut.words
    if (found.said.constraints or _CONSTRAINED.search(words)) and not _is_lagrangian(subject):
        return Verdict(label, NOT_READ, HELD)
    try:
        if not solved.name or _is_inside(subject, solved.right, variable):
            return _where(subject, solved, label)
        there = _at(subject, solved, label)
        is_one = not there.is_wrong or len(subject.found.variables) == 1
        return there if is_one else _where(subject, solved, label)  # at the others' own points
    except ShapeError as error:
        return _misfit(subject, solved, label, error)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)


def _is_inside(subject: Subject, right: str, variable: str) -> bool:
    """Does the variable stand in what it is said to be, also by a definition: x = Aᵀr/λ?"""
    x = subject.problem.symbols[variable]
    return variable in names_in(right) or x in {*symbols(read_side(subject, right, x))}


def _is_lagrangian(subject: Subject) -> bool:
    """Does the function have its constraints in it, with multipliers?"""
    names, words = _by(subject), subject.found.cut.words.lower()
    is_called = subject.problem.name.startswith("L") and "lagrangian" in words
    names = [*subject.problem.symbols] if is_called else names
    return len(names) > 1 and any(name in MULTIPLIERS for name in names)


def _misfit(subject: Subject, solved: Solved, label: str, error: ShapeError) -> Verdict:
    """Where a size is only inferred, what is claimed may rest on another one.

    What is wrong for square matrices is wrong for all that it fits to.
    """
    told = {each.name for each in declarations(subject.found)}
    inside = {*names_in(solved.left), *names_in(solved.right)} & {*subject.problem.symbols}
    wide = {name for name in inside if not subject.problem.symbols[name].shape.is_vector}
    words = f"its shapes do not fit: {error.message}"
    if wide <= told:
        return Verdict(label, WRONG, words)
    there = None
    with suppress(MatgradError):
        square = subject.squared()
        there = _check(square, solved) if square else None
    decided = there if there and (there.is_right or there.report) else None
    if decided is None:
        return Verdict(label, UNDECIDED, words)
    told = f"{decided.words}, for square matrices; otherwise {words}"
    return replace(decided, status=WRONG if decided.is_wrong else UNDECIDED, words=told)


def _at(subject: Subject, solved: Solved, label: str) -> Verdict:
    """A point: the gradient is zero there, or it is not."""
    x = subject.problem.symbols[solved.name]
    gradient = subject.derivative(subject.kind(GRADIENT), x.name)
    point = read_side(subject, solved.right, x)
    if point.shape != x.shape:
        raise ShapeError(f"{plain_name(x.name)} is {x.shape}, this is {point.shape}")
    derived = getattr(api, subject.kind(GRADIENT))(subject.problem, x.name)
    if broken := broken_at(derived, {x: point}):
        raise UnsupportedError(f"there is no derivative at this point: {broken[0]} is needed")
    there = simplify(substitute(gradient, {x: point}))
    result = check_claim(subject.problem, x, zeros_of(there.shape), there)
    if result.status == WRONG and (within := _structured(subject, x, point, there)):
        result = within
    if result.status == WRONG and solved.aim and _is_bounded(subject, solved.name):
        return Verdict(label, UNDECIDED, f"{NOT_ZERO}, but {plain_name(x.name)} is bounded")
    if result.status == WRONG:
        example = result.counterexample
        report = ClaimReport(WRONG, "", example.without({x.name}) if example else None)
        return Verdict(label, WRONG, NOT_ZERO, report)
    if not result.right:
        return Verdict(label, result.status, result.slip)
    shape = bent_there(subject, solved) if solved.aim else ""
    if not solved.aim or shape:
        return Verdict(label, RIGHT, ZERO + shape)
    article = "an" if solved.aim[0] in "aeiou" else "a"
    return Verdict(label, UNDECIDED, ZERO + OPEN.format(article, solved.aim))


def _structured(subject: Subject, x: Expr, point: Expr, there: Expr) -> ClaimReport | None:
    """The verdict where the point is as symmetric as the variable, which alone can be meant."""
    if "symmetric" not in close(x.data.facts):
        return None
    gap = simplify(point - transpose(point))
    return None if gap.op is zeros_op else _implied(subject, x, [gap], there)


def _is_bounded(subject: Subject, name: str) -> bool:
    """May an optimum lie on the border of what the text allows?"""
    said = subject.found.said
    limits = [*said.bounds, *subject.found.reading.intervals]
    return bool(limits or said.facts.get(name) or subject.problem.symbols[name].data.facts)


def _where(subject: Subject, solved: Solved, label: str) -> Verdict:
    """An equation: it holds where the gradient is zero, and the gradient is zero where it holds.

    Of several variables it may be the condition for any one, or follow from those for all.
    """
    names = _by(subject)
    gradients = [subject.derivative(subject.kind(GRADIENT), name) for name in names]
    gaps: list[Expr] = []
    for name, gradient in zip(names, gradients, strict=True):
        try:
            gap = between(subject, solved, gradient)
        except ShapeError:
            if len(gaps) == 0 and name == names[-1]:
                raise
            continue
        gaps.append(gap)
        x = subject.problem.symbols[name]
        if words := multiple(subject.problem, x, gap, gradient):
            words = ZERO if solved.is_enough and words == MULTIPLE else words
            return Verdict(label, RIGHT, words)
    if solved.is_enough:
        return _sufficient(subject, solved, gaps[0], gradients)
    return _compared(subject, gaps[0], gradients, label)


def _by(subject: Subject) -> list[str]:
    """The variables whose gradients vanish together."""
    return [name for name in subject.found.variables if name in subject.problem.symbols]


def _sufficient(subject: Subject, solved: Solved, gap: Expr, gradients: Sequence[Expr]) -> Verdict:
    """Whether all gradients vanish where an equation holds; they may vanish elsewhere as well."""
    symbols, label = subject.problem.symbols, label_of(solved)
    vector = whole_name(eigenvector_in(solved.left, solved.right).partition(" ")[0]) or ""
    inside = tuple(frobenius(x, x) for name, x in symbols.items() if name == vector)  # not zero
    reports = [
        _there(Case(subject.problem, symbols[x], zeros_of(G.shape), G, (gap,), inside))
        for x, G in zip(_by(subject), gradients, strict=True)
    ]
    if wrong := [report for report in reports if report.status == WRONG]:
        return Verdict(label, WRONG, NOT_ZERO, ClaimReport(WRONG, "", wrong[0].counterexample))
    if all(report.right for report in reports):
        return Verdict(label, RIGHT, ZERO)
    return Verdict(label, UNDECIDED, "whether the gradient is zero wherever it holds")


def _compared(subject: Subject, gap: Expr, gradients: Sequence[Expr], label: str) -> Verdict:
    """What an equation that is no multiple of a gradient has to do with where they vanish."""
    x = subject.problem.symbols[_by(subject)[0]]
    follows = _implied(subject, x, gradients, gap)
    is_enough = len(gradients) == 1 and _implied(subject, x, [gap], gradients[0]).right
    if follows.status == WRONG and is_enough:  # perhaps only for a = 0, which is special
        general = _implied(subject, x, gradients, gap, general=True)
        follows = follows if general.status == WRONG else general
    if follows.status == WRONG:
        words = NOT_THERE.format("all gradients are" if len(gradients) > 1 else "the gradient is")
        return Verdict(label, WRONG, words, ClaimReport(WRONG, "", follows.counterexample))
    if follows.right and len(gradients) > 1:
        return Verdict(label, RIGHT, ALL_ZERO)
    if not follows.right or not is_enough:
        return Verdict(label, UNDECIDED, "that it holds just where the gradient is zero")
    return Verdict(label, RIGHT, "it holds where the gradient is zero, and only there")


def _implied(
    subject: Subject, x: Expr, zero: Sequence[Expr], claimed: Expr, *, general: bool = False
) -> ClaimReport:
    """Does one expression vanish wherever others do?"""
    nothing = zeros_of(claimed.shape)
    return _there(Case(subject.problem, x, nothing, claimed, zero=tuple(zero), general=general))


def _there(case: Case) -> ClaimReport:
    """The verdict at the points of a case, if some are found."""
    try:
        return check_where(case)
    except (MatgradError, Undecided):
        return ClaimReport(UNDECIDED)
