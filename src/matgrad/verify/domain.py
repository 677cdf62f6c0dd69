"""Is the function defined anywhere at all?"""

from __future__ import annotations

from dataclasses import replace

from matgrad.core.expr import Expr, number_value
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute
from matgrad.derive.signs import signs_of
from matgrad.errors import DomainError, ShapeError
from matgrad.ops import power_op, zeros_op
from matgrad.render import plain
from matgrad.rules import simplify
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.ball import precision
from matgrad.verify.point import TRIES, Setting, field_points, real_points, setting
from matgrad.verify.reasons import Tie
from matgrad.verify.shrink import shrinking_of

LONGEST = 400  # nodes of a subject whose signs are looked at
FEW = 20  # parts of a function that are tried by themselves
HARD = 5  # draws that all divide by zero, at each assignment of sizes, before we say nowhere


def check_domain(problem: Problem, seed: int = 1) -> None:
    """Raise DomainError if the function has a value at no point.

    Dividing by zero at many random points of a large field is dividing by something that is
    identically zero. An even root of a negative number is different: half the field is negative,
    so only a search among real points can tell.
    """
    contradiction = _contradiction(problem)
    if contradiction is not None:
        node, words = contradiction
        message = f"the function is defined at no point: {words} never holds"
        raise _error(message, "is a sign wrong?", node)
    reason = _reason(problem, seed)
    if reason is not None:
        culprit, reason = _culprit(problem, seed) or (None, reason)
        message = f"the function is defined at no point: {reason} whatever the values are"
        hint = "a matrix may have too small a rank by its shape, or a difference may cancel"
        raise _error(message, hint, culprit)


def _error(message: str, hint: str, about: Expr | None) -> DomainError:
    error = DomainError(message, hint=hint)
    error.about = about
    return error


def _reason(problem: Problem, seed: int) -> str | None:
    """Why the function has no value at any point, or None if it has or nothing can be said."""
    try:
        place = setting(shrinking_of(problem).problem(problem), ())
    except (Undecided, ShapeError):
        return None  # too large to say anything
    larger = tuple(place.sizes[i] for i in place.larger)
    failure = _failure(replace(place, sizes=larger), seed)
    return None if failure is None else failure.reason


def _culprit(problem: Problem, seed: int) -> tuple[Expr, str] | None:
    """The first part of the function that has no value, and why it has none."""
    parts = [node for node in postorder(_in_full(problem)) if node.op.conditions is not None]
    for node in parts[:FEW]:
        reason = _reason(replace(problem, function=node, definitions=()), seed)
        if reason is not None:
            return node, reason
    return None


def _contradiction(problem: Problem) -> tuple[Expr, str] | None:
    """A condition that the signs of its subject contradict, in words: −exp(x) > 0."""
    for node in postorder(_in_full(problem)):
        for condition in node.op.conditions(node) if node.op.conditions else ():
            subject = condition.subject
            if condition.predicate != "positive" or subject.size > LONGEST:
                continue
            if "≤0" in signs_of(subject):
                return node, condition.words.format(plain(subject))
    return None


def _failure(place: Setting, seed: int) -> OutsideDomain | None:
    """Why no point has a value, or None if one has or nothing can be said."""
    failures: list[OutsideDomain] = []
    is_known = True
    for _, at in field_points(place, seed, max(TRIES // 2, HARD * len(place.sizes))):
        match at.value():
            case Undecided() | Tie():
                is_known = False
                break
            case OutsideDomain() as failure:
                failures.append(failure)
            case _:
                return None
        if len(failures) >= HARD * len(place.sizes) and all(f.always for f in failures):
            return failures[0]
    if is_known and not failures:
        return None
    with precision():
        if next(real_points(place, seed), None) is not None:
            return None
    return failures[0] if is_known else _division(place.problem)


def _division(problem: Problem) -> OutsideDomain | None:
    """Do the rules find that a divisor vanishes? A reason where the field has no model."""
    for node in postorder(simplify(_in_full(problem))):
        if node.op is power_op and _divides_by_zero(*node.args):
            return OutsideDomain("division by zero")
    return None


def _in_full(problem: Problem) -> Expr:
    """The function in its variables alone."""
    values: dict[Expr, Expr] = {}
    for d in problem.definitions:
        values[d.symbol] = substitute(d.value, values)
    return substitute(problem.function, values)


def _divides_by_zero(base: Expr, exponent: Expr) -> bool:
    vanishes = base.op is zeros_op or number_value(base) == 0
    return vanishes and (number_value(exponent) or 0) < 0
