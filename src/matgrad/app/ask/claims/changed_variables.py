"""Claims about the derivative by a new variable: with respect to v = σ², where f is given by σ.

What is claimed is G with df = ⟨G, dv⟩, so with the differential of v put in it gives the gradient
by the old variable.
"""

from __future__ import annotations

from matgrad.app import api
from matgrad.app.ask.claims.judging import Formula
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.names import missing
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.ops import symbol_op, trace, transpose
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import UNDECIDED, check_claim

WHICH = "{} depends on more than one variable, and which of them moves is not said"
KIND = "only the first derivative by another variable is compared"
SIZES = "{} has another size than {}, so that this is not decided"


def new_variable(subject: Subject, name: str) -> bool:
    """Is this a name that the text defines by the variables of a function that has it not?"""
    part = subject.found.meaning.defined.get(name)
    is_value = part is not None and part.left.arguments is None
    return is_value and name not in subject.problem.symbols and name in subject.names.known


def by_changed(subject: Subject, name: str, formula: Formula, kind: str) -> Verdict:
    """The verdict on a formula for the derivative by a new variable."""
    names, found = subject.names, subject.found
    value = names.closed[names.known[name]]
    inside = [x for x in symbols(value) if x.name in subject.problem.symbols]
    moving = [x for x in inside if x.name in found.variables] if len(inside) > 1 else inside
    words = _words(subject, name)
    if len(moving) != 1 or kind != GRADIENT:
        why = WHICH.format(plain_name(name)) if len(moving) != 1 else KIND
        return Verdict(formula.label, NOT_READ, why)
    try:
        if unknown := missing(formula.latex, found, names):
            raise UnknownNameError(names.unknown(*unknown))
        claimed = substitute(read_sized(formula.latex, found, names, value), names.closed)
        pair = _compared(subject, moving[0], value, claimed)
        report = check_claim(subject.problem, moving[0], *pair)
    except MatgradError as error:
        return Verdict(formula.label, NOT_READ, error.message)
    if report.right or value.is_scalar:
        true = pair[1] if value.is_scalar and moving[0].is_scalar else None
        told = "; ".join(filter(None, (words, report.slip if true is not None else "")))
        return Verdict(formula.label, report.status, told, report, None, claimed, true)
    if value.shape != moving[0].shape:
        why = SIZES.format(plain_name(name), plain_name(moving[0].name))
        return Verdict(formula.label, UNDECIDED, why)
    return Verdict(formula.label, report.status, words)


def _words(subject: Subject, name: str) -> str:
    value = subject.found.meaning.defined[name].values[0]
    return f"with respect to {plain_name(name)} = {quoted(value).plain}"


def _compared(subject: Subject, x: Expr, value: Expr, claimed: Expr) -> tuple[Expr, Expr]:
    """What is claimed and what is true, of numbers; else what both give for the old variable."""
    true = subject.derivative(subject.kind(GRADIENT), x.name)
    held = make(symbol_op, (), Symbol("G__", value.shape))
    paired = held * value if value.is_scalar else trace(transpose(held) @ value)
    given = Problem(paired, "f", symbols={each.name: each for each in symbols(paired)})
    slope = api.gradient(given, x.name).answers[x.name]
    if value.is_scalar and x.is_scalar:
        return claimed, simplify(true / simplify(slope / held))
    return simplify(substitute(slope, {held: claimed})), true
