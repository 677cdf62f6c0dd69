"""Claims about one entry of a derivative, ∂f/∂x_k = …, or along a direction, Df(x)[h] = …."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from matgrad.app.along import directional
from matgrad.app.ask.claimed import read_claimed
from matgrad.app.ask.directions import entry_of
from matgrad.app.ask.names import Names
from matgrad.app.ask.notation import GRADIENT, JACOBIAN, left_side
from matgrad.app.ask.reading import Claimed
from matgrad.app.ask.steps import NOT_READ, Verdict
from matgrad.app.ask.subjects import Subject
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import eye, frobenius, symbol_op
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import check_claim
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


def check_entry(subject: Subject, claim: Claimed, name: str) -> Verdict | None:
    """A formula with free indices: it is right if its sum with any weights v_k is v : ∇f."""
    entry = entry_of(name, subject.problem.symbols)
    if entry is None:
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
        return Verdict(_label(claim), NOT_READ, words)
    part = Part(_along(subject, variable, h), x, h, lambda latex, names: read_claimed(
        latex, subject.found, names))  # fmt: skip
    return _lines(subject, claim, part)


def _along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The derivative along h: G : h, and of what is not a number the differential with h in it."""
    if subject.kind(GRADIENT) == GRADIENT:
        return frobenius(subject.derivative(GRADIENT, variable), h)
    d = directional(subject.problem, variable, h.name)
    result = next(iter(d.answers.values()))  # in which h is a differential
    return substitute(result, {x: h for x in symbols(result) if x.name == h.name})


def _lines(subject: Subject, claim: Claimed, part: Part) -> Verdict:
    """Each formula of a claim against the truth; the first that is wrong is named."""
    label, problem, true = _label(claim), subject.problem, part.true
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
        best = Verdict(label, result.status, result.slip, result, step, claimed, true)
        if best.is_wrong:
            return best
    return replace(best, line=None)


def _label(claim: Claimed) -> str:
    return " = ".join((claim.latex, *claim.values))
