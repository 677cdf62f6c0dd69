"""Derivations that a text claims, df = … = …: each line against the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from matgrad.app.ask.claims.imposing import step_with_given
from matgrad.app.ask.claims.parts import with_named_parts
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.claims import explained, step_statuses
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.ops import differential_symbol, symbol_op
from matgrad.syntax import parse_latex_expression
from matgrad.syntax.latex_bindings import MOST
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import ClaimReport
from matgrad.verify.lines import EXACT, REAL, WRONG

NOT_READ = "not checked"
Line = tuple[int, Expr]  # its number, and what stands there


@dataclass(frozen=True)
class Verdict:
    """What was found about one claim."""

    latex: str  # the claim as it is written
    status: str
    words: str = ""
    report: ClaimReport | None = None
    line: int | None = None  # which = is the first that fails
    claim: Expr | None = None
    true: Expr | None = None

    @property
    def is_right(self) -> bool:
        """May it be called right?"""
        return self.status.startswith("right")

    @property
    def is_wrong(self) -> bool:
        """Is there a counterexample, or do the shapes not fit?"""
        return self.status == WRONG


def check_differential(
    found: Understood, problem: Problem, names: Names, claim: Claimed
) -> Verdict:
    """Df = … = …: each line against the one before it."""
    label = claim.label
    try:
        name = whole_name(claim.derivative.function) or _inline(found, names, claim)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    if name == problem.name:
        start = differential_symbol(make(symbol_op, (), Symbol(name, problem.function.shape)))
    elif name in names.known:
        start = differential_symbol(names.known[name])
    else:
        return Verdict(label, NOT_READ, f"{name} stands for nothing that is known")
    lines: list[tuple[int, Expr]] = [(0, start)]
    skipped: list[int] = []
    for number, value in enumerate(claim.values, 1):
        try:
            meant = with_named_parts(applied(value, found.meaning), found, names)
            known = names.with_differentials()
            lines.append((number, _fitting(meant, known, names, start.shape)))
        except ShapeError as error:
            before = check_lines(found, problem, names, label, lines, skipped)
            words = f"the shapes of step {number} do not fit: {error.message}"
            return before if before.is_wrong else Verdict(label, WRONG, words, line=number)
        except MatgradError:
            skipped.append(number)
    return check_lines(found, problem, names, label, lines, skipped)


def _fitting(latex: str, known: dict[str, Expr], names: Names, shape: Shape) -> Expr:
    """A line in the first way to read its products in which it has the shape of the first one."""
    made: list[Expr] = []
    errors: list[ShapeError] = []
    for binding in range(MOST):
        try:
            made.append(parse_latex_expression(latex, known, names.functions, binding=binding))
        except ShapeError as error:
            errors.append(error)
            continue
        except UnsupportedError:
            if binding == 0:
                raise
            break
        if made[-1].shape == shape:
            return made[-1]
    if not made:
        raise errors[0]
    return made[0]


def _inline(found: Understood, names: Names, claim: Claimed) -> str:
    """A name for the formula whose differential a claim gives."""
    meant = applied(claim.derivative.function, found.meaning)
    value = parse_latex_expression(meant, names.known, names.functions)
    value = substitute(value, names.closed)
    name = f"part{len(names.definitions)}"
    names.define(name, value)
    return name


def check_lines(  # noqa: PLR0913, PLR0917
    found: Understood, problem: Problem, names: Names, label: str,
    lines: Sequence[tuple[int, Expr]], skipped: Sequence[int],
) -> Verdict:  # fmt: skip
    """Each line against the one before it; the first that is wrong is named."""
    if len(lines) < 2:
        return Verdict(label, NOT_READ, "it could not be read")
    wrt = [problem.symbols[name] for name in found.variables]
    wrt += [
        x
        for name, x in problem.symbols.items()
        if name not in found.variables and _moves(name, lines)
    ]
    pairs = list(pairwise(lines))
    for (_, before), (number, after) in pairs:
        if before.shape != after.shape:
            words = f"step {number} changes the shape from {before.shape} to {after.shape}"
            return Verdict(label, WRONG, words, line=number)
    try:
        statuses = step_statuses(
            problem, wrt, names.definitions, [(before, after) for (_, before), (_, after) in pairs]
        )
    except Undecided as reason:
        return Verdict(label, NOT_READ, str(reason))
    shown = ""
    for status, ((_, before), (number, after)) in zip(statuses, pairs, strict=True):
        step = (before, after)
        held = step_with_given(found, problem, wrt, names, step) if status == WRONG else None
        if held is not None and held.right:
            shown = held.slip
        elif status == WRONG and (held is None or held.status == WRONG):
            why = explained(problem, wrt, names.definitions, step)
            words = f"step {number} is the first that is wrong"
            words = ": ".join(part for part in (words, why.slip) if part)
            return Verdict(label, WRONG, words, held or why, number)
        elif status not in (EXACT, REAL):
            return Verdict(label, "undecided", f"step {number} could not be decided")
    words = f"step {', '.join(map(str, skipped))} could not be read" if skipped else ""
    steps = f"all {len(pairs)} steps hold" if len(pairs) > 1 else ""
    return Verdict(label, "right", "; ".join(filter(None, (steps, shown, words))))


def _moves(name: str, lines: Sequence[tuple[int, Expr]]) -> bool:
    return any(f"d{name}" in str(e) for _, e in lines)
