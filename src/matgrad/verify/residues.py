"""The prime of the finite field, signs in it, and the model of each elementwise function."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from matgrad.optional import load
from matgrad.verify.reasons import OutsideDomain

P = 2_305_843_009_213_057_079
Q = (P - 1) // 2  # the order of the group of residues
ROOT = pow(2, -1, Q)  # √x = x^ROOT for a residue, and is a residue itself


@cache
def integers(modulus: int) -> Any:
    """The integers modulo a number as FLINT has them, also where a word has 32 bits only."""
    return load("flint").fmpz_mod_ctx(modulus)


# FLINT needs less than a tenth of the time of Python's own `pow`.


def power(x: int, exponent: int) -> int:
    """x to a power that is not negative."""
    return int(integers(P)(x) ** exponent)


def inverse(x: int) -> int:
    """1/x, or ZeroDivisionError."""
    return int(1 / integers(P)(x))


def character(x: int) -> int:
    """1 for a residue, −1 for a non-residue, 0 for 0: the sign of a number of the field."""
    return int(load("flint").fmpz(x).jacobi(P))


def _odd(name: str) -> Callable[[Any, int], int]:
    def rule(F: Any, x: int) -> int:
        if x == 0:
            return 0
        return F.keyed(name, x) if x <= P - x else P - F.keyed(name, P - x)

    return rule


def _exp(F: Any, x: int) -> int:
    smaller = min(x, P - x)
    value = F.keyed("exp", smaller) ** 2 % P  # a square, because exp is positive
    other = inverse(value)
    for argument, result in ((smaller, value), (P - smaller, other)):
        F.known["exp", argument] = result
        F.known["log", result] = argument  # so log(exp(x)) = x
    return value if x == smaller else other


def _log(F: Any, x: int) -> int:
    if x == 0:
        raise OutsideDomain("the logarithm of 0", always=True)
    if character(x) < 0:  # log|x|: its derivative is 1/x as well
        return F.function("log", P - x)
    other = inverse(x)
    smaller = min(x, other)
    value = F.keyed("log", smaller)
    for argument, result in ((smaller, value), (max(x, other), P - value)):
        F.known["log", argument] = result
        F.known["exp", result] = argument  # so exp(log(x)) = x
    return value if x == smaller else P - value


def _sqrt(F: Any, x: int) -> int:
    if character(x) < 0:
        raise OutsideDomain("the square root of a negative number")
    return power(x, ROOT)


def _asin(F: Any, x: int) -> int:
    if character(1 - x * x) < 0:
        raise OutsideDomain("asin outside of [−1, 1]")
    return _odd("asin")(F, x)


def _half_angle(F: Any, x: int) -> int:
    t = _odd("angle")(F, x)
    if (1 + t * t) % P == 0:
        raise OutsideDomain("an unlucky angle")
    return t


def _sin(F: Any, x: int) -> int:
    t = _half_angle(F, x)  # sin = 2t/(1+t²) and cos = (1−t²)/(1+t²) with t = tan(x/2)
    return 2 * t * inverse(1 + t * t)


def _cos(F: Any, x: int) -> int:
    t = _half_angle(F, x)
    return (1 - t * t) * inverse(1 + t * t)


KINKS = frozenset({"sign", "step", "abs", "relu"})
BASE: dict[str, Callable[[Any, int], int]] = {
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "sin": _sin,
    "cos": _cos,
    "asin": _asin,
    "atan": _odd("atan"),
    "erf": _odd("erf"),
    "sign": lambda F, x: F.side(x),
    "step": lambda F, x: 1 if F.side(x) > 0 else 0,
    "abs": lambda F, x: F.side(x) * x,
    "floor": lambda F, x: F.keyed("floor", x),
    "round": lambda F, x: F.keyed("round", x),
}
