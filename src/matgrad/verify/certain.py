"""Signs that an expression has everywhere: read off its form, or found on intervals that cover all.

A kink of which points met one side only may have no other: x² ≥ 0, x − 3 > 0 where x > 5 is given,
sin x > 0 for 0 < x < π.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.facts import close
from matgrad.core.rule import Context
from matgrad.core.walk import symbols
from matgrad.derive.signs import signs_of
from matgrad.ops import number, scale
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.ball import Balls, precision
from matgrad.verify.evaluate import value_of

OCTAVES = ((-60, 120, 1), (120, 4000, 20))  # of the line, with how many an interval spans
HALVINGS = 12
BITS = 200


def is_certain(root: Expr, sign: int, inside: Sequence[Expr] = ()) -> bool:
    """Has an expression this sign, or is it 0, wherever what is `inside` is positive?"""
    context = Context()
    gap = simplify(root if sign > 0 else scale(number(-1), root), context)
    given = [simplify(each, context) for each in inside]
    known = {each: frozenset({">0", "≥0"}) for each in given}
    if signs_of(gap, known) & {"≥0", "psd"}:
        return True
    same = [each for each in given if each.shape == gap.shape]
    if any(signs_of(simplify(gap - each, context)) & {"≥0", "psd"} for each in same):
        return True
    return _is_certain_on_line(gap, given)


def _is_certain_on_line(gap: Expr, inside: Sequence[Expr]) -> bool:
    """The same for an expression in one number, by dividing the line into intervals."""
    names = [*symbols(gap)]
    if len(names) != 1 or not names[0].is_scalar or not gap.is_scalar:
        return False
    x = names[0]
    about = [each for each in inside if [*symbols(each)] == [x] and each.is_scalar]
    with precision(BITS):
        R = Balls({})
        return all(_is_certain_on(R, x, gap, about, each) for each in _line(R, x))


def _line(R: Balls, x: Expr) -> Iterator[Any]:
    """Intervals that double from next to zero to far out, on both sides or where x may be."""
    arb = R.flint.arb
    signs = (1,) if close(x.data.facts) & {"positive", "nonnegative"} else (1, -1)
    for first, last, span in OCTAVES:
        middle = arb(2**span + 1, 2**span - 1) / 2
        for k in range(first, last, span):
            yield from (sign * middle * arb(2) ** k for sign in signs)


def _is_certain_on(R: Balls, x: Expr, gap: Expr, inside: Sequence[Expr], interval: Any) -> bool:
    waiting = [(interval, HALVINGS)]
    while waiting:
        here, left = waiting.pop()
        bounds = [_value(R, x, each, here) for each in inside]
        if any(each is not None and each < 0 for each in bounds):
            continue
        value = _value(R, x, gap, here)
        if value is not None and value >= 0:
            continue
        is_edge = any(each is not None and each.contains(0) for each in bounds)
        if not left and not is_edge:
            return False
        middle, radius = here.mid(), here.rad() / 2
        halves = [R.flint.arb((middle + s * radius).mid(), radius) for s in (1, -1)]
        waiting += [(half, left - 1) for half in halves] if left else []
    return True


def _value(R: Balls, x: Expr, root: Expr, at: Any) -> Any:
    try:
        R.values[x] = [[at]]
        ((found,),) = value_of(R, root, {x: [[at]]})
    except (OutsideDomain, Undecided, KeyError):
        return None
    return found
