"""Equality of expressions by exact arithmetic, for tests."""

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.verify.lines import equality, field_verdicts, report
from matgrad.verify.point import setting


def statuses(left: Expr, right: Expr, seed: int = 1) -> tuple[str, ...]:
    """What the checks say about left = right: exact, real, wrong or undecided."""
    place = setting(Problem(left), (), (), [right])
    wanted = [equality("both sides", left, right)]
    return report(place, wanted, field_verdicts(place, wanted, seed), seed).statuses


def equal(left: Expr, right: Expr) -> bool:
    """Are these two expressions equal at random points?"""
    return left.shape == right.shape and statuses(left, right) in (("exact",), ("real",))
