r"""Inequalities and intervals that a text names: x < 1, 0 < x < \pi/2, x \in [0, 1]^n.

An inequality says that a difference is positive: x < 1 that 1 - x is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from matgrad.app.ask.facts.intervals import COMPARES
from matgrad.app.ask.facts.said import STATED
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.relations import above_zero
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.shape import Shape
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.ops import minus, ones, scale
from matgrad.syntax.latex_problem import parse_latex_expression

_INTERVAL = re.compile(
    r"(?P<name>.+?)\\in\s*(?:\\left\s*)?[\[(\]](?P<low>[^,\[\]]+),(?P<high>[^,\[\]]+?)(?:\\right\s*)?"
    r"[\])\[]\s*(?:\^\s*(?:\w|\{[^{}]*\}))?"
)


@dataclass(frozen=True)
class Bound:
    """That one formula is less than another; `latex` is how the text says it."""

    latex: str
    low: str
    high: str

    @property
    def shown(self) -> str:
        """For reading."""
        return quoted(self.latex).plain


def bounds_in(found: Understood, claim: int) -> Iterator[Bound]:
    """All that a text states, and what it supposes for the claim in this formula."""
    for latex in _held(found, claim, found.reading.bare):
        first, *rest = COMPARES.split(latex)
        formulas = [first, *rest[1::2]]
        for sign, (left, right) in zip(rest[::2], pairwise(formulas), strict=True):
            is_less = sign == "<" or sign.startswith("\\l")
            yield Bound(latex, left, right) if is_less else Bound(latex, right, left)
    intervals = {n: latex for n, kept in found.reading.intervals.items() for latex in kept}
    for latex in _held(found, claim, intervals):
        inside = _INTERVAL.fullmatch(latex.strip())
        for name in inside["name"].split(",") if inside else ():
            if inside is not None:
                yield Bound(latex, inside["low"], name)
                yield Bound(latex, name, inside["high"])


def _held(found: Understood, claim: int, formulas: Mapping[int, str]) -> Iterator[str]:
    """The formulas of those segments whose inequalities hold where a claim is made."""
    said = found.said
    for segment, latex in formulas.items():
        if segment == said.of_sign.get(claim):
            continue  # the sign of the function is no bound of a variable
        if said.bounds.get(segment) == STATED or claim in said.bounded.get(segment, ()):
            yield latex


def bounds_of(found: Understood, names: Names, claim: int) -> dict[Bound, Expr]:
    """Those about what is known, with the expressions that are positive where they hold."""
    kept: dict[Bound, Expr] = {}
    for each in bounds_in(found, claim):
        inside = {*names_in(each.low), *names_in(each.high)}
        is_known = inside and inside <= {*names.known, "pi", "e"}
        is_known = is_known and not _is_of_definite(each, names)
        if is_known and r"\infty" not in each.low + each.high:
            try:
                kept[each] = _gap(each, names)
            except MatgradError:
                continue
    return kept


def _is_of_definite(bound: Bound, names: Names) -> bool:
    """Is it not the entries of a matrix that are above zero, but the matrix?"""
    X = names.known.get(above_zero(bound.latex) or "")
    return X is not None and "symmetric" in facts_of(X)


def _gap(bound: Bound, names: Names) -> Expr:
    low, high = (
        substitute(parse_latex_expression(side, names.known, names.functions), names.closed)
        for side in (bound.low, bound.high)
    )
    shape = low.shape if high.is_scalar else high.shape
    return minus(_filled(high, shape), _filled(low, shape))


def _filled(value: Expr, shape: Shape) -> Expr:
    """A bound of all entries, if one number is given."""
    return scale(value, ones(*shape)) if value.is_scalar and not shape.is_scalar else value
