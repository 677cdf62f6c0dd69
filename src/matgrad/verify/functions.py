"""Elementwise functions written in terms of a few base functions, for every arithmetic.

Base functions are exp, log, sqrt, sin, cos, asin, atan, erf, abs, sign, step, floor and round;
each arithmetic has its own. What is built from them here is a definition, not a derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from matgrad.verify.arithmetic import Arithmetic, Scalar

HALF = Fraction(1, 2)


def _exponentials(R: Arithmetic, x: Scalar) -> tuple[Scalar, Scalar]:
    up = R.function("exp", x)
    return up, R.invert(up)


def _sinh(R: Arithmetic, x: Scalar) -> Scalar:
    up, down = _exponentials(R, x)
    return (up - down) * R.rational(HALF)


def _cosh(R: Arithmetic, x: Scalar) -> Scalar:
    up, down = _exponentials(R, x)
    return (up + down) * R.rational(HALF)


def _tanh(R: Arithmetic, x: Scalar) -> Scalar:
    up, down = _exponentials(R, x)
    return (up - down) * R.invert(R.reduced(up + down))


def _sigmoid(R: Arithmetic, x: Scalar) -> Scalar:
    return R.invert(R.one + R.invert(R.function("exp", x)))


def _normal(R: Arithmetic, x: Scalar) -> Scalar:
    root = R.function("sqrt", R.rational(HALF))
    return (R.one + R.function("erf", R.times(x, root))) * R.rational(HALF)


COMPOSED: dict[str, Callable[[Arithmetic, Any], Any]] = {
    "tan": lambda R, x: R.function("sin", x) * R.invert(R.function("cos", x)),
    "acos": lambda R, x: R.named("pi") * R.rational(HALF) - R.function("asin", x),
    "sinh": _sinh,
    "cosh": _cosh,
    "tanh": _tanh,
    "sigmoid": _sigmoid,
    "softplus": lambda R, x: R.function("log", R.reduced(R.one + R.function("exp", x))),
    "Phi": _normal,
    "square": lambda R, x: x * x,
    "relu": lambda R, x: x * R.function("step", x),
}
