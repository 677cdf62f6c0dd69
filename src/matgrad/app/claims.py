"""`mg.check`: is a formula the derivative, and is a derivation of several lines right?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.app import api
from matgrad.app.api import Assumptions, Shapes, Wrt
from matgrad.app.claim_near import fits, nearest, nearest_step
from matgrad.app.claim_parts import with_named_parts
from matgrad.app.claim_statements import check_label, moved_in, name_in, statements
from matgrad.app.claim_steps import judge_steps
from matgrad.app.derivation import Derivation
from matgrad.app.limits import bounded
from matgrad.core.expr import Expr, Symbol, is_differential, make
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.derive.layout import arrange
from matgrad.errors import MatgradError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import Function, differential_symbol, functions_of, symbol, symbol_op
from matgrad.render.labels import acts_on_vec, is_map
from matgrad.syntax import Limits, Repair, parse_expression, repairs
from matgrad.verify.claim import LAYOUT, ClaimReport, check_claim
from matgrad.verify.lines import WRONG

GRADIENT, JACOBIAN, HESSIAN = "gradient", "jacobian", "hessian"
KINDS: dict[str, Callable[[Problem, Wrt], Derivation]] = {
    GRADIENT: api.gradient,
    JACOBIAN: api.jacobian,
    HESSIAN: api.hessian,
}
MISFIT = "the shapes do not fit"
NO_CLAIM = "no line says what the derivative is"
ROW_ORDER = "it is right if vec takes the entries row by row"
_LABEL = re.compile(r"(?:grad(?:ient)?|∇|d\w+\s*/\s*d|∂\w+\s*/\s*∂)\s*\w*")
Functions = Mapping[str, Function | None]


class Reading(NamedTuple):
    """How the formulas of a claim are read, and those that are one slip away."""

    formula: Callable[[str, Mapping[str, Expr], Functions], Expr]
    near: Callable[[str, Mapping[str, Expr], Functions], Iterator[Repair]]
    label: re.Pattern[str]  # what a claim may begin with
    part: str = "dq1"  # how the differential of a part is written that is called q1


PLAIN = Reading(parse_expression, repairs, _LABEL)


@bounded
def check(  # noqa: PLR0913
    f: Problem | str,
    wrt: str,
    claim: str,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    kind: str = "",
    limits: Limits | None = None,
) -> ClaimReport:
    """Is this formula the derivative? In several lines each = is a step; the first wrong is named.

    `kind` is gradient, jacobian or hessian; without it, a gradient if the function is scalar.

    >>> check("norm2(A*x - b)^2", "x", "2*A'*(A*x - b) = 2*A'*A*x - A'*b").slip
    'step 2 is the first that is wrong: the term −Aᵀb should be 2 times as large'
    >>> check("sin(A*x)", "x", "A'*Diag(cos(A*x))").status
    'right up to layout'
    """
    return judge(claimed_about(f, wrt, shapes, assume, kind=kind, limits=limits), claim)


@bounded
def claimed_about(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    kind: str = "",
    limits: Limits | None = None,
) -> Derivation:
    """The true derivative that a claim is compared with, by one variable."""
    problem = api.problem_of(f, shapes, assume, limits, scalar=kind != JACOBIAN)
    chosen = kind or (GRADIENT if problem.function.is_scalar else JACOBIAN)
    if chosen not in KINDS:
        raise UnknownNameError(f"a claim about a {chosen}", hint="kinds: " + ", ".join(KINDS))
    d = KINDS[chosen](problem, wrt)
    if len(d.answers) > 1:
        raise UnknownNameError(
            "a claim is about one variable", hint="variables: " + ", ".join(d.answers)
        )
    return d


def judge(
    d: Derivation, claim: str, reading: Reading = PLAIN, also: Sequence[Definition] = ()
) -> ClaimReport:
    """Compare a claim, of one line or several, with the derivative that it is about.

    Lines that give a name to a part are used by those that follow; the first wrong line is named.
    So are names that were given before (`also`).
    """
    lines = statements(claim)
    problem, found = d.trace.origin.problem, ClaimReport("undecided", NO_CLAIM)
    new = [each for each in also if each.symbol.name not in names_of(problem)]
    problem = replace(problem, definitions=(*problem.definitions, *new))
    for line in lines:
        is_last = line is lines[-1]
        part = None if is_last else named_part(problem, line.sides, reading)
        if part is not None:
            problem = replace(problem, definitions=(*problem.definitions, part))
            continue
        about, is_claim = judge_line(d, problem, line.sides, reading, is_last)
        if not about.right and len(lines) > 1:
            return replace(about, slip=f"line {line.number}" + f": {about.slip}" * bool(about.slip))
        found = about if is_claim else found
    return found


def named_part(problem: Problem, sides: Sequence[str], reading: Reading) -> Definition | None:
    """The part that a line gives a new name to."""
    known, name = names_of(problem), name_in(sides[0])
    taken = {*known, problem.name}
    is_label = name in taken or moved_in(name) in taken or reading.label.fullmatch(name)
    if len(sides) != 2 or not name or is_label:
        return None
    value = reading.formula(sides[1], known, named_in(problem))
    return Definition(symbol(name, *value.shape), value)


def judge_line(
    d: Derivation, problem: Problem, sides: Sequence[str], reading: Reading, is_last: bool
) -> tuple[ClaimReport, bool]:
    """What is found about one line, and whether it is about the derivative of the function."""
    label, others = sides[0], sides[1:]
    if others:
        check_label(label, d.trace.kind, [x.name for x in d.trace.wrt], names_of(problem))
    if not others or reading.label.fullmatch(label):
        return judge_sides(d, problem, others or sides, reading), True
    if is_differential_of(problem, label):
        return check_differential(problem, d.trace.wrt, others, reading), True
    if (moved := moved_formula(problem, label, reading)) is not None:
        own = judge_steps(problem, d.trace.wrt, (), [moved, problem.function])
        lines = [f"d({moved_in(label)})", *others]
        return check_differential(problem, d.trace.wrt, lines, reading, False), own.right
    name = name_in(label)
    values = {**names_of(problem), problem.name: problem.function}
    if name in values and (not is_last or name == problem.name):
        read = [reading.formula(x, names_of(problem), named_in(problem)) for x in others]
        return judge_steps(problem, d.trace.wrt, (), [values[name], *read]), False
    is_new = bool(name) and name not in names_of(problem)  # g = 2*A*x
    return judge_sides(d, problem, others if is_new else sides, reading), True


def moved_formula(problem: Problem, label: str, reading: Reading) -> Expr | None:
    """The formula whose differential stands on the left of a line."""
    known = names_of(problem)
    try:
        text = moved_in(label) if label not in known else ""
        return reading.formula(text, known, named_in(problem)) if text else None
    except MatgradError:
        return None


def judge_sides(
    d: Derivation, problem: Problem, lines: Sequence[str], reading: Reading
) -> ClaimReport:
    """Compare formulas, each of which is claimed to be the derivative."""
    if is_map(d.result):
        raise UnsupportedError(
            "this derivative is a map dX ↦ dF without a matrix",
            hint="check its differential, df = …",
        )
    found = check_lines_of(problem, d.trace.wrt[0], d.result, lines, reading)
    if found.right or d.kind == GRADIENT or not acts_on_vec(d.trace, d.trace.wrt[0].name):
        return found
    rows = arrange(d.trace, "rows", "numerator").arranged[d.trace.wrt[0].name]
    other = check_lines_of(problem, d.trace.wrt[0], rows, lines, reading)
    words = "; ".join(word for word in (other.slip, ROW_ORDER) if word)
    return replace(other, status=LAYOUT, slip=words) if other.right else found


def is_differential_of(problem: Problem, label: str) -> bool:
    """Is this df, or dF of a function f where nothing else is called F?"""
    label = label.replace(" ", "")
    is_other = label[1:] in names_of(problem)
    return label == f"d{problem.name}" or (
        label.lower() == f"d{problem.name.lower()}" and label.startswith("d") and not is_other
    )


def names_of(problem: Problem) -> dict[str, Expr]:
    """The variables of a problem and its intermediates."""
    return {**problem.symbols, **{d.symbol.name: d.symbol for d in problem.definitions}}


def named_in(problem: Problem) -> dict[str, Function | None]:
    """The functions that are only named in a problem; claims use them and their derivatives."""
    roots = [problem.function, *(d.value for d in problem.definitions)]
    return functions_of(postorder(*roots))


def check_lines_of(
    problem: Problem, X: Expr, true: Expr, lines: Sequence[str], reading: Reading = PLAIN
) -> ClaimReport:
    """Each line must be the derivative; the first that is not is named."""
    known = names_of(problem)
    closed: dict[Expr, Expr] = {}
    for each in problem.definitions:
        closed[each.symbol] = substitute(each.value, closed)
    found = ClaimReport("right")
    for number, line in enumerate(lines, 1):
        try:
            claimed = substitute(reading.formula(line, known, named_in(problem)), closed)
            found = check_claim(problem, X, claimed, true)
        except ShapeError as error:
            claimed, found = None, ClaimReport(WRONG, f"{MISFIT}: {error.message}")
        if claimed is None or (found.status == WRONG and not (found.slip and fits(claimed, true))):
            others = reading.near(line, known, named_in(problem))
            near = nearest(problem, X, true, others, closed)
            found = replace(found, slip="; ".join(filter(None, (found.slip, near))))
        if not found.right:
            words = f"step {number} is the first that is wrong" if len(lines) > 1 else ""
            slip = ": ".join(part for part in (words, found.slip) if part)
            return replace(found, slip=slip)
    return found


def check_differential(
    problem: Problem,
    wrt: Sequence[Expr],
    lines: Sequence[str],
    reading: Reading = PLAIN,
    is_whole: bool = True,
) -> ClaimReport:
    """Each line must equal the differential of the function, or the line before it."""
    known = names_of(problem)
    moved = {f"d{name}": differential_symbol(x) for name, x in known.items()}
    start = differential_symbol(make(symbol_op, (), Symbol(problem.name, problem.function.shape)))
    functions = named_in(problem)
    formulas, parts = [start] if is_whole else [], list[Definition]()
    for number, line in enumerate(lines, int(is_whole)):
        shown = line
        try:
            names = {**known, **{d.symbol.name: d.symbol for d in parts}}
            shown, new = with_named_parts(
                line, lambda text: reading.formula(text, known, functions), names, reading.part
            )
            moved |= {f"d{d.symbol.name}": differential_symbol(d.symbol) for d in new}
            parts += new
            formulas.append(reading.formula(shown, {**moved, **known}, functions))
        except ShapeError as error:
            words = f"in step {number} {MISFIT}: {error.message}"
            others = reading.near(shown, {**moved, **known}, functions)
            near = nearest_step(problem, wrt, parts, formulas[-1:], others)
            return ClaimReport(WRONG, "; ".join(filter(None, (words, near))))
    if not is_whole and not any(map(is_differential, symbols(*formulas[1:]))):
        raise UnsupportedError(f"there is no differential in {lines[1]}", hint="df/dx = …")
    return judge_steps(problem, wrt, parts, formulas)
