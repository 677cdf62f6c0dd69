"""Numbers that formulas are, and derivatives at such points: f'(0)."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.lists import NUMBER
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, Derivative
from matgrad.app.ask.formulas.relations import is_identity

_PRIMED = re.compile(r"^(?P<name>[A-Za-z]|\\[A-Za-z]+)(?P<primes>'{1,2})\((?P<at>[^()]+)\)$")
_FRACTION = re.compile(  # without spaces and braces
    r"-?(?:\d+\.\d+|\\[dt]?frac\d\d|\d+/\d+|\d*\\pi(?:/\d+)?|\\[dt]?frac(?:\d?\\pi)\d)"
)
_BOLD = re.compile(r"\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*(0|1)\s*\}?|\{\s*(-?\d+)\s*\}")


def constant(latex: str) -> str:
    """The whole number or the identity that a formula is, or nothing."""
    found = _BOLD.fullmatch(latex.strip())
    text = (found[1] or found[2]) if found else latex.strip()
    return text if re.fullmatch(r"-?\d+", text) else "I" if is_identity(text) else ""


def constant_list(latex: str) -> bool:
    """Is this a number, or a list of numbers?"""
    parts = latex.strip("() ").split(",")
    return all(NUMBER.fullmatch(part.strip()) or constant(part.strip()) for part in parts)


def _multiple(latex: str) -> str:
    """A fraction, a decimal or a multiple of pi that a formula is, or nothing."""
    return latex if _FRACTION.fullmatch(latex) else ""


def primed(latex: str) -> tuple[Derivative, str] | None:
    """The derivative that f'(0) is, and the point."""
    found = _PRIMED.match(re.sub(r"[\s{}]|\^\\prime", "", latex))
    at = (constant(found["at"]) or _multiple(found["at"])) if found else ""
    if found is None or not at:
        return None
    return Derivative(GRADIENT if len(found["primes"]) == 1 else HESSIAN, found["name"]), at
