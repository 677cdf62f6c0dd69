r"""Names that a text gives to derivatives: g = \nabla f, E = -\nabla\phi, F = -dV/dx."""

from __future__ import annotations

import re
from collections.abc import Container
from fractions import Fraction

from matgrad.app.ask.formulas.claimed import OPEN, Dressed, called_name, dotted_name, plainly
from matgrad.app.ask.formulas.derivatives import named_derivative
from matgrad.app.ask.formulas.notation import DIFFERENTIAL, Left, left_side, names_in
from matgrad.app.ask.formulas.reading import Reading

_WORD = re.compile(r"^\s*([A-Z]{2,4})\s*(?:\([^()]*\)\s*)?$")  # MC = dC/dq = 2bq is no product
_NEGATIVE = r"-\left({}\right)"


def aliased(first: str, second: str, known: Container[str] = ()) -> tuple[str, Dressed] | None:
    r"""The name that an equation gives to a derivative: g in g = \nabla f or g(x) = -\nabla f.

    With upright signs it is one of a function that is known: F = -dV/dr.
    """
    name = called_name(first) or "".join(_WORD.findall(first))
    found = plainly(second)
    if not name or found is None or found.derivative.kind == DIFFERENTIAL:
        return None
    is_known = any(each in known for each in names_in(found.derivative.function))
    is_quotient = bool(found.derivative.variables) and is_known
    return (name, found) if OPEN.search(second) or is_quotient else None


def names_derivative(reading: Reading, first: str, value: str, where: int) -> bool:
    r"""Is an equation the name of a derivative, which is asked for in F = -dV/dx?

    One that is a letter stays a definition, so that what is written with it is not misread.
    """
    asked = named_derivative(value, [each.left.name for each in reading.defined])
    left = left_side(first)
    if asked and (name := dotted_name(first) or (left.name if left else "")):  # F, or F(x)
        reading.asked.append((asked, where))
        reading.written[where] = value
        reading.aliases.setdefault(name, Dressed(asked, _NEGATIVE, Fraction(-1)))
        return True
    return aliased(first, value) is not None and left is None


def is_update(left: Left, value: str) -> bool:
    r"""Is an equation a step of an iteration: \theta_j := \theta_j - \alpha\frac{…}{…}?"""
    return left.arguments is None and left.name in names_in(value) and bool(OPEN.search(value))
