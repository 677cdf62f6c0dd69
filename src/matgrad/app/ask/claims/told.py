"""Formulas that words give as the answer: “the gradient is …”, “I get …”."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.app.ask.asking.labels import form_of
from matgrad.app.ask.claims.along import UNREAD, is_along, told_along
from matgrad.app.ask.claims.asked_products import of_product
from matgrad.app.ask.claims.changed_variables import by_changed, new_variable
from matgrad.app.ask.claims.components import check_entry
from matgrad.app.ask.claims.judging import Formula, judge_any
from matgrad.app.ask.claims.other_aims import Aimed, for_another
from matgrad.app.ask.claims.own_variables import by_own
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.claims.tangent import MADE, of_tangent
from matgrad.app.ask.claims.targets import Target, asked_mixed, targets_of
from matgrad.app.ask.facts.said import Told
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.directions import entry_of, member_of
from matgrad.app.ask.formulas.lists import numbers_in
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN, whole_name
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.orders import HIGHER
from matgrad.app.ask.text.words import DERIVATIVE
from matgrad.errors import MatgradError
from matgrad.render import plain
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.verify.claim import UNDECIDED

# What a wrong claim is if it is right of the other kind.
IS_OTHER = {
    GRADIENT: (HESSIAN, "it is the second derivative"),
    HESSIAN: (GRADIENT, "it is the first derivative"),
}
_WORDS = {
    GRADIENT: re.compile(r"\bgrad|\bfirst\b|(?<!second )\bderivative|\bdifferentia", re.I),
    HESSIAN: re.compile(r"\bhess|\bsecond\b|\bmixed\b|\bcurvature|\bnewton\b", re.I),
}
NOT_ITSELF = "it is not about the derivative itself"
ORDERS = "derivatives end with the second"
DETERMINANT = r"\text{determinant}"  # what a claim about that of a Jacobian is called
_DETERMINANT = re.compile(
    r"\b(?:jacobian|hessian) determinants?\b"
    r"|\bdeterminant of (?:the|its|this) (?:jacobian|hessian)\b",
    re.I,
)
_WHOLE = re.compile(r"\bjacobian|\bhessian", re.I)
_CALLED_WHOLE = re.compile(  # ⟦2A⟧ for the Hessian
    r"\s+(?:for|as)\s+(?:the|its|my|our)\s+(?:jacobian|hessian)\b(?!\s+determinant)", re.I
)
_NAMED = re.compile(rf"\b{DERIVATIVE}|\bdifferenti", re.I)
_GRADIENT = re.compile(r"\bgradient|\bpartial|(?<!directional )\bderivative", re.I)


def check_told(subjects: Subjects, told: Told) -> Verdict:
    """A formula that words give as the answer, or as something that they make of it."""
    latex = subjects.found.reading.formula(told.segment)
    if not told.made and (other := _other(subjects.found, told)):
        return Verdict(f"{other[0]} = {latex}", NOT_READ, other[1])
    if not told.made and (along := _along(subjects, told, latex)):
        return along
    if not told.made:
        product = of_product(subjects, told, latex)
        if product and product.is_right:
            return product
        found = _in_place(subjects, told, latex) or of_any(subjects, told, latex)
        return product if product and found.is_wrong else found
    label = rf"\text{{{told.made} {told.kind}}} = {latex}"
    form = form_of(told.made)
    if not form:
        is_tangent = told.made.lower() in MADE and told.kind == GRADIENT
        other = of_tangent(subjects, told, latex, label) if is_tangent else None
        return other or Verdict(label, NOT_READ, NOT_ITSELF)
    found = _answer(subjects, told, form.replace("{}", latex))
    words = f"the {told.kind} itself is {plain(found.true)}" if found.true is not None else ""
    return Verdict(label, found.status, words if found.is_wrong else found.words)


def _other(found: Understood, told: Told) -> tuple[str, str] | None:
    """What a formula is called that is no derivative known here, and why it is not compared."""
    if _is_determinant(found, told):
        return DETERMINANT, NOT_ITSELF
    return (r"\text{derivative}", ORDERS) if _is_higher(found, told) else None


def _is_determinant(found: Understood, told: Told) -> bool:
    """Is the determinant of a Jacobian or Hessian what the words speak of last?"""
    if not told.kind:
        return _DETERMINANT.search(found.cut.words) is not None
    before, _, behind = found.cut.marked.partition(mark_of(told.segment))
    if _CALLED_WHOLE.match(behind):
        return False
    ends = [each.end() for each in _DETERMINANT.finditer(before)]
    is_whole = told.kind in (JACOBIAN, HESSIAN)
    return is_whole and bool(ends) and not _WHOLE.search(before, ends[-1])


def _is_higher(found: Understood, told: Told) -> bool:
    """Is a derivative of a higher order what the words speak of last?"""
    before = found.cut.marked.partition(mark_of(told.segment))[0]
    ends = [each.end() for each in re.finditer(HIGHER, before, re.I)]
    return bool(ends) and not _NAMED.search(before, ends[-1])


def _along(subjects: Subjects, told: Told, latex: str) -> Verdict | None:
    """What words give as a directional derivative, unless it is right as the gradient."""
    try:
        subject = subjects.at(told.of, subjects.found.variables[0], told.segment)
        along = told_along(subject, told, latex)
    except MatgradError:
        return None
    if along is None and told.kind in ("", GRADIENT) and is_along(subjects.found):
        gradient = of_any(subjects, told, latex)
        is_open = gradient.is_wrong and not numbers_in(latex)
        return Verdict(gradient.latex, UNDECIDED, UNREAD) if is_open else gradient
    if along is None or along.is_right or not _GRADIENT.search(subjects.found.cut.words):
        return along
    gradient = of_any(subjects, told, latex)
    return gradient if gradient.is_right else along


def _in_place(subjects: Subjects, told: Told, latex: str) -> Verdict | None:
    """One of several answers, by the variable in its place.

    Where nothing but the alphabet gives the variables an order, it may be by another of them.
    """
    found = subjects.found
    placed = found.said.in_order.get(told.segment)
    if placed is None or (told.by and not placed.by):
        return None
    asked = _asked(found)
    is_asked = placed.count == len(asked) > 1
    own = placed.by or (asked[placed.place] if is_asked else "")
    if not own:
        return None
    verdict = of_any(subjects, replace(told, by=own), latex)
    if not verdict.is_right and not placed.by and not placed.is_strict:
        others = [name for name in asked if name != own] if _is_ordered(found, asked) else ()
        swapped = any(of_any(subjects, replace(told, by=x), latex).is_right for x in others)
        other = verdict if swapped else of_any(subjects, told, latex)
        if other.is_right:  # by all of them, or in no order
            return other
    words = (f"with respect to {plain_name(own)}", verdict.words)
    return replace(verdict, words="; ".join(filter(None, words)))


def _asked(found: Understood) -> Sequence[str]:
    """The variables in their order; parts of the function by which it is asked, in the text's."""
    if not found.others:
        return found.variables
    asked = (each for each, _ in (*found.reading.asked, *found.said.asked))
    names = [*dict.fromkeys(name for each in asked for name in each.variables)]
    return names if {*names} == {*found.variables, *found.others} else found.variables


def _is_ordered(found: Understood, names: Sequence[str]) -> bool:
    """Does the text itself list the variables so, in what it asks or as arguments?"""
    asked = [name for each in found.asked for name in each.variables]
    left = found.function.left.variables if found.function else ()
    lists = ([*dict.fromkeys(asked)], [whole_name(part) for part in left])
    return any([*names] == [name for name in each if name in names] for each in lists)


def of_any(subjects: Subjects, told: Told, latex: str) -> Verdict:
    """An answer that words give of no function in particular may be that of another one."""
    verdict = _answer(subjects, told, latex)
    found = subjects.found
    segments = (*found.said.of, *(d.segment for d in found.beside))
    once = {found.reading.formula(n): n for n in reversed(segments)}  # a text may repeat itself
    others = [n for n in reversed(once.values()) if told.of < 0 and not verdict.is_right]
    ways = (_answer(subjects, replace(told, of=n), latex) for n in others)
    return next((each for each in ways if each.is_right), _of_asked(subjects, told, latex, verdict))


def _of_asked(subjects: Subjects, told: Told, latex: str, verdict: Verdict) -> Verdict:
    """The verdict, or that for another function whose derivative the text asks for by its sign."""
    if verdict.is_right or told.of >= 0:
        return verdict
    for each, _ in subjects.found.reading.asked:
        if not (each.function and each.variables):
            continue
        try:
            other = subjects.named(each.function, each.variables[0], told.segment)
        except MatgradError:
            continue
        if other is not subjects.main and each.variables[0] in other.problem.symbols:
            kind = other.kind(each.kind)
            found = _of_kinds(subjects, other, told, latex, [kind])
            if found.is_right:
                return found
    return verdict


def _answer(subjects: Subjects, told: Told, latex: str) -> Verdict:
    found = subjects.found
    try:
        by = told.by if told.by in found.others else found.variables[0]
        subject = subjects.at(told.of, by, told.segment)
    except MatgradError as error:
        return Verdict(rf"\text{{{told.kind or found.kind}}} = {latex}", NOT_READ, error.message)
    if entry := _entry(subject, told, latex):
        return entry
    if told.by and new_variable(subject, told.by):
        kind, by = subject.kind(told.kind or found.kind), rf" \text{{ by }} {latex_name(told.by)}"
        formula = Formula(latex, rf"\text{{{kind}}}{by} = {latex}", told.segment)
        return by_changed(subject, told.by, formula, kind)
    kinds = [subject.kind(told.kind or found.kind)]
    if not told.kind and JACOBIAN not in kinds:  # “I get …” may be any of what is asked
        kinds += [k for k in (GRADIENT, HESSIAN) if k not in kinds and _may_be(found, k)]
    verdict = _of_kinds(subjects, subject, told, latex, kinds)
    if told.kind or not verdict.is_wrong or len(kinds) > 1 or kinds[0] not in IS_OTHER:
        return verdict
    kind, told_so = IS_OTHER[kinds[0]]
    other = _of_kinds(subjects, subject, told, latex, [kind])
    words = (verdict.words, told_so) if other.is_right else (verdict.words,)
    return replace(verdict, words="; ".join(filter(None, words)))


def _may_be(found: Understood, kind: str) -> bool:
    """May “I get …” be a derivative of this kind? The first, where the second is only told."""
    said = found.said
    is_told = not found.reading.asked and all(each in said.stating for each, _ in said.asked)
    return _speaks_of(found, kind) or (kind == GRADIENT and is_told and bool(said.stating))


def _speaks_of(found: Understood, kind: str) -> bool:
    """Does a text speak of derivatives of this kind, in signs or in words?"""
    said, reading = found.said, found.reading
    known = [each for each, _ in (*reading.asked, *said.asked, *said.named)]
    known += [claim.derivative for claim in reading.claimed]
    is_told = any(each.kind == kind for each in (*known, *said.told))
    return is_told or _WORDS[kind].search(found.cut.words) is not None


def _of_kinds(
    subjects: Subjects, subject: Subject, told: Told, latex: str, kinds: Sequence[str]
) -> Verdict:
    """The verdict on a formula that may be a derivative of one of these kinds."""
    found = subjects.found
    verdicts: list[Verdict] = []
    for kind in kinds:
        is_named = told.by in subject.problem.symbols
        is_one = is_named and len(found.variables) > 1
        by = rf" \text{{ by }} {latex_name(told.by)}" if is_one else ""
        is_other = subject.problem.name not in ("", subjects.main.problem.name)
        is_other = is_other and found.said.instead.get(told.segment) not in found.reading.bare
        of = rf" \text{{ of }} {latex_name(subject.problem.name)}" if is_other else ""
        label = rf"\text{{{kind}}}{of}{by} = {latex}"
        named = [told.by] if is_named else _variables(subject)
        mixed = [] if told.kind else asked_mixed(subject, kind)
        aims = mixed or targets_of(subject, kind, named)
        formula = Formula(latex, label, told.segment)
        verdict = judge_any(subject, formula, aims)
        aim = Target(kind, ())
        verdict = verdict if is_named else by_own(subject, formula, aim, verdict)
        verdicts.append(for_another(Aimed(subjects, subject, told, kind), formula, verdict))
    right = [verdict for verdict in verdicts if verdict.is_right]
    fitting = [v for v in verdicts if v.claim and v.true and v.claim.shape == v.true.shape]
    return next(iter((*right, *fitting, *verdicts)))


def _variables(subject: Subject) -> Sequence[str]:
    """The variables that are asked about; those of another function, if the text asks for none."""
    found = subject.found
    is_asked = any(each.variables for each in found.asked)
    return (*found.variables, *subject.own) if is_asked or not subject.own else subject.own


def _entry(subject: Subject, told: Told, latex: str) -> Verdict | None:
    """A formula with the index of the entry that is asked for: ∂f/∂x_j, “is it 2Σ_i A_ij r_i?”"""
    found = subject.found
    spoken = [(each, -1) for each, _ in found.said.asked if each.kind == GRADIENT]
    verdicts: list[Verdict | None] = []
    for each, segment in (*found.reading.asked, *spoken):
        name = next(iter(each.variables), "")
        known = subject.problem.symbols
        entry = entry_of(name, known) or member_of(name, known)
        is_meant = entry and told.by in ("", name, entry[0])
        if entry and is_meant and all(map(_below(latex), entry[1])):
            written = found.reading.written.get(segment, each.kind)
            claim = Claimed(each, written, (latex,), told.segment)
            verdicts.append(check_entry(subject, claim, each.variables))
    right = (verdict for verdict in verdicts if verdict and verdict.is_right)
    return next(right, next(iter(verdicts), None))


def _below(latex: str) -> Callable[[str], bool]:
    """Does an index stand below something in a formula?"""
    return lambda i: re.search(rf"_\s*(?:\{{[^{{}}]*)?{i}", latex) is not None
