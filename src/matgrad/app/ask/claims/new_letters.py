"""Letters that only a formula with derivatives inside has, and the shapes that they may have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Symbol, make
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import MatgradError
from matgrad.ops import symbol_op
from matgrad.syntax.latex_problem import parse_latex

MOST = 3  # letters of a formula that are new


def name_new(
    found: Understood, names: Names, x: Shape, new: Sequence[str], pieces: Sequence[str]
) -> None:
    """Let new letters have the sizes that fit, or be like the variable, or matrices that map it."""
    if _infer(names, new, pieces):
        return
    for shapes in product((x, Shape(x.rows, x.rows), SCALAR), repeat=min(len(new), MOST)):
        for name, shape in zip(new, shapes, strict=False):
            names.known[name] = make(symbol_op, (), Symbol(name, shape))
        try:
            for each in pieces:
                read_claimed(each, found, names)
        except MatgradError:
            continue
        return


def _infer(names: Names, new: Sequence[str], pieces: Sequence[str]) -> bool:
    """Do formulas that are equal leave one way only for the sizes of their new letters?"""
    whole = "+".join(rf"\left({each}\right)" for each in pieces)
    used = {*names_in(whole)} & {*names.known}
    shapes = {name: tuple(map(str, names.known[name].shape)) for name in used}
    try:
        known = parse_latex(whole, shapes, in_text=True).symbols
    except MatgradError:
        return False
    names.known |= {name: known[name] for name in new if name in known}
    return {*new} <= {*known}


def on_both_sides(pieces: Sequence[str]) -> set[str]:
    """The names that all formulas of an equation have."""
    return set[str].intersection(*({*names_in(each)} for each in pieces))
