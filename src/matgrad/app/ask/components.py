"""Claims about one entry of a derivative, ∂f/∂x_k = …, or along a direction, Df(x)[h] = …."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from matgrad.app.along import directional
from matgrad.app.ask.claimed import read_claimed
from matgrad.app.ask.directions import entry_of
from matgrad.app.ask.names import Names
from matgrad.app.ask.notation import GRADIENT
from matgrad.app.ask.reading import Claimed
from matgrad.app.ask.steps import NOT_READ, Verdict
from matgrad.app.ask.subjects import Subject
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import frobenius, symbol_op
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import check_claim
from matgrad.verify.lines import WRONG

_SMALL = re.compile(r"(?<![A-Za-z\\])([a-z])(?=\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\})")


def check_entry(subject: Subject, claim: Claimed, name: str) -> Verdict | None:
    """A formula with a free index: it is right if its sum with any weights v_k is v : ∇f."""
    entry = entry_of(name, subject.problem.symbols)
    if entry is None or not subject.problem.function.is_scalar:
        return None
    base, indices = entry
    x = subject.problem.symbols[base]
    if x.shape.is_vector != (len(indices) == 1):
        return _unread(claim, f"{plain_name(base)} has other indices")
    taken = {*subject.names.known, *subject.names.functions}
    letters = "vuqpz" if x.shape.is_vector else "VUQPZ"
    weight = next(letter for letter in letters if letter not in taken)
    below = ",".join(indices)

    def total(value: str, names: Names) -> Expr:
        for small in dict.fromkeys(_SMALL.findall(value)):
            if small not in names.known and small.upper() in names.known:
                value = re.sub(
                    rf"(?<![A-Za-z\\]){small}(?=\s*_)", small.upper(), value
                )  # a_{ij} is an entry of A
        summed = rf"\sum_{{{below}}} {weight}_{{{''.join(indices)}}} \left({value}\right)"
        return read_claimed(summed, subject.found, names)

    return _lines(subject, claim, (base, weight), total)


def check_along(subject: Subject, claim: Claimed, variable: str) -> Verdict:
    """A derivative along a direction is G : h."""
    h = claim.derivative.direction

    def given(value: str, names: Names) -> Expr:
        return read_claimed(value, subject.found, names)

    return _lines(subject, claim, (variable, h), given)


def _lines(
    subject: Subject, claim: Claimed, what: tuple[str, str], read: Callable[[str, Names], Expr]
) -> Verdict:
    """Each formula of a claim against the derivative along what the second name stands for."""
    variable, along = what
    label = " = ".join((claim.latex, *claim.values))
    problem, names = subject.problem, subject.names
    x = problem.symbols[variable]
    h = names.known.get(along) or make(symbol_op, (), Symbol(along, x.shape))
    if h.shape != x.shape:
        return _unread(claim, f"{plain_name(along)} is {h.shape}, {plain_name(variable)} {x.shape}")
    names = replace(names, known={**names.known, along: h})
    best = Verdict(label, NOT_READ)
    for line, value in enumerate(claim.values, 1):
        try:
            true = _along(subject, variable, h)
            claimed = substitute(read(value, names), names.closed)
            number = true if true.is_scalar else frobenius(true, true)
            there = Problem(number, problem.name, symbols={**problem.symbols, along: h})
            result = check_claim(there, x, claimed, true)
        except ShapeError as error:
            return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
        except MatgradError as error:
            return _unread(claim, error.message)
        step = line if len(claim.values) > 1 else None
        best = Verdict(label, result.status, result.slip, result, step, claimed, true)
        if best.is_wrong:
            return best
    return replace(best, line=None)


def _along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The derivative along h: G : h, and of what is not a number the differential with h in it."""
    if subject.kind(GRADIENT) == GRADIENT:
        return frobenius(subject.derivative(GRADIENT, variable), h)
    d = directional(subject.problem, variable, h.name)
    result = next(iter(d.answers.values()))  # in which h is a differential
    return substitute(result, {x: h for x in symbols(result) if x.name == h.name})


def _unread(claim: Claimed, words: str) -> Verdict:
    return Verdict(" = ".join((claim.latex, *claim.values)), NOT_READ, words)
