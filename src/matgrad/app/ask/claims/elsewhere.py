"""Claims about another point than the variables of a definition: ∇f(y), ∇f(x + y), ∇f(1, 3)."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.evaluated import bracketed
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.problem.calls import replaced
from matgrad.core.expr import Expr
from matgrad.render.glyphs import latex_name


def _places(subject: Subject, claim: Claimed) -> tuple[str | None, str | None] | None:
    """The variable of the function and the letter that a claim has in its place, if it has one."""
    left, main = left_side(claim.derivative.function), subject.found.function
    if left is None or main is None or left.name != main.left.name:
        return None
    there = [whole_name(part) for part in left.arguments or ()]
    here = [whole_name(part) for part in main.left.arguments or ()]
    if len(there) != 1 or len(here) != 1 or there == here:
        return None
    return (here[0], there[0]) if here[0] in subject.problem.symbols else None


def is_elsewhere(subject: Subject, claim: Claimed) -> bool:
    """Is a claim about a point that is a formula, or that is known: ∇f(x + y), ∇f(c)?"""
    places = _places(subject, claim)
    if places is None:
        return False
    x, y = places
    is_known = y is None or y in subject.names.known or _is_spoken_of(subject.found.said, y)
    return is_known or any(x in names_in(value) for value in claim.values)


def _is_spoken_of(said: Said, name: str) -> bool:
    """Does the text say something of the letter for a point: q is a unit vector, Aq = 2q?"""
    equations = (*said.given, *said.doubtful_given)
    inside = {x for each in equations for x in (*names_in(each.left), *names_in(each.right))}
    return (
        bool(said.facts.get(name)) or any(name == n for n, _ in said.open_facts) or name in inside
    )


def moved(subject: Subject, claim: Claimed) -> Claimed:
    """A claim at another point, ∇f(y) = …, with the letter of the definition."""
    x, y = _places(subject, claim) or (None, None)
    if x is None or y is None:
        return claim
    values, given = (
        tuple(replaced(value, y, latex_name(x)) for value in each)
        for each in (claim.values, claim.given)
    )
    return replace(claim, values=values, given=given, written=claim.label)


def place_in(subject: Subject, claim: Claimed) -> tuple[tuple[Expr, Expr], ...]:
    r"""The numbers in \nabla f(1, 3) with the variables of the definition."""
    left, main = left_side(claim.derivative.function), subject.found.function
    if left is None or main is None or left.name != main.left.name or not left.arguments:
        return ()
    names = [whole_name(part) or "" for part in main.left.arguments or ()]
    variables = [subject.problem.symbols.get(name) for name in names]
    return bracketed(left.arguments, [x for x in variables if x is not None])
