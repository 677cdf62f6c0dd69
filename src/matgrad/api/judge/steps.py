"""The steps of a derivation that someone claims, compared at points; also in differentials.

Of d(A*x - b) in a line it is said dq1, and q1 = A*x - b.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from matgrad.api.judge.near import MISFIT, REPAIRS
from matgrad.api.judge.truth import named_in, names_of
from matgrad.core.expr import Expr, Symbol, is_differential, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import symbols
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import differential_symbol, symbol, symbol_op
from matgrad.render.glyphs import plain_shape
from matgrad.render.plain import plain
from matgrad.syntax import Meaning, Repair, near_formulas, read_formula, tokens_in
from matgrad.syntax.formula import LATEX, spelling_of
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import ClaimReport, explain_step
from matgrad.verify.lines import EXACT, REAL, WRONG, equality, field_verdicts, report
from matgrad.verify.point import Setting, setting
from matgrad.verify.reals import compared
from matgrad.verify.shrink import shrinking_of


def judge_steps(
    problem: Problem, wrt: Sequence[Expr], parts: Sequence[Definition], formulas: Sequence[Expr]
) -> ClaimReport:
    """Each formula must equal the one before it; the first that does not is named."""
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


# ---------------------------------------------------------------- differentials

MOST = 20  # differentials of formulas in one claim
CLOSE = 1  # readings that cost as much more than the likeliest one may be meant as well


def likely(meanings: Iterable[Meaning], shapes: Sequence[Shape]) -> tuple[list[Meaning], ...]:
    """The readings that may be meant, and the others that have one of these shapes."""
    known = list(meanings)
    fitting = [each for each in known if each.value.shape in shapes] or known[:1]
    least = min(each.cost for each in fitting)
    close = [each for each in fitting if each.cost <= least + CLOSE]
    return close, [each for each in fitting if each not in close]


def check_differential(
    problem: Problem, wrt: Sequence[Expr], lines: Sequence[str], is_whole: bool = True
) -> ClaimReport:
    """Each line must equal the differential of the function, or the line before it."""
    known, functions = names_of(problem), named_in(problem)
    applied = [each.symbol.name for each in problem.definitions]  # c(b) is c
    moved = {f"d{name}": differential_symbol(x) for name, x in known.items()}
    start = differential_symbol(make(symbol_op, (), Symbol(problem.name, problem.function.shape)))
    formulas, parts = [start] if is_whole else [], list[Definition]()
    for number, line in enumerate(lines, int(is_whole)):
        shown, names = line, {**moved, **known}
        try:
            shown, new = with_named_parts(problem, parts, line)
            moved |= {f"d{d.symbol.name}": differential_symbol(d.symbol) for d in new}
            parts += new
            names = {**moved, **known}
            shape = formulas[-1].shape if formulas else None
            read = read_formula(shown, names, functions, shape=shape, applied=applied)
        except ShapeError as error:
            words = f"in step {number} {MISFIT}: {error.message}"
            others = near_formulas(shown, names, functions)
            near = nearest_step(problem, wrt, parts, formulas[-1:], others)
            return ClaimReport(WRONG, "; ".join(filter(None, (words, near))))
        formulas.append(_chosen(problem, wrt, parts, formulas[-1:], read))
    if not is_whole and not any(map(is_differential, symbols(*formulas[1:]))):
        raise UnsupportedError(f"there is no differential in {lines[1]}", hint="df/dx = …")
    return judge_steps(problem, wrt, parts, formulas)


def _chosen(
    problem: Problem, wrt: Sequence[Expr], parts: Sequence[Definition], before: Sequence[Expr],
    meanings: Sequence[Meaning],
) -> Expr:  # fmt: skip
    """The reading that follows from the line before, if there are several."""
    close, _ = likely(meanings, [each.shape for each in before] or [meanings[0].value.shape])
    ways = [each.value for each in close]
    follow = (e for e in ways if judge_steps(problem, wrt, parts, [*before, e]).right)
    return next(follow, ways[0]) if len(ways) > 1 else ways[0]


def nearest_step(
    problem: Problem,
    wrt: Sequence[Expr],
    parts: Sequence[Definition],
    before: Sequence[Expr],
    others: Iterable[Repair],
) -> str:
    """The slip that makes a line with no shape of one that follows from the line before it."""
    for each in islice(others, REPAIRS if before else 0):
        is_alike = each.formula.shape == before[-1].shape
        if is_alike and judge_steps(problem, wrt, parts, [before[-1], each.formula]).right:
            return f"{each.words}: {plain(each.formula)} would be right"
    return ""


def with_named_parts(
    problem: Problem, parts: Sequence[Definition], line: str
) -> tuple[str, list[Definition]]:
    """The line with dq1 in the place of d(…), and what q1 is."""
    known: Mapping[str, Expr] = {**names_of(problem), **{d.symbol.name: d.symbol for d in parts}}
    named: list[Definition] = []
    for _ in range(MOST if "d" not in known else 0):
        place = _opened(line)
        if place is None:
            break
        start, opened, closed, end = place
        taken = {*known, *(d.symbol.name for d in named)}
        number = next(n for n in range(1, len(taken) + 2) if f"q{n}" not in taken)
        names = {**known, **{d.symbol.name: d.symbol for d in named}}
        value = read_formula(line[opened:closed], names, named_in(problem))[0].value
        named.append(Definition(symbol(f"q{number}", *value.shape), value))
        new = f" dq_{{{number}}} " if spelling_of(line) == LATEX else f" dq{number} "
        line = f"{line[:start]}{new}{line[end:]}"
    return line, named


def _opened(line: str) -> tuple[int, int, int, int] | None:
    """Where the first d(…) begins, where what it holds begins and ends, and where it ends."""
    tokens = tokens_in(line)
    for at, (token, following) in enumerate(pairwise(tokens), 1):
        if token.text == "d" and following.text in ("(", "["):
            depth = 0
            for other in tokens[at:]:
                depth += (other.text in ("(", "[")) - (other.text in (")", "]"))
                if not depth:
                    return token.start, following.end, other.start, other.end
    return None
