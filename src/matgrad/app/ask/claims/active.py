"""Claims about the case in which a maximum with zero is active: there step(r) is 1."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.core.expr import Expr, number_value
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError
from matgrad.ops import RECTIFIED, power_op, zeros_of, zeros_op
from matgrad.render import plain
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import Case, check_claim
from matgrad.verify.regions import has_pieces


def where_active(subject: Subject, segment: int, variable: str, wrong: Verdict) -> Verdict | None:
    """The verdict on a claim in its case; None where the derivative has not just one such case."""
    said = subject.found.said
    is_active = said.active.get(segment)
    claim, true = wrong.claim, wrong.true
    if is_active is None or claim is None or true is None:
        return None
    function = simplify(substitute(subject.problem.function, subject.names.closed))
    if segment in said.of_sign and is_active and not has_pieces(function):
        return wrong  # of a smooth function it is so wherever
    at = inside_of(true)
    if at is None or (segment in said.of_sign and not is_of_one(function, at, is_active)):
        return None
    case = Case(subject.problem, subject.problem.symbols[variable], claim, true)
    found = in_case(case, wrong, is_active)
    if found is not None:
        used = subject.found.reading.bare.get(said.of_sign.get(segment, -1), "")
        subject.found.used.add(used)
    return found


def inside_of(true: Expr) -> Expr | None:
    """What the maximum is taken of, if a derivative has just one such case."""
    inside = {node.args[0] for node in _kinks(true)}
    return next(iter(inside)) if len(inside) == 1 else None


def in_case(case: Case, wrong: Verdict, is_active: bool) -> Verdict | None:
    """The verdict on a claim that is wrong in general where a maximum is active, or is not."""
    true, at = case.result, inside_of(case.result)
    claim = zeros_of(true.shape) if str(case.claim) == "0" else case.claim
    if at is None or claim.shape != true.shape:
        return None
    there = simplify(substitute(true, {x: _value(x, is_active) for x in _kinks(true)}))
    try:
        result = check_claim(case.problem, case.wrt, claim, there)
    except MatgradError:
        return None
    where = f"where {plain(at)} {'>' if is_active else '<'} 0"
    words = "; ".join(filter(None, (where, result.slip)))
    return replace(wrong, status=result.status, words=words, report=None, claim=claim, true=there)


def is_of_one(function: Expr, inside: Expr, is_active: bool) -> bool:
    """Is the function zero where a number is negative; is it so nowhere else, if that is asked?"""
    off, on = (
        simplify(substitute(function, {x: _value(x, is_on) for x in _kinks(function)}))
        for is_on in (False, True)
    )
    base = on.args[0] if on.op is power_op else on
    is_zero = off.op is zeros_op or number_value(off) == 0
    return inside.is_scalar and is_zero and (is_active or base is simplify(inside))


def _kinks(node: Expr) -> list[Expr]:
    return [each for each in postorder(node) if each.op in RECTIFIED]


def _value(kink: Expr, is_active: bool) -> Expr:
    """What step(r) or relu(r) is, where r is above or below zero."""
    return RECTIFIED[kink.op](kink.args[0]) if is_active else zeros_of(kink.shape)
