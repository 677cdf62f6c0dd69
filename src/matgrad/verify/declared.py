"""Functions of entries of which no more is known than their declaration says.

In the finite field such a function is a random one with the declared sign, parity and derivative.
In real arithmetic it is FLINT's function of that name, with FLINT's Taylor series
where it has them. Otherwise the differential equation gives the series; and the value too, from
where the operator says that the function begins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import frexp, perm
from typing import Any

from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.facts import facts_of
from matgrad.ops import symbol
from matgrad.verify.functions import COMPOSED
from matgrad.verify.reasons import OutsideDomain, Undecided
from matgrad.verify.residues import BASE

_x, _y = symbol("x"), symbol("y")
MOST_BITS = 192  # of the solution of a differential equation
GUARD = 64  # bits that may be lost on the way
NEARBY, ROUGH = 40, 1e-6  # how near values are compared, in bits, and how far rates may differ
STEPS = 24  # on either side of where it begins
STEEPEST = 2.0**12  # growth of coefficients


def known(name: str) -> Op:
    """The function of one argument that has a name."""
    op = catalogue.get(name)
    if op is None or op.derivative is None:
        raise Undecided(f"{name} has no model in this arithmetic")
    return op


def is_needed(op: Op) -> bool:
    """Is this a function of one argument that only its declaration describes?"""
    own = op.derivative is not None and op.means is None
    return own and op.name not in BASE and op.name not in COMPOSED


def told(op: Op) -> str:
    """A name for its random values that says the parity, and whether they are positive."""
    return f"{op.name} {op.parity} {int(_is_positive(op))}"


def _is_positive(op: Op) -> bool:
    return "positive" in facts_of(op(_x))


@cache
def composition(name: str) -> Callable[[Any, Any], Any] | None:
    """What a function of one argument computes, if it says so in terms of others."""
    op = catalogue.get(name)
    if op is None or op.derivative is None or op.means is None:
        return None
    whole = op.means(_x)
    return lambda R, x: R.within(whole, {_x: [[x]]})[0][0]


@cache
def _slope(op: Op) -> Expr:
    """The derivative at x where the value is y."""
    assert op.derivative is not None
    return op.derivative(_y, _x)


def slope(R: Any, name: str, x: Any, y: Any) -> Any:
    """The derivative of a function in an arithmetic."""
    return R.within(_slope(known(name)), {_x: [[x]], _y: [[y]]})[0][0]


def keyed(F: Any, name: str, x: int) -> int:
    """The random function of a finite field."""
    op, turned = known(name), F.modulus - x
    if op.begins is not None and x == F.rational(op.begins[0]):
        return F.rational(op.begins[1])
    if op.parity and turned < x:
        return op.parity * keyed(F, name, turned)
    if op.parity < 0 and not x:
        return 0
    value = F.keyed(name, x)
    return value * value if _is_positive(op) else value


def real(R: Any, name: str, x: Any) -> Any:
    """A number or a series in real arithmetic."""
    op, at = known(name), R.constant_term(x)
    flint = R.flint
    if hasattr(flint.arb_series, name):
        return getattr(x, name)()
    if hasattr(flint.arb, name):
        value = getattr(at, name)()
    elif op.begins is not None:
        value = _solved(R, op, at)
    else:
        raise Undecided(f"{name} has no model in real arithmetic")
    if x is at:
        return value
    if hasattr(flint.arb, name) and (rate := _contradicted(R, name, at, value)) is not None:
        return value + (x - at) * rate
    y = R.scalar([value])
    for _ in range(R.order):  # each time one coefficient more
        y = (slope(R, name, x, y) * x.derivative()).integral() + value
    return y


def _contradicted(R: Any, name: str, at: Any, value: Any) -> Any:
    """The rate at which a function of FLINT changes, where its declared derivative is another one.

    The series comes from the declaration; the values of FLINT, nearby, do not. Where the rate is
    not the same still nearer, as close to a pole, it says nothing.
    """
    with R.flint.ctx.workprec(R.flint.ctx.prec + 4 * NEARBY):
        wide, rate = (_rate(R, name, at.mid(), bits) for bits in (NEARBY, 2 * NEARBY))
        declared = slope(R.plain(), name, at, value)
        if not (wide.is_finite() and rate.is_finite() and declared.is_finite()):
            return None
        allowed = ROUGH * (1 + abs(rate))
        is_steady = abs(rate - wide) < allowed
        return rate if is_steady and abs(rate - declared) > allowed else None


def _rate(R: Any, name: str, x: Any, bits: int) -> Any:
    """How a function changes around x, from its values."""
    h = R.flint.arb(2) ** -bits
    return (getattr(x + h, name)() - getattr(x - h, name)()) / (2 * h)


def derivative(R: Any, name: str, order: int, x: Any) -> Any:
    """The derivative of some order of a function that FLINT has series of."""
    at, more = R.constant_term(x), len(R.coefficients(x)) - 1
    context = R.flint.ctx
    usual, context.cap = context.cap, max(context.cap, order + more + 1)
    try:
        J = R.series_of(order + more)
        terms = J.coefficients(getattr(J.scalar([at, 1]), name)())
    finally:
        context.cap = usual
    total, step = R.zero, x - at
    for k in range(more, -1, -1):
        total = total * step + terms[k + order] * perm(k + order, order)
    if not R.is_finite(total):
        raise OutsideDomain(f"a derivative of {name} outside of its domain")
    return total


# ---------------------------------------------------------------- differential equations

Near = tuple[Any, list[Any], Any]  # a point, the coefficients there, and how far they may be used


class _Solution:
    """The solution of y′ = f(x, y) that begins somewhere, by Taylor series from point to point.

    What the last terms of a series come to is added to the radius.
    """

    def __init__(self, R: Any, op: Op) -> None:
        assert op.begins is not None
        self.name, self.bits, self.terms = op.name, R.flint.ctx.prec, R.flint.ctx.prec // 2
        start, value = (R.flint.arb(R.flint.fmpq(*x.as_integer_ratio())) for x in op.begins)
        first = self._near(R, start, value)
        self.sides = {1: [first], -1: [first]}  # of where it begins

    def at(self, R: Any, x: Any) -> Any:
        """The value at a ball."""
        middle, side = x.mid(), 1
        if middle < self.sides[1][0][0]:
            side = -1
        found = self.sides[side]
        for place in range(STEPS):
            point, _, reach = found[place]
            if abs(middle - point) <= reach:
                return self._value(R, found[place], x)
            if place + 1 == len(found):
                there = point + side * reach
                found.append(self._near(R, there, self._value(R, found[place], there)))
        raise Undecided(f"{self.name} is not computed so far from where it begins")

    def _value(self, R: Any, near: Near, x: Any) -> Any:
        point, coefficients, _ = near
        total, last, step, top = R.zero, R.zero, x - point, len(coefficients) - 1
        for k, c in enumerate(reversed(coefficients)):
            total = total * step + c
            last = last + abs(c * step ** (top - k)) if k < 4 else last
        return total + R.flint.arb(0, float(last.upper()))

    def _near(self, R: Any, x: Any, y: Any) -> Near:
        J, context = R.series_of(self.terms), R.flint.ctx
        moving, found = J.scalar([x, 1]), J.scalar([y])
        usual = context.cap
        try:
            for count in range(self.terms):
                context.cap = count + 2  # terms that FLINT computes
                found = slope(J, self.name, moving, found).integral() + y
        finally:
            context.cap = usual
        coefficients = J.coefficients(found)
        sizes = (
            (k, float(abs(c).upper())) for k, c in enumerate(coefficients) if 2 * k > self.terms
        )
        growth = max((size ** (1 / k) for k, size in sizes), default=0.0)
        if not growth < STEEPEST:
            raise OutsideDomain(f"{self.name} at the edge of where it is smooth")
        _, exponent = frexp(max(growth, 1 / 16))
        return x, coefficients, R.flint.arb(2) ** (-2 - exponent)


_solutions: dict[tuple[str, int], _Solution] = {}


def _solved(R: Any, op: Op, x: Any) -> Any:
    """The value of a solution, to so many bits that the ball is small after a long way."""
    context = R.flint.ctx
    with context.workprec(min(context.prec, MOST_BITS) + GUARD):
        plain = R.plain()
        key = op.name, context.prec
        if key not in _solutions:
            _solutions[key] = _Solution(plain, op)
        return _solutions[key].at(plain, x)
