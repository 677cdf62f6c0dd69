"""`/api/check`: is this formula right?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.app.claims import check_differential, check_gradients, claimed_lines, names_of
from matgrad.app.derivation import Derivation
from matgrad.app.server.tasks.answers import derived
from matgrad.app.server.tasks.given import Request, looks_like_latex, read
from matgrad.app.server.tasks.shown import Data
from matgrad.core.expr import Expr
from matgrad.errors import (
    LimitError,
    MatgradError,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.render import latex
from matgrad.render.labels import derivative_label, is_map
from matgrad.syntax import Limits, parse_expression, parse_latex_expression
from matgrad.verify.claim import ClaimReport

ABOUT = "claim"


def check(request: Request) -> Data:
    """Judge a claimed derivative; if it is wrong, with small numbers that show it."""
    given = read(request)
    d = derived(replace(given, wrt=given.wrt[:1]), request)
    name, result = next(iter(d.results.items()))
    if is_map(result):
        raise UnsupportedError("a claim is compared with a formula, and this answer is a map")
    claim: str = request["claim"]
    try:
        Limits().check("bytes", len(claim.encode("utf-8", "surrogatepass")))
        lines, shown = _lines(d, claim)
        report = _judged(d, lines)
    except MatgradError as error:
        error.field = ABOUT  # pyright: ignore[reportAttributeAccessIssue]
        raise
    found = report.counterexample
    return {
        "ok": True,
        "right": report.right,
        "status": report.status,
        "slip": report.slip,
        "claim_latex": shown,
        "answer": str(result),
        "answer_latex": latex(result),
        "wrt": name,
        "label": derivative_label(d.trace, name).latex,
        "counterexample": None if found is None else dict(vars(found)),
        "error": None,
    }


def _judged(d: Derivation, lines: Sequence[str]) -> ClaimReport:
    problem = d.trace.problem
    if len(lines) > 1 and lines[0].replace(" ", "") == f"d{problem.name}":
        return check_differential(problem, d.trace.wrt, lines[1:])
    return check_gradients(problem, d.trace.wrt[0], d.result, lines)


def _lines(d: Derivation, claim: str) -> tuple[list[str], str]:
    """The sides of the equals signs as text, and the claim in LaTeX as our printer writes it."""
    lines = claimed_lines(claim)
    if len(lines) > 1 and _is_label(lines[0], d):
        lines = lines[1:]
    known = names_of(d.trace.problem)
    if lines[0].replace(" ", "") == f"d{d.trace.problem.name}":
        return lines, ""
    formulas = [_formula(line, known) for line in lines]
    if any(each.size > 20_000 for each in formulas):
        raise LimitError("the claim is too long to compare")
    if not formulas:
        raise UnknownNameError("the claim is missing")
    return [str(each) for each in formulas], " = ".join(latex(each) for each in formulas)


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
    name = d.trace.problem.name
    words = {"grad", "gradient", "∇", f"∇{name}", f"grad {name}"}
    words |= {f"{d_}{name}/{d_}{X.name}" for X in d.trace.wrt for d_ in ("d", "∂")}
    return line.strip() in words
