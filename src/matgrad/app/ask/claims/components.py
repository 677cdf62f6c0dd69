"""Claims about one entry of a derivative, ∂f/∂x_k = …, or along a direction, Df(x)[h] = …."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matgrad.app.along import directional
from matgrad.app.ask.claims.entry_examples import WHOLE, at_an_entry
from matgrad.app.ask.claims.imposing import with_given
from matgrad.app.ask.claims.inner_derivatives import named
from matgrad.app.ask.claims.reach import say_of_inner, unequal_indices
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.summing import Inner, entries_in, free_symbol, inner_in, summed
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.directions import entry_of, member_of, stands_in_rows
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    left_side,
    names_in,
)
from matgrad.app.ask.problem.calls import replaced
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import diag, diag_matrix, frobenius, symbol_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG

UNFIT, TWO_SIZES = "its shapes do not fit", "an index runs over two different sizes"
_INDEX = re.compile(r"[A-Za-z]+_([a-z])")


@dataclass(frozen=True)
class Part:
    """The part of a derivative that a claim gives: what it is, by which variable, along what."""

    true: Expr
    variable: Expr
    along: tuple[Expr, ...]  # a direction, or weights for the entries
    read: Callable[[str, Names], Expr]
    is_entry: bool = True
    whole: Expr | None = None  # the derivative whose entries they are, to be shown
    indices: str = ""  # those of the entries, as they are written


def check_entry(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """A formula with free indices: it is right if its sum with any weights v_k is v : ∇f."""
    entry = entry_of(entries[0], subject.problem.symbols)
    if claim.derivative.kind == HESSIAN:
        return _second(subject, claim, entries)
    if entry is None or len(entries) > 1:
        return _member(subject, claim, entries)
    base, below = entry
    x, value = subject.problem.symbols[base], subject.problem.function
    left = left_side(claim.derivative.function)
    row = _INDEX.fullmatch(left.name) if left else None
    if value.is_scalar and x.shape.is_vector == (len(below) == 1):
        indices, shape, kind = below, x.shape, GRADIENT
    elif row and value.shape.is_column and x.shape.is_column:
        indices, kind = row[1] if row[1] == below else row[1] + below, JACOBIAN
        shape = Shape(value.shape.rows, x.shape.rows)
    else:
        return None
    true = subject.derivative(kind, base)
    if kind == JACOBIAN and len(indices) == 1:
        if not shape.is_square:
            return None
        true, shape = diag(true), x.shape
    return check_indices(subject, claim, x, true, indices)


def check_by_number(subject: Subject, claim: Claimed, name: str) -> Verdict | None:
    """A formula for the entries of a vector differentiated by a number: ∂p_k/∂T = …"""
    x, value = subject.problem.symbols[name], subject.problem.function
    left = left_side(claim.derivative.function)
    row = _INDEX.fullmatch(left.name) if left else None
    is_vector = value.shape.is_column and not value.is_scalar
    if row is None or not (x.is_scalar and is_vector) or claim.derivative.kind == HESSIAN:
        return None
    return check_indices(subject, claim, x, subject.derivative(JACOBIAN, name), row[1])


def check_indices(subject: Subject, claim: Claimed, x: Expr, true: Expr, indices: str) -> Verdict:
    """A formula for the entries of a derivative with these indices, all of them or for i ≠ j."""
    weight = free_symbol(subject.names, "vuqpz" if len(indices) == 1 else "VUQPZ", true.shape)
    apart = unequal_indices(subject.found, claim.segment) if true.shape.is_square else ""
    off = {weight: weight - diag_matrix(diag(weight))} if apart else {}
    inner = inner_in(claim.values, indices) if len(indices) == 1 else None

    def read(latex: str, names: Names) -> Expr:
        total = summed(subject, [latex], names, [(weight.name, indices)], inner)
        return substitute(total, off)

    total = substitute(frobenius(true, weight), off)
    if inner:
        total, apart = _at_inner(subject, weight, true, inner), inner.words(weight.shape.rows)
        say_of_inner(subject.found, claim.segment, apart)
    part = Part(total, x, (weight,), read, whole=true, indices=indices)
    verdict = check_part(subject, claim, part)
    words = "; ".join(filter(None, (f"for {apart}", verdict.words)))
    return replace(verdict, words=words) if apart else verdict


def _at_inner(subject: Subject, weight: Expr, true: Expr, inner: Inner) -> Expr:
    """The sum of the entries of a derivative with their weights, without those at the ends."""
    entries = free_symbol(subject.names, "ghdqrst", true.shape)
    known = {**subject.names.known, entries.name: entries, weight.name: weight}
    names, pair = replace(subject.names, known=known), (weight.name, inner.index)
    total = summed(subject, [rf"{entries.name}_{{{inner.index}}}"], names, [pair], inner)
    return substitute(total, {entries: true})


def _member(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """A formula for the row or column x_k of X: it is right if the sum of v_kᵀ(it) is V : ∇f."""
    member = member_of(entries[0], subject.problem.symbols)
    if member is None or len(entries) > 1 or not subject.problem.function.is_scalar:
        return None
    (base, index), x = member, subject.problem.symbols[member[0]]
    free = [letter for letter in "VUQPZ" if letter.lower() not in subject.names.known]
    weight = free_symbol(subject.names, free, x.shape)
    notes = *subject.problem.notes, *subject.found.notes
    is_row = stands_in_rows(notes, base)
    count = x.shape.rows if is_row else x.shape.cols

    def read(latex: str, names: Names) -> Expr:
        inside = entries_in(latex.strip(), names, {index: count})
        total = rf"\sum_{{{index}}} {weight.name.lower()}_{{{index}}}^T \left({inside}\right)"
        return read_claimed(total, subject.found, names)

    true, line = subject.derivative(GRADIENT, base), index + WHOLE if is_row else WHOLE + index
    part = Part(frobenius(true, weight), x, (weight,), read, whole=true, indices=line)
    return check_part(subject, claim, part)


def _second(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """The entry of the Hessian of a vector for two indices, or for one on the diagonal."""
    known = [entry_of(name, subject.problem.symbols) for name in entries]
    bases = {each[0] for each in known if each}
    indices = "".join(each[1] for each in known if each)
    if None in known or len(bases) != 1 or len(indices) != len(entries) or len(entries) > 2:
        return None
    x = subject.problem.symbols[bases.pop()]
    if not x.shape.is_column or not subject.problem.function.is_scalar:
        return None
    hessian = subject.derivative(HESSIAN, x.name)
    true = diag(hessian) if len(indices) == 1 else hessian
    return check_indices(subject, claim, x, true, indices)


def check_indexed(subject: Subject, latex: str, label: str, aim: Target) -> Verdict | None:
    """A formula of vectors of one length whose signs are all meant for the entries."""
    x, names = subject.problem.symbols[aim.variables[0]], subject.names
    if aim.kind != GRADIENT or len(aim.variables) > 1 or not x.shape.is_column or x.is_scalar:
        return None
    used = [names.known[n] for n in names_in(latex) if n in names.known]
    wide = [each for each in used if not each.is_scalar]
    if "i" in names.known or any(each.shape != x.shape for each in wide):
        return None
    for each in wide:
        latex = replaced(latex, each.name, rf"{latex_name(each.name)}_{{i}}")
    latex = latex.replace(r"\odot", r"\cdot").replace(r"\oslash", "/")
    weight = free_symbol(names, "vuqpz", x.shape)
    part = Part(
        frobenius(aim.true(subject), weight), x, (weight,),
        lambda value, names: summed(subject, [value], names, [(weight.name, "i")]),
    )  # fmt: skip
    given = Claimed(Derivative(GRADIENT, ""), "", (latex,), -1, label)
    return check_part(subject, given, part)


def check_along(subject: Subject, claim: Claimed, variable: str) -> Verdict:
    """A derivative along a direction is G : h."""
    x, name = subject.problem.symbols[variable], claim.derivative.direction
    h = subject.names.known.get(name) or make(symbol_op, (), Symbol(name, x.shape))
    if h.shape != x.shape:
        words = f"{plain_name(name)} is {h.shape}, {plain_name(variable)} is {x.shape}"
        return Verdict(claim.label, NOT_READ, words)
    part = Part(_along(subject, variable, h), x, (h,), lambda latex, names: read_claimed(
        latex, subject.found, names), is_entry=False)  # fmt: skip
    return check_part(subject, claim, part)


def _along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The derivative along h: G : h, and of what is not a number the differential with h in it."""
    if subject.kind(GRADIENT) == GRADIENT:
        return frobenius(subject.derivative(GRADIENT, variable), h)
    return directed_along(subject, variable, h)


def directed_along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The differential of the function with h for that of the variable."""
    name = free_symbol(subject.names, "hHsSkK", h.shape).name
    d = directional(subject.problem, variable, name)
    result = next(iter(d.answers.values()))  # in which the direction is a differential
    return substitute(result, {x: h for x in symbols(result) if x.name == name})


def _weighted(result: ClaimReport, part: Part) -> str:
    """The slip, unless it is about the weights, which the text does not know; these are named."""
    named = [plain_name(each.name) for each in part.along]
    names = "|".join(map(re.escape, named))
    slip = "" if re.search(rf"\b(?:{names})\b", result.slip) else result.slip
    is_shown = part.is_entry and result.counterexample is not None
    return slip or (f"{', '.join(named)} are weights for the entries" if is_shown else "")


def _shown(problem: Problem, part: Part, claimed: Expr, result: ClaimReport) -> ClaimReport:
    """What is wrong at one entry, if entries are claimed; else the weights are named."""
    if result.status == WRONG and part.indices:
        sides = claimed, part.true
        own = at_an_entry(problem, part.variable, part.along[0], sides, part.indices)
        if own is not None:
            return own
    return replace(result, slip=_weighted(result, part))


def check_part(subject: Subject, claim: Claimed, part: Part) -> Verdict:
    """Each formula of a claim against the truth; the first that is wrong is named."""
    label, problem, true = claim.label, subject.problem, part.true
    whole = part.whole or true
    along = {each.name: each for each in part.along}
    values, names = named(claim.values, subject)
    names = replace(names, known={**names.known, **along})
    number = true if true.is_scalar else frobenius(true, true)
    there = Problem(number, problem.name, symbols={**problem.symbols, **along})
    best = Verdict(label, NOT_READ)
    for line, value in enumerate(values, 1):
        try:
            claimed = substitute(part.read(value, names), names.closed)
            result = check_claim(there, part.variable, claimed, true)
            result = _shown(problem, part, claimed, result)
        except ShapeError as error:
            is_inside = any(f"{name}_{{" in error.message for name in along)
            return Verdict(label, WRONG, f"{UNFIT}: {TWO_SIZES if is_inside else error.message}")
        except MatgradError as error:
            return Verdict(label, NOT_READ, error.message)
        step = line if len(claim.values) > 1 else None
        best = Verdict(label, result.status, result.slip, result, step, claimed, whole)
        if best.is_wrong:
            at = Subject(subject.found, there, names)
            given = with_given(at, part.variable.name, claimed, true, claim.segment)
            new = given and replace(best, status=given.status, words=given.slip, report=given)
            return new or best
    return replace(best, line=None)
