"""`/api/check`: is this formula right?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from matgrad.app.claims import claimed_lines, judge, names_of
from matgrad.app.derivation import Derivation
from matgrad.app.server.tasks.answers import derived
from matgrad.app.server.tasks.given import Request, looks_like_latex, read
from matgrad.app.server.tasks.shown import Data
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError, ParseError
from matgrad.render import latex
from matgrad.render.labels import derivative_label
from matgrad.syntax import Limits, parse_expression, parse_latex_expression


def check(request: Request) -> Data:
    """Judge a claimed derivative; if it is wrong, with small numbers that show it."""
    given = read(request)
    d = derived(replace(given, wrt=given.wrt[:1]), request)
    claim: str = request["claim"]
    try:
        Limits().check("bytes", len(claim.encode("utf-8", "surrogatepass")))
        text, shown = _read(d, claim)
        report = judge(d, text)
    except MatgradError as error:
        error.field = "claim"  # pyright: ignore[reportAttributeAccessIssue]
        raise
    name, result = next(iter(d.answers.items()))
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


def _read(d: Derivation, claim: str) -> tuple[str, str]:
    """The claim in our own language, and in LaTeX as our printer writes it."""
    lines = claimed_lines(claim)
    problem = d.trace.origin.problem
    label = lines[0] if len(lines) > 1 and _is_label(lines[0], d) else ""
    if label.replace(" ", "") == f"d{problem.name}":
        return claim, ""  # its lines are in dX, dY
    known = names_of(problem)
    formulas = [_formula(line, known) for line in lines[bool(label) :]]
    return " = ".join(map(str, formulas)), " = ".join(map(latex, formulas))


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
