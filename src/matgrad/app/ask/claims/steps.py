"""Derivations that a text claims, df = … = …: each line against the one before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from matgrad.app.ask.claims.imposing import step_with_given
from matgrad.app.ask.claims.parts import with_named_parts
from matgrad.app.ask.formulas.claimed import Claimed, differentials_in
from matgrad.app.ask.formulas.entrywise import entrywise, with_products, with_raised
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.expressions import has_open_products, with_sizes
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.readings import NO_POWER
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.judge.steps import explained, step_statuses
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.notation import Spelling
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.ops import differential_symbol, symbol_op
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain
from matgrad.syntax import latex_repairs
from matgrad.syntax.latex_bindings import MOST
from matgrad.syntax.latex_problem import parse_latex_expression
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import UNDECIDED, ClaimReport
from matgrad.verify.lines import EXACT, REAL, WRONG

NOT_READ = "not checked"
FEW = 20  # lines near a wrong one that are compared
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
    segment: int = -1  # where it stands
    who: str = ""  # who says so, if it is not the one who asks
    sides: tuple[Spelling, Expr | Spelling] | None = None  # the claim, if it was no LaTeX

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
        start = _start(found, problem, names, claim)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    lines: list[tuple[int, Expr]] = [(0, start)]
    skipped: list[int] = []
    for number, value in enumerate(claim.values, 1):
        try:
            meant = with_named_parts(applied(value, found.meaning), found, names)
            known = names.with_differentials()
            lines.append((number, _read(meant, known, names, start.shape)))
        except ShapeError as error:
            before = Derived(found, problem, names, label, lines, skipped).check()
            misfit = f"the shapes of step {number} do not fit: {error.message}"
            near = _near(Derived(found, problem, names, label, lines[-1:]), number, value)
            words = "; ".join(filter(None, (misfit, near)))
            return before if before.is_wrong else Verdict(label, WRONG, words, line=number)
        except MatgradError:
            skipped.append(number)
    return Derived(found, problem, names, label, lines, skipped).check()


def _near(before: Derived, number: int, value: str) -> str:
    """The slip that makes a line whose shapes do not fit of one that follows from that before."""
    names = before.names
    try:
        meant = with_named_parts(applied(value, before.found.meaning), before.found, names)
        others = [*islice(latex_repairs(meant, names.with_differentials(), names.functions), FEW)]
    except MatgradError:
        return ""
    for each in others:
        lines = [*before.lines, (number, each.formula)]
        is_alike = each.formula.shape == before.lines[-1][1].shape
        if is_alike and replace(before, lines=lines).check().is_right:
            return f"{each.words}: {plain(each.formula)} would be right"
    return ""


def _start(found: Understood, problem: Problem, names: Names, claim: Claimed) -> Expr:
    """The differential of which a claim speaks."""
    name = whole_name(claim.derivative.function) or _inline(found, names, claim)
    if name == problem.name:
        return differential_symbol(make(symbol_op, (), Symbol(name, problem.function.shape)))
    if name in problem.symbols and not any(map(differentials_in, claim.values)):
        x = plain_name(name)  # in a program dW is ∂L/∂W
        raise UnsupportedError(f"d{x} is free here; write ∂{problem.name}/∂{x} = …")
    if name not in names.known:
        raise UnsupportedError(f"{name} stands for nothing that is known")
    return differential_symbol(names.known[name])


def _read(latex: str, known: dict[str, Expr], names: Names, shape: Shape) -> Expr:
    """A line, with powers and products of entries, or sizes of I, where it fits only so."""
    try:
        return _fitting(latex, known, names, shape)
    except ShapeError as error:
        raised = with_products(with_raised(latex), known)
        sized = with_sizes(latex, known.values()) if has_open_products(latex) else ()
        others = dict.fromkeys((raised, with_products(entrywise(latex), known), *sized))
        errors = [error]
        for other in others:
            try:
                return _fitting(other, known, names, shape)
            except ShapeError as told:
                errors.append(told)
        is_clearer = NO_POWER in error.message and NO_POWER not in errors[1].message
        raise errors[is_clearer] from None


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


@dataclass(frozen=True)
class Derived:
    """Lines of a text, each said to be equal to the one before it."""

    found: Understood
    problem: Problem
    names: Names
    label: str
    lines: Sequence[Line]
    skipped: Sequence[int] = ()  # steps that could not be read

    @property
    def wrt(self) -> list[Expr]:
        """What moves: the variables, and symbols whose differentials stand in the lines."""
        symbols, variables = self.problem.symbols, self.found.variables
        moving = [n for n in symbols if n not in variables and _moves(n, self.lines)]
        return [symbols[name] for name in (*variables, *moving) if name in symbols]

    def check(self) -> Verdict:
        """Each line against the one before it; the first that is wrong is named."""
        if len(self.lines) < 2:
            return Verdict(self.label, NOT_READ, "it could not be read")
        pairs = list(pairwise(self.lines))
        for (_, before), (number, after) in pairs:
            if before.shape != after.shape:
                words = f"step {number} changes the shape from {before.shape} to {after.shape}"
                return Verdict(self.label, WRONG, words, line=number)
        steps = [(before, after) for (_, before), (_, after) in pairs]
        try:
            statuses = step_statuses(self.problem, self.wrt, self.names.definitions, steps)
        except Undecided as reason:
            return Verdict(self.label, NOT_READ, str(reason))
        shown = ""
        for status, step, (_, (number, _)) in zip(statuses, steps, pairs, strict=True):
            verdict = self._step(number, step, status)
            if not verdict.is_right:
                return verdict
            shown = verdict.words or shown
        if self.skipped:
            unread = ", ".join(map(str, self.skipped))
            words = f"what was read holds, but step {unread} could not be read"
            return Verdict(self.label, UNDECIDED, "; ".join(filter(None, (words, shown))))
        count = f"all {len(pairs)} steps hold" if len(pairs) > 1 else ""
        return Verdict(self.label, "right", "; ".join(filter(None, (count, shown))))

    def _step(self, number: int, step: tuple[Expr, Expr], status: str) -> Verdict:
        """One step; one that is wrong by itself may hold with what else the text says."""
        problem, wrt, names = self.problem, self.wrt, self.names
        if status in (EXACT, REAL):
            return Verdict(self.label, "right")
        held = step_with_given(self.found, problem, wrt, names, step) if status == WRONG else None
        if held is not None and held.right:
            return Verdict(self.label, "right", held.slip)
        if status != WRONG or (held is not None and held.status != WRONG):
            return Verdict(self.label, "undecided", f"step {number} could not be decided")
        why = explained(problem, wrt, names.definitions, step)
        if len(self.lines) == 2 and not self.skipped:  # a formula, not a chain
            return Verdict(self.label, WRONG, why.slip, held or why)
        words = f"step {number} is the first that is wrong"
        words = ": ".join(part for part in (words, why.slip) if part)
        return Verdict(self.label, WRONG, words, held or why, number)


def _moves(name: str, lines: Sequence[tuple[int, Expr]]) -> bool:
    whole = re.compile(rf"(?<!\w)d{re.escape(name)}(?!\w)")  # not the dS of dSigma
    return any(whole.search(str(e)) for _, e in lines)
