"""A claimed expression against the derivative, also turned and with what else the text says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from matgrad.app.ask.claims.imposing import with_given
from matgrad.app.ask.claims.layouts import TURNED, in_layout, said_later, said_layout
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.formulas.entrywise import on_diagonal
from matgrad.app.ask.formulas.notation import HESSIAN
from matgrad.app.ask.problem.constraints import obeying
from matgrad.core.expr import Expr
from matgrad.verify.claim import UNDECIDED, ClaimReport, check_claim
from matgrad.verify.lines import WRONG

DIAGONAL = "element by element: this is the diagonal of the Jacobian"


def compared(subject: Subject, aim: Target, claimed: Expr, true: Expr, segment: int) -> ClaimReport:
    """A formula against the derivative, also turned and with what else the text says."""
    problem, variable = subject.problem, aim.variables[0]
    x = problem.symbols[variable]
    said, is_later = said_layout(marked := subject.found.cut.marked), said_later(marked, segment)
    said = "" if is_later and true.shape.is_vector else said
    check = partial(check_claim, problem, x, result=true)
    result = in_layout(check(claimed), aim, said, (claimed, true), check)
    if is_later and result.slip == TURNED.format(said):
        return replace(result, status=UNDECIDED)
    if result.status == WRONG:
        result = with_given(subject, variable, claimed, true, segment) or result
    if result.status == WRONG:
        result = obeying(subject.found, problem, variable, (claimed, true), result)
    is_gradient = problem.function.is_scalar and aim.kind != HESSIAN
    if not is_gradient and (whole := on_diagonal(claimed, true)) is not None:
        other = check_claim(problem, x, whole, true)
        result = replace(other, slip=DIAGONAL) if other.right else result
    return result
