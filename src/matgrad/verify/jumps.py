"""Functions with a kink or a jump in real arithmetic: no value where a ball touches it.

What does not move at all may sit there, as the zeros of abs(0) do.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from matgrad.verify.reasons import OutsideDomain


def _sign(R: Any, x: Any) -> Any:
    at = R.constant_term(x)
    if at > 0 or at < 0:
        return R.one * R.seen(1 if at > 0 else -1)
    if at.is_zero() and R.is_still(x):
        R.seen(0)
        return R.zero
    raise OutsideDomain("at a kink")


def _step(R: Any, x: Any) -> Any:
    sign = _sign(R, x)
    return sign if R.constant_term(x) > 0 else R.zero


def _floor(R: Any, x: Any) -> Any:
    below = R.constant_term(x).floor().unique_fmpz()
    whole = R.constant_term(x).contains_integer()
    if below is None or (whole and not R.is_still(x)):
        raise OutsideDomain("at a jump")
    if whole and R.node is not None and R.node.args[0].args:  # computed, so rounding decides
        R.seen(0)
    return R.one * R.flint.arb(below)


def _round(R: Any, x: Any) -> Any:
    above = x + R.rational(Fraction(1, 2))
    if R.constant_term(above).contains_integer():
        raise OutsideDomain("at a jump")  # where every library has its own convention
    return _floor(R, above)


JUMPS: dict[str, Callable[[Any, Any], Any]] = {
    "sign": _sign,
    "step": _step,
    "abs": lambda R, x: x * _sign(R, x),
    "floor": _floor,
    "round": _round,
}


def sits_at_kink(R: Any) -> bool:
    """Did something that was evaluated sit at a kink or a jump?"""
    return any(0 in signs for signs in R.sides.values())
