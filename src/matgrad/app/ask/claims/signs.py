"""Whether a derivative that is a number has the sign that a text gives it everywhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from matgrad.app import api
from matgrad.app.ask.claims.evaluated import broken_at, valued
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.said import Signed
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.errors import MatgradError
from matgrad.ops import number
from matgrad.render import plain
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import RIGHT, UNDECIDED
from matgrad.verify.lines import WRONG

# Where a sign is tried: around zero, where most change.
PLACES = [Fraction(n, 2) for n in (0, 1, -1, 2, -2, 4, -4, 6, -6, 20, -20)]
HOLDS: dict[str, Callable[[Fraction], bool]] = {
    "positive": lambda value: value > 0,
    "negative": lambda value: value < 0,
    "nonnegative": lambda value: value >= 0,
    "nonpositive": lambda value: value <= 0,
}
OPPOSITE = {"negative": "positive", "nonpositive": "nonnegative"}


def check_signs(subject: Subject) -> list[Verdict]:
    """The verdicts on such claims."""
    return [_check(subject, each) for each in subject.found.said.signs]


def _check(subject: Subject, claim: Signed) -> Verdict:
    label = rf"\text{{{claim.words}}} = \text{{{claim.sign} everywhere}}"
    name = subject.found.variables[0]
    x = subject.problem.symbols[name]
    try:
        true = subject.derivative(subject.kind(claim.kind), name)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    if not true.is_scalar or not x.is_scalar:
        return Verdict(label, NOT_READ, f"it is no number, but {plain(true)}")
    if _is_proved(true, claim.sign):
        return Verdict(label, RIGHT, f"it is {plain(true)}", true=true)
    d: Derivation = getattr(api, subject.kind(GRADIENT))(subject.problem, name)
    if (failing := _failing(d, true, x, claim.sign)) is not None:
        at, value = failing
        words = f"at {plain_name(name)} = {plain(number(at))} it is {plain(value)}"
        return Verdict(label, WRONG, words, true=true)
    return Verdict(label, UNDECIDED, "its sign was not decided", true=true)


def _is_proved(true: Expr, sign: str) -> bool:
    """Do the facts of an expression tell its sign?"""
    is_below = sign in OPPOSITE
    return OPPOSITE.get(sign, sign) in facts_of(simplify(-true) if is_below else true)


def _failing(d: Derivation, true: Expr, x: Expr, sign: str) -> tuple[Fraction, Expr] | None:
    """A number at which the sign is another one, where there is a derivative of this variable."""
    known = facts_of(x)
    for at in PLACES:
        is_inside = at > 0 or (at == 0 and "positive" not in known and "nonzero" not in known)
        is_inside = is_inside or (at < 0 and not known & {"positive", "nonnegative"})
        if not is_inside or broken_at(d, {x: number(at)}):
            continue
        value = valued(true, {x: number(at)})
        given = number_value(value)
        if given is not None and not HOLDS[sign](given):
            return at, value
    return None
