"""Claims about the case in which a maximum with zero is active: there step(r) is 1."""

from __future__ import annotations

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError
from matgrad.ops import RECTIFIED, zeros_of
from matgrad.render import plain
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import check_claim


def where_active(subject: Subject, segment: int, variable: str, wrong: Verdict) -> Verdict | None:
    """The verdict on a claim in its case; None where the derivative has not just one such case."""
    is_active = subject.found.said.active.get(segment)
    claim, true = wrong.claim, wrong.true
    if is_active is None or claim is None or true is None:
        return None
    claim = zeros_of(true.shape) if str(claim) == "0" else claim
    kinks = [node for node in postorder(true) if node.op in RECTIFIED]
    inside = {node.args[0] for node in kinks}
    if len(inside) != 1 or claim.shape != true.shape:
        return None
    there = simplify(substitute(true, {node: _value(node, is_active) for node in kinks}))
    try:
        result = check_claim(subject.problem, subject.problem.symbols[variable], claim, there)
    except MatgradError:
        return None
    where = f"where {plain(*inside)} {'>' if is_active else '<'} 0"
    words = "; ".join(filter(None, (where, result.slip)))
    return Verdict(wrong.latex, result.status, words, None, None, claim, there)


def _value(kink: Expr, is_active: bool) -> Expr:
    """What step(r) or relu(r) is, where r is above or below zero."""
    return RECTIFIED[kink.op](kink.args[0]) if is_active else zeros_of(kink.shape)
