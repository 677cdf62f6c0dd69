"""`mg.check`: is a formula the derivative, and is a derivation of several lines right?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple, cast

from matgrad.app import api
from matgrad.app.api import Assumptions, Shapes, Wrt
from matgrad.app.claim_parts import with_named_parts
from matgrad.app.derivation import Derivation
from matgrad.app.limits import bounded
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import postorder, substitute
from matgrad.derive.layout import arrange
from matgrad.errors import ParseError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import Function, differential_symbol, functions_of, symbol_op
from matgrad.render.glyphs import plain_shape
from matgrad.render.labels import acts_on_vec, is_map
from matgrad.render.plain import plain
from matgrad.syntax import Limits, Repair, parse_expression, repairs
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import LAYOUT, ClaimReport, check_claim, explain_step
from matgrad.verify.lines import EXACT, REAL, WRONG, equality, field_verdicts, report
from matgrad.verify.point import Setting, setting
from matgrad.verify.reals import compared
from matgrad.verify.shrink import shrinking_of

GRADIENT, JACOBIAN, HESSIAN = "gradient", "jacobian", "hessian"
KINDS: dict[str, Callable[[Problem, Wrt], Derivation]] = {
    GRADIENT: api.gradient,
    JACOBIAN: api.jacobian,
    HESSIAN: api.hessian,
}
REPAIRS = 40  # formulas near a claim that are compared
TIMES = "times the right answer"
MISFIT = "the shapes do not fit"
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
    'step 2 is the first that is wrong'
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


def judge(d: Derivation, claim: str, reading: Reading = PLAIN) -> ClaimReport:
    """Compare a claim, of one line or several, with the derivative that it is about."""
    lines = claimed_lines(claim)
    problem = d.trace.origin.problem
    if len(lines) > 1 and is_differential_of(problem, lines[0]):
        return check_differential(problem, d.trace.wrt, lines[1:], reading)
    if len(lines) > 1 and reading.label.fullmatch(lines[0]):
        lines = lines[1:]
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


def claimed_lines(claim: str) -> list[str]:
    """What stands between the equals signs, brackets aside."""
    if not isinstance(cast("object", claim), str):
        raise ParseError(f"a claim is a formula, not {claim!r}", hint="2*A*x, in quotes")
    parts, depth = [""], 0
    for char in claim:
        depth += (char in "([{") - (char in ")]}")
        if char == "=" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    lines = [part.strip() for part in parts]
    found = [line for i, line in enumerate(lines) if line or i]
    if not all(found) or not found:
        raise ParseError(
            "a side of an equals sign is missing", (len(claim), len(claim)), None, claim
        )
    return found


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
        if claimed is None or (found.status == WRONG and not fits(claimed, true)):
            others = reading.near(line, known, named_in(problem))
            near = nearest(problem, X, true, others, closed)
            found = replace(found, slip="; ".join(filter(None, (found.slip, near))))
        if not found.right:
            words = f"step {number} is the first that is wrong" if len(lines) > 1 else ""
            slip = ": ".join(part for part in (words, found.slip) if part)
            return replace(found, slip=slip)
    return found


def fits(claimed: Expr, true: Expr) -> bool:
    """Has a claim the shape of the derivative, perhaps in the other layout?"""
    return claimed.shape in (true.shape, true.shape.transposed)


def nearest(
    problem: Problem, X: Expr, true: Expr, others: Iterable[Repair], closed: Mapping[Expr, Expr]
) -> str:
    """The slip that makes a claim of another one that is right; what fits no shape has one."""
    almost: list[str] = []
    for each in islice(others, REPAIRS):
        claimed = substitute(each.formula, dict(closed))
        if not fits(claimed, true):
            continue
        found = check_claim(problem, X, claimed, true)
        if found.right and found.status != LAYOUT:
            return f"{each.words}: {plain(each.formula)} would be right"
        if found.right:
            almost.insert(0, f"{each.words}: {plain(each.formula)} would be {LAYOUT}")
        elif found.slip.endswith(TIMES):
            factor = found.slip.replace("the claim", plain(each.formula), 1)
            almost.append(f"{each.words}, and {factor}")
    return next(iter(almost), "")


def check_differential(
    problem: Problem, wrt: Sequence[Expr], lines: Sequence[str], reading: Reading = PLAIN
) -> ClaimReport:
    """Each line must equal the differential; the first that does not is named."""
    known = names_of(problem)
    moved = {f"d{name}": differential_symbol(x) for name, x in known.items()}
    start = differential_symbol(make(symbol_op, (), Symbol(problem.name, problem.function.shape)))
    functions = named_in(problem)
    formulas, parts = [start], list[Definition]()
    for number, line in enumerate(lines, 1):
        try:
            names = {**known, **{d.symbol.name: d.symbol for d in parts}}
            shown, new = with_named_parts(
                line, lambda text: reading.formula(text, known, functions), names, reading.part
            )
            moved |= {f"d{d.symbol.name}": differential_symbol(d.symbol) for d in new}
            parts += new
            formulas.append(reading.formula(shown, {**moved, **known}, functions))
        except ShapeError as error:
            return ClaimReport(WRONG, f"in step {number} {MISFIT}: {error.message}")
    for number, (before, after) in enumerate(pairwise(formulas), 1):
        if before.shape != after.shape:
            return ClaimReport(
                WRONG, f"step {number} changes the shape to {plain_shape(after.shape)}"
            )
    try:
        statuses = step_statuses(problem, wrt, parts, list(pairwise(formulas)))
    except Undecided as reason:
        return ClaimReport("undecided", str(reason))
    for number, (status, step) in enumerate(zip(statuses, pairwise(formulas), strict=True), 1):
        if status == WRONG:
            found = explained(problem, wrt, parts, step)
            words = f"step {number} is the first that is wrong"
            return replace(found, slip=": ".join(part for part in (words, found.slip) if part))
        if status not in (EXACT, REAL):
            return ClaimReport("undecided", f"step {number} could not be decided")
    return ClaimReport("right")


def step_statuses(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    pairs: Sequence[tuple[Expr, Expr]],
) -> Sequence[str]:
    """Whether the two sides of each step are equal: exact, real, wrong or undecided."""
    place, small = placed(problem, wrt, definitions, pairs)
    wanted = [equality(f"step {i}", a, b) for i, (a, b) in enumerate(small)]
    statuses = report(place, wanted, field_verdicts(place, wanted, 1), 1).statuses
    return [
        WRONG if status in (EXACT, REAL) and compared(place, b, a, 1).differ else status
        for status, (a, b) in zip(statuses, small, strict=True)
    ]


def explained(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    step: tuple[Expr, Expr],
) -> ClaimReport:
    """Why a step is wrong."""
    place, ((before, after),) = placed(problem, wrt, definitions, [step])
    return explain_step(place, before, after)


def placed(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Sequence[Definition],
    pairs: Sequence[tuple[Expr, Expr]],
) -> tuple[Setting, list[tuple[Expr, Expr]]]:
    """Where steps are compared, and the steps at sizes that are small enough."""
    small = shrinking_of(problem, wrt)
    names = [replace(d, symbol=small(d.symbol), value=small(d.value)) for d in definitions]
    steps = [(small(before), small(after)) for before, after in pairs]
    roots = [root for step in steps for root in step]
    return setting(small.problem(problem), [small(X) for X in wrt], names, roots), steps
