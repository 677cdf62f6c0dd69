"""`/api/check`: is this formula right?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from matgrad.app.claim_statements import statements
from matgrad.app.claims import judge, names_of
from matgrad.app.derivation import Derivation
from matgrad.app.server.tasks.answers import derived
from matgrad.app.server.tasks.given import Given, Request, looks_like_latex, read
from matgrad.app.server.tasks.shown import Data
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ParseError
from matgrad.render import latex
from matgrad.render.labels import derivative_label
from matgrad.syntax import Limits, parse_expression, parse_latex_expression
from matgrad.verify.claim import RIGHT, ClaimReport

TOGETHER = ("hessian", "differential")  # one derivative by all the variables
_VARIABLE = re.compile(r"\s*[d∂]\w*\s*/\s*[d∂](\w+)\s*=")  # df/dx = …


class Judged(NamedTuple):
    """A claim beside the derivative by one variable."""

    d: Derivation
    shown: str  # the claim in LaTeX
    report: ClaimReport
    fits: bool  # does the claim have the shape of the derivative?

    @property
    def distance(self) -> tuple[bool, ...]:
        """How far the claim is from being about this derivative; the nearest is meant."""
        return self.report.status != RIGHT, not self.report.right, not self.fits


def check(request: Request) -> Data:
    """Judge a claimed derivative; if it is wrong, with small numbers that show it.

    Where several variables are asked for, the claim is about the one that it is nearest to.
    """
    given = read(request)
    claim: str = request["claim"]
    ways = [derived(replace(given, wrt=wrt), request) for wrt in _meant(given, claim)]
    try:
        Limits().check("bytes", len(claim.encode("utf-8", "surrogatepass")))
        found = min((_judged(d, claim) for d in ways), key=lambda way: way.distance)
    except MatgradError as error:
        error.field = "claim"  # pyright: ignore[reportAttributeAccessIssue]
        raise
    return _data(found)


def _meant(given: Given, claim: str) -> list[tuple[str, ...]]:
    """The variables of each derivative that a claim can be about."""
    named = _VARIABLE.match(claim)
    if named and named[1] in given.wrt:
        return [(named[1],)]
    if given.kind in TOGETHER or not given.wrt:
        return [given.wrt]
    return [(name,) for name in given.wrt]


def _judged(d: Derivation, claim: str) -> Judged:
    text, shown, shape = _read(d, claim)
    return Judged(d, shown, judge(d, text), shape == d.result.shape)


def _data(found: Judged) -> Data:
    d, report = found.d, found.report
    name, result = next(iter(d.answers.items()))
    example = report.counterexample
    return {
        "ok": True,
        "right": report.right,
        "status": report.status,
        "slip": report.slip,
        "claim_latex": found.shown,
        "answer": str(result),
        "answer_latex": latex(result),
        "wrt": name,
        "label": derivative_label(d.trace, name).latex,
        "counterexample": None if example is None else dict(vars(example)),
        "error": None,
    }


def _read(d: Derivation, claim: str) -> tuple[str, str, Shape | None]:
    """The claim in our own language, in LaTeX as our printer writes it, and its shape."""
    lines, *more = (each.sides for each in statements(claim))
    problem = d.trace.origin.problem
    if more:
        return claim, "", None  # which may give names to parts
    label = lines[0] if len(lines) > 1 and _is_label(lines[0], d) else ""
    if label.replace(" ", "") == f"d{problem.name}":
        return claim, "", None  # its lines are in dX, dY
    known = names_of(problem)
    formulas = [_formula(line, known) for line in lines[bool(label) :]]
    text, shown = " = ".join(map(str, formulas)), " = ".join(map(latex, formulas))
    return text, shown, formulas[-1].shape if formulas else None


def _formula(line: str, known: Mapping[str, Expr]) -> Expr:
    """One side in our own language, or in LaTeX where only that makes sense."""
    if "\\" in line:
        return parse_latex_expression(line, known)
    try:
        return parse_expression(line, known)
    except ParseError:
        if not looks_like_latex(line):
            raise
        return parse_latex_expression(line, known)


def _is_label(line: str, d: Derivation) -> bool:
    """Is this only the name of what is claimed: df/dx, grad, ∇f?"""
    name = d.trace.origin.problem.name
    words = {f"d{name}", "grad", "gradient", "∇", f"∇{name}", f"grad{name}", "jacobian", "hessian"}
    words |= {f"{sign}{name}/{sign}{X.name}" for X in d.trace.wrt for sign in ("d", "∂")}
    return line.replace(" ", "").lower() in {word.lower() for word in words}
