"""What words say is equal: M ⊙ M = M of a mask."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad import ops
from matgrad.app.ask.programs.reading import Reader
from matgrad.app.ask.programs.stated import MASK
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.rules.simplify import simplify


def equations_of(m: Reader) -> Iterator[tuple[Expr, Expr]]:
    """Both sides of all equations that can be read in the names of a program."""
    for left, right in m.equations:
        if right in m.latest and left == MASK.format(right):  # its name may have several letters
            mask = m.latest[right].expr
            yield ops.hadamard(mask, mask), mask
            continue
        try:
            yield m.formula(left).expr, m.formula(right).expr
        except MatgradError:
            continue


def vanishing(m: Reader) -> tuple[Expr, ...]:
    """What is zero by the equations, in the inputs of the program."""
    found: list[Expr] = []
    for left, right in equations_of(m):
        try:
            found.append(m.closed(ops.minus(left, right)))
        except MatgradError:
            continue
    return tuple(found)


def as_said(m: Reader, right: Expr) -> Expr:
    """A derivative with an input in the place of what is said to be equal to it: M for M²."""
    inputs = {x.expr for x in m.inputs.values()}
    known = {simplify(a): b for a, b in equations_of(m) if b in inputs}
    return simplify(substitute(right, known)) if known else right
