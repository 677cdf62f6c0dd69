"""One formula of a text against the derivative that it may be, in all ways it can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.claims.active import where_active
from matgrad.app.ask.claims.bound import PRODUCTS_FIRST, saying_how
from matgrad.app.ask.claims.comparing import DIAGONAL, compared
from matgrad.app.ask.claims.components import check_indexed
from matgrad.app.ask.claims.evaluated import valued
from matgrad.app.ask.claims.free_entries import in_entries
from matgrad.app.ask.claims.grids import lengths_of, with_entries
from matgrad.app.ask.claims.inner_derivatives import gradient_of, named
from matgrad.app.ask.claims.layouts import TURNED, said_layout
from matgrad.app.ask.claims.own_sizes import other_sizes
from matgrad.app.ask.claims.own_values import own_values
from matgrad.app.ask.claims.proportional import up_to_factor
from matgrad.app.ask.claims.reach import only_there, within_reach
from matgrad.app.ask.claims.rounded import as_rounded
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.claims.unfinished import is_chain, still_inside
from matgrad.app.ask.formulas.claimed import INNER, listed
from matgrad.app.ask.formulas.constants import constant
from matgrad.app.ask.formulas.notation import HESSIAN
from matgrad.app.ask.problem.columns import IN_COLUMNS, for_columns, open_matrices
from matgrad.app.ask.problem.expressions import near, read_sized
from matgrad.app.ask.problem.given import about
from matgrad.app.ask.problem.names import missing
from matgrad.app.ask.problem.readings import (
    AS_WRITTEN,
    ENTRIES,
    MISFITS,
    NO_POWER,
    NO_PRODUCT,
    WITH_ROWS,
    Way,
    by_entries,
    ways_of,
)
from matgrad.app.judge.near import fits, nearest
from matgrad.core.expr import Expr
from matgrad.core.facts import VECTOR_ONLY, fact_words
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import zeros_of
from matgrad.render import plain
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import LAYOUT, RIGHT, UNDECIDED
from matgrad.verify.lines import WRONG

CHAIN = "it is a chain of derivatives, not a formula in the variables"
OF_A_CASE = "it is not right in general, and the case of which it is claimed was not used"
SUPPOSING = "supposing that"
UNFIT = "it is not right in general, and that the rows or columns of {} are {} is not used"
FREE = "it has an index that stands for nothing outside of a sum"
_INDEX = re.compile(r"_\s*(?:[ijkl](?![A-Za-z])|\{\s*[ijkl]\s*,?\s*[ijkl]?\s*\})")
INNER_PRODUCT = r"\langle"  # or a list in such brackets


@dataclass(frozen=True)
class Formula:
    """A formula that is claimed: its LaTeX, the whole claim, and where it stands."""

    latex: str
    label: str
    segment: int
    place: tuple[tuple[Expr, Expr], ...] = ()  # the point at which it is claimed


def judge_any(subject: Subject, formula: Formula, aims: Sequence[Target]) -> Verdict:
    """A formula is right if it is any of these derivatives, unless the text says which."""
    alone = [aim for aim in aims if len(aim.variables) == 1]
    parts = listed(formula.latex)
    if len(alone) == 1 and len(parts) > 1 and _length(subject, alone[0]) == len(parts):
        rows = r" \\ ".join(parts)
        formula = replace(formula, latex=rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}")
    is_list = len(parts) == len(alone) > 1
    pairs = list(zip(parts, alone, strict=True)) if is_list else []
    if is_list and INNER_PRODUCT not in formula.latex:
        return _one_by_one(subject, formula, pairs)
    verdicts = [_one_by_one(subject, formula, pairs)] if is_list else []
    if is_list and verdicts[0].is_right:
        return verdicts[0]
    for aim in aims:
        found = judge(subject, formula, aim)
        if found.is_right:
            return _saying(found, aim.words)
        verdicts.append(found)
    fits = [v for v in verdicts if v.claim and v.true and v.claim.shape == v.true.shape]
    return next(iter([*fits, *verdicts]), Verdict(formula.label, NOT_READ))


def _length(subject: Subject, aim: Target) -> int | None:
    """How many entries a gradient has, if its variable is a column of a known length."""
    shape = subject.problem.symbols[aim.variables[0]].shape
    return shape.rows.value if shape.is_column and aim.kind != HESSIAN else None


def _one_by_one(subject: Subject, formula: Formula, pairs: Sequence[tuple[str, Target]]) -> Verdict:
    """The derivatives by several variables, listed in their order."""
    names = ", ".join(plain_name(aim.variables[0]) for _, aim in pairs)
    for part, aim in pairs:
        found = judge(subject, replace(formula, latex=part), aim)
        if not found.is_right:
            return _saying(found, f"with respect to {plain_name(aim.variables[0])}")
    return Verdict(formula.label, RIGHT, f"with respect to {names}")


def judge(subject: Subject, formula: Formula, aim: Target) -> Verdict:
    """A formula with what its sentence supposes and the point that it names."""
    here = replace(subject, found=within_reach(subject.found, formula.segment))
    found = _supposing(here, formula, aim)
    found = in_entries(here, formula.latex, aim, found, formula.segment)
    if found.is_wrong or found.status == NOT_READ:
        others = (*other_sizes(formula.latex, here.found, here.problem),
                  *own_values(formula.latex, formula.segment, here.found.reading))  # fmt: skip
        for latex, words in others:
            other = _supposing(here, replace(formula, latex=latex), aim)
            if other.is_right:
                return _saying(other, words)
    found = replace(found, segment=formula.segment)
    found = as_rounded(here, aim.variables[0], formula.latex, found)
    factor = here.found.said.proportional.get(formula.segment)
    if factor is not None:
        found = up_to_factor(here, aim.variables[0], found, factor)
    return only_there(here.found, formula.segment, found)


def _supposing(subject: Subject, formula: Formula, aim: Target) -> Verdict:
    """A formula in a sentence that may suppose something: “if A is symmetric, it is 2Ax”."""
    facts, words = supposed(subject, formula.segment)
    if not facts:
        found = _in_any_way(subject, formula, aim)
        is_case = found.is_wrong and formula.segment in subject.found.said.conditional
        if is_case:
            there = where_active(subject, formula.segment, aim.variables[0], found)
            return there or Verdict(formula.label, UNDECIDED, OF_A_CASE)
        return found if not found.is_wrong else _unfit(subject, formula) or found
    return _saying(_in_any_way(subject.assuming(facts), formula, aim), words)


def supposed(subject: Subject, segment: int) -> tuple[list[tuple[str, str]], str]:
    """What the sentence of a formula supposes of the variables, and the words for it."""
    said = dict.fromkeys(subject.found.said.cases.get(segment, ()))
    facts = [fact for fact in said if fact[0] in subject.problem.symbols]
    words = " and ".join(f"{plain_name(name)} is {fact_words(fact)}" for name, fact in facts)
    return facts, f"{SUPPOSING} {words}"


def _unfit(subject: Subject, formula: Formula) -> Verdict | None:
    """What is said of each row of a matrix, and no assumption says, leaves a claim undecided."""
    said, names = subject.found.said, subject.problem.symbols
    for name, fact in said.open_facts:
        is_known = (name, fact) in said.doubtful and name in names
        if is_known and fact in VECTOR_ONLY and not names[name].shape.is_vector:
            return Verdict(formula.label, UNDECIDED, UNFIT.format(plain_name(name), fact))
    return None


def _saying(found: Verdict, words: str) -> Verdict:
    said = found.words.startswith(words)  # element by element, twice
    return replace(found, words="; ".join(filter(None, (words if not said else "", found.words))))


def _in_any_way(subject: Subject, formula: Formula, aim: Target) -> Verdict:
    """The verdict in the first way of reading a formula, or in another one in which it is right."""
    ways = [*ways_of(formula.latex, subject.problem)]
    found = _check(subject, formula, aim, ways[0])
    if not found.is_wrong:
        other = found.is_right and PRODUCTS_FIRST in ways
        return saying_how(found, _check(subject, formula, aim, PRODUCTS_FIRST) if other else None)
    if turned := _with_rows(subject, formula, aim) or _with_columns(subject, formula, aim):
        return turned
    is_said = formula.segment in subject.found.said.elementwise
    may_be = is_said or any(words in found.words for words in MISFITS)
    may_be = may_be or (NO_PRODUCT in found.words and "diag" in formula.latex.lower())
    fitting: list[Verdict] = []
    for way in (*ways[1:], *(map(by_entries, ways) if may_be else ())):
        other = _check(subject, formula, aim, way)
        if other.claim is None:
            is_clearer = NO_POWER in found.words and NO_PRODUCT in other.words
            found = other if is_clearer else found
            continue
        read = f"read as {plain(other.claim)}" if way.binding else ""
        words = "; ".join(filter(None, (read, way.words)))
        if other.is_right:
            is_told = other.words == DIAGONAL and way.entries
            return _saying(replace(other, words="") if is_told else other, words)
        fitting.append(_saying(other, words))
    other = check_indexed(subject, formula.latex, formula.label, aim) if may_be else None
    if other is not None and other.is_right:
        return _saying(other, ENTRIES)
    if fitting and found.claim is None:
        return fitting[0]
    is_misfit = found.claim is None or (
        found.true is not None and not fits(found.claim, found.true)
    )
    return _repaired(subject, formula, aim, found) if is_misfit else found


def _with_rows(subject: Subject, formula: Formula, aim: Target) -> Verdict | None:
    """A formula that is right if the gradients inside of it are rows: ∂C/∂x = ∂C/∂z W."""
    if not INNER.search(formula.latex) or subject.found.cut.has_shapes:
        return None
    found = _check(subject, formula, aim, WITH_ROWS)
    is_same = found.is_right and found.claim is not None and not found.claim.is_scalar
    return _saying(replace(found, status=LAYOUT), WITH_ROWS.words) if is_same else None


def _with_columns(subject: Subject, formula: Formula, aim: Target) -> Verdict | None:
    """A formula that is right if the x_i are the columns of X, of which the text says nothing."""
    matrices = open_matrices(subject.problem)
    latex = for_columns(formula.latex, matrices, aim.variables)
    if latex == formula.latex:
        return None
    found = _check(subject, replace(formula, latex=latex), aim, AS_WRITTEN)
    words = IN_COLUMNS.format(" and ".join(map(plain_name, matrices)))
    return _saying(found, words) if found.is_right else None


def _repaired(subject: Subject, formula: Formula, aim: Target, found: Verdict) -> Verdict:
    """With the slip that makes a claim of a right one, where its shapes do not fit."""
    problem, names = subject.problem, subject.names
    X = problem.symbols[aim.variables[0]]
    try:
        true = aim.true(subject)
        others = near(formula.latex, subject.found, names)
        words = nearest(problem, X, true, others, names.closed)
    except MatgradError:
        return found
    told = "; ".join(filter(None, (found.words, words)))
    return replace(found, words=told, true=true if found.is_wrong else found.true)


def _check(subject: Subject, formula: Formula, aim: Target, way: Way) -> Verdict:
    label, found, problem = formula.label, subject.found, subject.problem
    (value,), names = named([with_entries(formula.latex, lengths_of(problem))], subject, way.rows)
    unknown = missing(value, found, names)
    inside = still_inside(value, aim) if is_chain(value, names) else ""
    if is_chain(value, names) and not inside:
        return Verdict(label, NOT_READ, CHAIN)
    if unknown:
        return Verdict(label, NOT_READ, names.unknown(*unknown))
    variable = aim.variables[0]
    try:
        true = aim.true(subject)
        true = valued(true, dict(formula.place)) if formula.place else true
        claimed = zeros_of(true.shape)  # of any size, if that is claimed
        if constant(value) != "0":
            claimed = substitute(read_sized(inside or value, found, names, true, way), names.closed)
        claimed = gradient_of(problem, claimed, variable) if inside else claimed
        result = compared(subject, aim, claimed, true, formula.segment)
    except ShapeError as error:
        if _INDEX.search(value) and r"\sum" not in value:
            return Verdict(label, NOT_READ, FREE)
        return _misfit(subject, label, names.told(error.message))
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    is_turned = result.slip == TURNED.format(said_layout(found.cut.marked))
    shown = claimed.T if is_turned and claimed.shape == true.shape else true
    return Verdict(label, result.status, result.slip, result, None, claimed, shown)


def _misfit(subject: Subject, label: str, message: str) -> Verdict:
    given = about(subject.found, subject.names)  # which may say more of the sizes
    if equations := [x for x in given if r"\odot" not in x.left and x.right != "1"]:
        shown = " and ".join(dict.fromkeys(each.shown for each in equations))
        words = f"its shapes do not fit without {shown}, which is not made use of"
        return Verdict(label, UNDECIDED, words)
    return Verdict(label, WRONG, f"its shapes do not fit: {message}")
