"""Formulas that a text gives as derivatives, checked one by one, each = as a step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.claimed import read_claimed, read_sized
from matgrad.app.ask.components import check_along, check_entry
from matgrad.app.ask.directions import entry_of
from matgrad.app.ask.entrywise import entrywise, on_diagonal
from matgrad.app.ask.given import about, rules_of, using
from matgrad.app.ask.grids import check_grid, grid_size
from matgrad.app.ask.links import Link, chain_fault, links_in
from matgrad.app.ask.names import Names, missing
from matgrad.app.ask.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    left_side,
    whole_name,
)
from matgrad.app.ask.points import check_points
from matgrad.app.ask.reading import Claimed, Defined
from matgrad.app.ask.said import Told
from matgrad.app.ask.steps import NOT_READ, Verdict, check_differential, check_lines
from matgrad.app.ask.subjects import Subject, Subjects
from matgrad.app.ask.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED, ClaimReport, check_claim
from matgrad.verify.lines import WRONG

CHAIN = "it is a chain of derivatives, not a formula in the variables"
DIAGONAL = "element by element: this is the diagonal of the Jacobian"


def check_all(subjects: Subjects) -> list[Verdict]:
    """Every claim of the text."""
    found, main = subjects.found, subjects.main
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        if claim.derivative.kind == DIFFERENTIAL:
            verdicts.append(check_differential(found, main.problem, main.names, claim))
        else:
            verdicts.append(_derivative(subjects, claim))
    verdicts += [_told(subjects, each) for each in found.said.told]
    verdicts += check_points(subjects)
    verdicts += _restated(main)
    return _distinct(verdicts)


def _told(subjects: Subjects, told: Told) -> Verdict:
    """A formula that words give as the answer."""
    found = subjects.found
    latex = found.reading.formula(told.segment)
    try:
        subject = subjects.at(told.of, found.variables[0])
    except MatgradError as error:
        return Verdict(rf"\text{{{told.kind or found.kind}}} = {latex}", NOT_READ, error.message)
    if entry := _entry(subject, told, latex):
        return entry
    kinds = [subject.kind(told.kind or found.kind)]
    if not told.kind:  # “I get …” may be any of what is asked
        kinds += [k for k in (GRADIENT, HESSIAN) if k not in kinds and JACOBIAN not in kinds]
    verdicts = [
        _supposing(subject, latex, rf"\text{{{kind}}} = {latex}", (kind, found.variables[0]),
                   told.segment)
        for kind in kinds
    ]  # fmt: skip
    return next((verdict for verdict in verdicts if verdict.is_right), verdicts[0])


def _entry(subject: Subject, told: Told, latex: str) -> Verdict | None:
    """A formula with the index of the entry that is asked for: ∂f/∂x_j, “is it 2Σ_i A_ij r_i?”"""
    for each, segment in subject.found.reading.asked:
        name = next(iter(each.variables), "")
        entry = entry_of(name, subject.problem.symbols)
        if entry and all(re.search(rf"_\s*(?:\{{[^{{}}]*)?{i}", latex) for i in entry[1]):
            written = subject.found.reading.written[segment]
            return check_entry(subject, Claimed(each, written, (latex,), told.segment), name)
    return None


def not_given(found: Understood) -> list[Verdict]:
    """The claims of a text that does not say what the function is."""
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        label = " = ".join((claim.latex, *claim.values))
        written = _written_out(found, claim)
        if written is not None and written.status != NOT_READ:
            verdicts.append(written)
            continue
        name = whole_name(claim.derivative.function.partition("(")[0].strip()) or "the function"
        words = f"{plain_name(name)} is not given by an equation"
        if written is not None and written.words:
            words = written.words
        if claim.derivative.variables and (links := links_in(claim.values[0])):
            fault = chain_fault(links, name, claim.derivative.variables[0], found)
            words += f"; {fault}" if fault else "; its factors fit to each other"
        verdicts.append(Verdict(label, NOT_READ, words))
    return _distinct(verdicts)


def _distinct(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each claim once; what a later one repeats and carries on, as slides do, is left to that."""
    found = {each.latex.replace(" ", ""): each for each in reversed(verdicts)}
    begun = {key[:at] for key in found for at, sign in enumerate(key) if sign == "="}
    return [each for key, each in found.items() if key not in begun or each.is_wrong][::-1]


def _written_out(found: Understood, claim: Claimed) -> Verdict | None:
    """A claim that ends with a Jacobian written out entry by entry."""
    if grid_size(claim.values[-1]) is None or len(claim.derivative.variables) != 1:
        return None
    label = " = ".join((claim.latex, *claim.values))
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
    label = " = ".join((claim.latex, *claim.values))
    written = _written_out(found, claim)
    if written is not None and written.status != NOT_READ:
        return written
    name = whole_name(claim.derivative.function.partition("(")[0].strip() or "f")
    variables = claim.derivative.variables or found.variables[:1]
    chains = [links_in(value) for value in claim.values]
    if len(variables) == 1 and name:
        fault = _chain(found, label, chains, variables[0], name)
        if fault.is_wrong or all(chains):
            return fault
    try:
        subject = subjects.named(claim.derivative.function, variables[0])
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    if len(variables) != 1 or variables[0] not in subject.problem.symbols:
        wrong = next((v for v in variables if v not in subject.problem.symbols), "")
        words = f"{plain_name(wrong)} is not a variable of {subject.problem.name}"
        part = check_entry(subject, claim, variables[0]) if len(variables) == 1 else None
        return part or Verdict(label, NOT_READ, words)
    if claim.derivative.direction:
        return check_along(subject, claim, variables[0])
    return _lines(subject, claim, variables[0], [bool(links and name) for links in chains])


def _lines(subject: Subject, claim: Claimed, variable: str, is_chain: Sequence[bool]) -> Verdict:
    """All formulas that a derivative is said to be equal to; the first that is wrong is named."""
    label = " = ".join((claim.latex, *claim.values))
    what = subject.kind(claim.derivative.kind), variable
    last = best = Verdict(label, NOT_READ)
    unread: list[str] = []
    for line, value in enumerate(claim.values, 1):
        if is_chain[line - 1]:
            continue
        last = _supposing(subject, value, label, what, claim.segment)
        if last.is_wrong and len(claim.values) > 1:
            return replace(last, line=line)
        unread += [str(line)] if last.status == NOT_READ else []
        best = last if last.status != NOT_READ else best
    if unread and best.is_right:
        words = f"step {', '.join(unread)} could not be read"
        return replace(best, words="; ".join(part for part in (best.words, words) if part))
    return best if unread and best.status != NOT_READ else last


def _chain(
    found: Understood, label: str, chains: Sequence[list[Link] | None], variable: str, name: str
) -> Verdict:
    """A product of derivatives is right if its links are those of the definitions."""
    for line, links in enumerate(chains, 1):
        fault = chain_fault(links, name, variable, found) if links else None
        if fault:
            return Verdict(label, WRONG, fault, line=line if len(chains) > 1 else None)
    return Verdict(label, "right", "the chain rule along the definitions")


# ---------------------------------------------------------------- one formula


def _supposing(
    subject: Subject, value: str, label: str, what: tuple[str, str], segment: int
) -> Verdict:
    """A formula in a sentence that may suppose something: “if A is symmetric, it is 2Ax”."""
    facts = [
        f for f in subject.found.said.cases.get(segment, ()) if f[0] in subject.problem.symbols
    ]
    if not facts:
        found = _check(subject, value, label, what)
        has_power = "matrices have powers" in found.words  # of a vector, so of its entries
        if found.is_wrong and (has_power or segment in subject.found.said.elementwise):
            other = _check(subject, entrywise(value), label, what)
            return replace(other, words="element by element") if other.is_right else found
        return found
    found = _check(subject.assuming(facts), value, label, what)
    words = " and ".join(f"{plain_name(name)} is {fact.replace('_', ' ')}" for name, fact in facts)
    parts = (f"supposing that {words}", found.words)
    return replace(found, words="; ".join(part for part in parts if part))


def _check(subject: Subject, value: str, label: str, what: tuple[str, str]) -> Verdict:
    kind, variable = what
    found, names, problem = subject.found, subject.names, subject.problem
    unknown = missing(value, found, names)
    if is_chain(value, names):
        return Verdict(label, NOT_READ, CHAIN)
    if unknown:
        words = " and ".join(map(plain_name, unknown))
        return Verdict(label, NOT_READ, f"{words} stands for nothing that is known")
    try:
        true = subject.derivative(kind, variable)
        claimed = substitute(read_sized(value, found, names, true), names.closed)
        result = check_claim(problem, problem.symbols[variable], claimed, true)
        if result.status == WRONG and claimed.shape == true.shape:
            result = with_given(subject, variable, claimed, true) or result
        if (whole := on_diagonal(claimed, true)) is not None:
            other = check_claim(problem, problem.symbols[variable], whole, true)
            result = replace(other, slip=DIAGONAL) if other.right else result
    except ShapeError as error:
        if equations := about(found, names):  # which may say more of the sizes
            shown = " and ".join(dict.fromkeys(each.shown for each in equations))
            words = f"its shapes do not fit without {shown}, which is not made use of"
            return Verdict(label, UNDECIDED, words)
        return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return Verdict(label, result.status, result.slip, result, None, claimed, true)


def is_chain(latex: str, names: Names) -> bool:
    """Does a formula hold derivatives, other than gradients of functions that are only named?"""
    known = "|".join(map(re.escape, names.functions)) or "$."
    rest = re.sub(rf"\\nabla\s*(?:{known})\s*(?=\(|\\left)", "", latex)
    return r"\partial" in rest or r"\nabla" in rest


def with_given(subject: Subject, variable: str, claimed: Expr, true: Expr) -> ClaimReport | None:
    """What becomes of a claim that is not right by itself with the equations of the text."""
    equations = about(subject.found, subject.names)
    rules = rules_of(equations, subject.names)
    unknown = [
        words for name, words in subject.found.said.unknown if name in subject.problem.symbols
    ]
    if not equations and not unknown:
        return None
    shown = " and ".join(dict.fromkeys([*(each.shown for each in equations), *unknown]))
    wrt = subject.problem.symbols[variable]
    result = check_claim(subject.problem, wrt, using(claimed, rules), using(true, rules))
    if result.right:
        subject.found.used |= {each.shown for each in equations}
        return ClaimReport(result.status, f"with {shown}")
    if not equations:
        return ClaimReport(UNDECIDED, f"it is not right in general, and that {shown} was not used")
    rest = "with it this was not decided" if rules else "which was not used"
    return ClaimReport(UNDECIDED, f"it is not right without {shown}, {rest}")


def _restated(subject: Subject) -> list[Verdict]:
    """The function, written once more in another way."""
    found, problem, names = subject.found, subject.problem, subject.names
    verdicts: list[Verdict] = []
    main = [found.function] if found.function else []
    for each in (*(d for d in main if d.segment < 0), *found.reading.defined):
        is_main = each is found.function
        if not is_main and (each.left.name != problem.name or not _same_arguments(each, found)):
            continue
        for value in each.values[1:] if is_main else each.values:
            label = f"{each.latex} = {value}"
            try:
                made = read_claimed(value, found, names)
            except MatgradError:
                continue
            if made is not problem.function:
                lines = [(0, problem.function), (1, made)]
                verdict = check_lines(found, problem, names, label, lines, [])
                words = "the same function" if verdict.is_right else "not the same function"
                verdicts.append(Verdict(label, verdict.status, words))
    return verdicts


def _same_arguments(each: Defined, found: Understood) -> bool:
    if each.left.arguments is None or found.function is None:
        return found.function is not None
    return each.left.arguments == found.function.left.arguments
