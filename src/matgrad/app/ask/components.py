"""Claims about one entry of a derivative, ∂f/∂x_k = …, or along a direction, Df(x)[h] = …."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matgrad.app.along import directional
from matgrad.app.ask.calls import replaced
from matgrad.app.ask.claimed import read_claimed
from matgrad.app.ask.directions import entry_of
from matgrad.app.ask.names import Names
from matgrad.app.ask.notation import (
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    left_side,
    names_in,
)
from matgrad.app.ask.steps import NOT_READ, Verdict
from matgrad.app.ask.subjects import Subject
from matgrad.app.ask.targets import Target
from matgrad.app.ask.turned import Claimed
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import diag, eye, frobenius, symbol_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG

_SMALL = re.compile(r"(?<![A-Za-z\\])([a-z])(?=\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\})")
_DELTA = re.compile(r"\\delta(?=\s*_\s*\{\s*\w\s*,?\s*\w\s*\})")
_BEFORE = re.compile(  # A_{ij}(…) is a product
    r"(?<![A-Za-z\\])([A-Za-z]\s*_\s*(?:[a-z]|\{\s*[a-z]\s*,?\s*[a-z]?\s*\}))\s*(?=\(|\\left\s*\()"
)
_INDEX = re.compile(r"[A-Za-z]+_([a-z])")


@dataclass(frozen=True)
class Part:
    """The part of a derivative that a claim gives: what it is, by which variable, along what."""

    true: Expr
    variable: Expr
    along: Expr
    read: Callable[[str, Names], Expr]
    is_entry: bool = True


def check_entry(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """A formula with free indices: it is right if its sum with any weights v_k is v : ∇f."""
    entry = entry_of(entries[0], subject.problem.symbols)
    if claim.derivative.kind == HESSIAN:
        return _second(subject, claim, entries)
    if entry is None or len(entries) > 1:
        return None
    base, below = entry
    x, value = subject.problem.symbols[base], subject.problem.function
    left = left_side(claim.derivative.function)
    row = _INDEX.fullmatch(left.name) if left else None
    if value.is_scalar and x.shape.is_vector == (len(below) == 1):
        indices, shape, kind = below, x.shape, GRADIENT
    elif row and value.shape.is_column and x.shape.is_column and row[1] != below:
        indices, kind = row[1] + below, JACOBIAN
        shape = Shape(value.shape.rows, x.shape.rows)
    else:
        return None
    weight = _free(subject.names, "vuqpz" if len(indices) == 1 else "VUQPZ", shape)
    part = Part(
        frobenius(subject.derivative(kind, base), weight), x, weight,
        lambda latex, names: _summed(subject, latex, names, (weight.name, indices)),
    )  # fmt: skip
    return _lines(subject, claim, part)


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
    weight = _free(subject.names, "vuqpz" if len(indices) == 1 else "VUQPZ", true.shape)
    part = Part(
        frobenius(true, weight), x, weight,
        lambda latex, names: _summed(subject, latex, names, (weight.name, indices)),
    )  # fmt: skip
    return _lines(subject, claim, part)


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
    weight = _free(names, "vuqpz", x.shape)
    part = Part(
        frobenius(aim.true(subject), weight), x, weight,
        lambda value, names: _summed(subject, value, names, (weight.name, "i")),
    )  # fmt: skip
    given = Claimed(Derivative(GRADIENT, ""), "", (latex,), -1, label)
    return _lines(subject, given, part)


def _free(names: Names, letters: str, shape: Shape) -> Expr:
    """A symbol with a name of its own."""
    name = next(x for x in letters if x not in names.known and x not in names.functions)
    return make(symbol_op, (), Symbol(name, shape))


def _summed(subject: Subject, latex: str, names: Names, what: tuple[str, str]) -> Expr:
    """The sum of all entries with their weights; a_{ij} are entries of A, and delta those of I."""
    weight, indices = what
    latex = _BEFORE.sub(r"\1\\cdot ", latex)
    for small in dict.fromkeys(_SMALL.findall(latex)):
        if small not in names.known and small.upper() in names.known:
            latex = re.sub(rf"(?<![A-Za-z\\]){small}(?=\s*_)", small.upper(), latex)
    if _DELTA.search(latex):
        size = names.known[weight].shape.cols
        unit = _free(names, "EFGKM", Shape(size, size))
        latex = _DELTA.sub(unit.name, latex)
        names = replace(names, known={**names.known, unit.name: unit})
        names.closed[unit] = eye(size)
    total = rf"\sum_{{{','.join(indices)}}} {weight}_{{{indices}}} \left({latex}\right)"
    return read_claimed(total, subject.found, names)


def check_along(subject: Subject, claim: Claimed, variable: str) -> Verdict:
    """A derivative along a direction is G : h."""
    x, name = subject.problem.symbols[variable], claim.derivative.direction
    h = subject.names.known.get(name) or make(symbol_op, (), Symbol(name, x.shape))
    if h.shape != x.shape:
        words = f"{plain_name(name)} is {h.shape}, {plain_name(variable)} is {x.shape}"
        return Verdict(claim.label, NOT_READ, words)
    part = Part(_along(subject, variable, h), x, h, lambda latex, names: read_claimed(
        latex, subject.found, names), is_entry=False)  # fmt: skip
    return _lines(subject, claim, part)


def _along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The derivative along h: G : h, and of what is not a number the differential with h in it."""
    if subject.kind(GRADIENT) == GRADIENT:
        return frobenius(subject.derivative(GRADIENT, variable), h)
    d = directional(subject.problem, variable, h.name)
    result = next(iter(d.answers.values()))  # in which h is a differential
    return substitute(result, {x: h for x in symbols(result) if x.name == h.name})


def _weighted(result: ClaimReport, part: Part) -> str:
    """The slip, unless it is about the weights, which the text does not know; these are named."""
    weight = part.along.name
    slip = "" if re.search(rf"\b{weight}\b", result.slip) else result.slip
    is_shown = part.is_entry and result.counterexample is not None
    return slip or (f"{weight} are weights for the entries" if is_shown else "")


def _lines(subject: Subject, claim: Claimed, part: Part) -> Verdict:
    """Each formula of a claim against the truth; the first that is wrong is named."""
    label, problem, true = claim.label, subject.problem, part.true
    known = {**subject.names.known, part.along.name: part.along}
    names = replace(subject.names, known=known, closed=dict(subject.names.closed))
    number = true if true.is_scalar else frobenius(true, true)
    there = Problem(number, problem.name, symbols={**problem.symbols, part.along.name: part.along})
    best = Verdict(label, NOT_READ)
    for line, value in enumerate(claim.values, 1):
        try:
            claimed = substitute(part.read(value, names), names.closed)
            result = check_claim(there, part.variable, claimed, true)
        except ShapeError as error:
            return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
        except MatgradError as error:
            return Verdict(label, NOT_READ, error.message)
        step = line if len(claim.values) > 1 else None
        words = _weighted(result, part)
        best = Verdict(label, result.status, words, result, step, claimed, true)
        if best.is_wrong:
            return best
    return replace(best, line=None)
