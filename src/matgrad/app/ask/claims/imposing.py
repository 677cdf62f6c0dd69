"""What becomes of a claim that is not right by itself with what else the text says of its matrices.

Equations are used from left to right; if that does not decide, the claim is compared at points at
which they hold. Of a property without an equation some members are known: a claim that fails for
them is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.claims.bounds import Bound, bounds_of
from matgrad.app.ask.claims.defined_parts import as_defined
from matgrad.app.ask.claims.evaluated import claim_at, is_unreadable, readable, valued
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.properties import members_of
from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.problem.constraints import constrained, with_symbols
from matgrad.app.ask.problem.function import declarations
from matgrad.app.ask.problem.given import about, rules_of, sides_of, using
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.judge.steps import placed
from matgrad.core.expr import Expr, make
from matgrad.core.facts import close
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.errors import MatgradError
from matgrad.ops import eye, hadamard, ones, transpose
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import (
    LAYOUT,
    UNDECIDED,
    Case,
    ClaimReport,
    check_claim,
    check_where,
    where,
)
from matgrad.verify.lines import WRONG
from matgrad.verify.solutions import ENOUGH, equations

RIGHT_IF = "the claim is right if {} is {}, but not in general"
POSITIVE = "it is right where {} are positive, but not in general"
UNREAD = "the point at which it is claimed was not read"
FEW = 2  # points that show under which further condition a wrong claim would be right
Unknown = Sequence[tuple[str, str]]  # names, and what is said of them without an equation


def with_given(
    subject: Subject, variable: str, claimed: Expr, true: Expr, segment: int
) -> ClaimReport | None:
    """The verdict with the equations and properties of the text; None if it says none."""
    if held := as_defined(subject, variable, claimed, true):
        return held
    is_there = subject.problem.symbols[variable] not in symbols(claimed)
    if is_there and is_unreadable(subject.found, subject.problem):
        return ClaimReport(UNDECIDED, UNREAD)
    there: ClaimReport | None = None
    if claimed.shape == true.shape:
        verdict = constrained(subject.found, subject.problem, variable, claimed, true)
        there = verdict or claim_at(subject.found, subject.problem, variable, claimed, true)
        if there is not None and (verdict or there.right):
            return there
    if there is not None:
        true = valued(true, readable(subject.found, subject.problem))
    given = _given(subject, variable, claimed, true, segment) or there
    return given or _of_positive(subject, variable, claimed, true)


def _given(
    subject: Subject, variable: str, claimed: Expr, true: Expr, segment: int
) -> ClaimReport | None:
    """The same without constraints and points."""
    found, known = subject.found, subject.problem.symbols
    inside = {x.name: x for x in symbols(claimed, true)}
    names = replace(subject.names, known={**inside, **subject.names.known})
    given = about(found, names, segment)
    given += [_turned(x) for x in inside.values() if x.name not in known and _is_turned(found, x)]
    parts = {d.symbol.name for d in subject.problem.definitions} | {*known}
    unknown = [pair for pair in found.said.unknown if pair[0] in parts]
    bounds = bounds_of(found, subject.names, segment)
    is_turned = claimed.shape != true.shape
    if not (given or unknown or bounds) or (is_turned and claimed.shape != true.shape.transposed):
        return None
    claimed = transpose(claimed) if is_turned else claimed
    inside = tuple(bounds.values())
    case = Case(subject.problem, known[variable], claimed, true, inside=inside)
    result, words = _decided(case, found, (*given, *bounds), unknown, names)
    if result.status != UNDECIDED:
        found.used |= {each.latex for each in bounds} | {each.shown for each in given}
    if result.right:
        return ClaimReport(LAYOUT if is_turned else result.status, words)
    return ClaimReport(result.status, words, result.counterexample)


def _of_positive(subject: Subject, variable: str, claimed: Expr, true: Expr) -> ClaimReport | None:
    """Roots of numbers that were taken apart as if these were positive: π/√(Lg) of 2π√(L/g)."""
    inside = symbols(claimed, true)
    is_bound = _needs_positive(claimed) and _needs_positive(true)
    if not is_bound or not all(x.is_scalar for x in inside):
        return None
    x = subject.problem.symbols[variable]
    case = Case(subject.problem, x, claimed, true, inside=tuple(inside))
    if not _checked(case).right:
        return None
    return ClaimReport(UNDECIDED, POSITIVE.format(" and ".join(plain_name(x.name) for x in inside)))


def _needs_positive(value: Expr) -> bool:
    """Does an operator in it need something positive, as a root or a logarithm does?"""
    needed = (each for x in postorder(value) if x.op.conditions for each in x.op.conditions(x))
    return any(each.predicate == "positive" for each in needed)


def _is_turned(found: Understood, x: Expr) -> bool:
    """Is a letter for a point called orthogonal, and may it have more rows than columns?"""
    return "orthogonal" in found.said.facts.get(x.name, ()) and not x.shape.is_square


def _turned(x: Expr) -> Given:
    return Given(f"{latex_name(x.name)}^T{latex_name(x.name)}", "I")


def step_with_given(
    found: Understood, problem: Problem, wrt: Sequence[Expr], names: Names, step: tuple[Expr, Expr]
) -> ClaimReport | None:
    """A step of a derivation that is wrong by itself, where the equations of the text hold."""
    given = about(found, names)
    sides = sides_of(given, names)
    if not given or len(sides) < len(given):
        return ClaimReport(UNDECIDED) if given else None
    shown = " and ".join(dict.fromkeys(each.shown for each in given))
    place, ((before, after), *pairs) = placed(
        problem, wrt, names.definitions, [step, *sides.values()]
    )
    there = equations([left - right for left, right in pairs])
    found_there = where(place, there, after, before)
    return replace(found_there, slip=f"with {shown}")


def _decided(
    case: Case, found: Understood, said: Sequence[Given | Bound], unknown: Unknown, names: Names
) -> tuple[ClaimReport, str]:
    """What was found, and the words for it."""
    shown = " and ".join(dict.fromkeys(each.shown for each in said))
    given = [each for each in said if isinstance(each, Given)]
    kinds = " and ".join(dict.fromkeys(words for _, words in unknown))
    sides = sides_of(given, names)
    rules = rules_of(sides)
    result = check_claim(
        case.problem, case.wrt, using(case.claim, rules), using(case.result, rules)
    )
    if result.right:
        return result, f"with {' and '.join(filter(None, (shown, kinds)))}"
    pairs = [*sides.values()] if len(sides) == len(given) else None
    there = None if pairs is None else _there(case, pairs, unknown, names)
    at = ClaimReport(UNDECIDED) if there is None else _checked(there)
    if there is not None and at.status == WRONG:
        return _refuted(there, at, result.slip, found, (shown, kinds))
    if at.right and not unknown:
        return at, f"with {shown}, at points that obey it"
    if at.slip and not unknown:
        return at, f"with {shown}, {at.slip}"
    rest = "with it this was not decided" if sides or case.inside else "which was not used"
    if said:
        return ClaimReport(UNDECIDED), f"it is not right without {shown}, {rest}"
    return ClaimReport(UNDECIDED), f"it is not right in general, and that {kinds} was not used"


def _there(
    case: Case, pairs: Sequence[tuple[Expr, Expr]], unknown: Unknown, names: Names
) -> Case | None:
    """The case where all equations hold, and matrices are among the known ones of their kind."""
    zero = [*case.zero, *(left - right for left, right in pairs)]
    for name, words in unknown:
        members = members_of(name, words)
        known = sides_of(members, names)
        if not members or len(known) < len(members):
            return None
        zero += [left - right for left, right in known.values()]
    return _freed(replace(case, zero=tuple(zero)))


def _freed(case: Case) -> Case:
    """The case without the assumption on rows of which equations say that they are one-hot.

    What obeys it is kept as it is drawn, and almost never has the entries 0 and 1 alone.
    """
    squared = {simplify(each) for each in case.zero}
    rows = [X for X in symbols(*case.zero) if "simplex_rows" in X.data.facts]
    rows = [X for X in rows if simplify(hadamard(X, X) - X) in squared]
    if not rows:
        return case
    free = [X.data._replace(facts=X.data.facts - {"simplex_rows"}) for X in rows]
    new = {X: make(X.op, (), data) for X, data in zip(rows, free, strict=True)}
    zero = [substitute(each, new) for each in case.zero]
    zero += [X @ ones(X.shape.cols) - ones(X.shape.rows) for X in new.values()]
    inside = tuple(substitute(each, new) for each in case.inside)
    wrt, claim, result = (substitute(x, new) for x in (case.wrt, case.claim, case.result))
    problem = with_symbols(case.problem, new)
    return Case(problem, wrt, claim, result, tuple(zero), inside, case.general)


def _checked(case: Case, enough: int = ENOUGH) -> ClaimReport:
    try:
        return check_where(case, enough=enough)
    except (MatgradError, Undecided):
        return ClaimReport(UNDECIDED)


def _refuted(
    case: Case, at: ClaimReport, slip: str, found: Understood, said: tuple[str, str]
) -> tuple[ClaimReport, str]:
    """Why a claim is wrong in spite of what the text says, or what it leaves open."""
    for X, residual, words in _suppositions(case):
        zero = (*case.zero, residual)
        if _checked(replace(case, zero=zero), FEW).right:
            slip = RIGHT_IF.format(plain_name(X.name), words)
            if words == "square" and X.name not in {d.name for d in declarations(found)}:
                return ClaimReport(UNDECIDED), f"with {said[0]}, {slip}"
            break
    also = [f"with {said[0]}" if said[0] else "", f"if {said[1]}" if said[1] else ""]
    words = " and ".join(filter(None, also))
    return at, "; ".join(filter(None, (f"also {words}", slip)))


def _suppositions(case: Case) -> Iterator[tuple[Expr, Expr, str]]:
    """What people forget to say of a matrix: an expression that vanishes then, and the word."""
    for X in symbols(*case.zero):
        if X.shape.is_square and not X.is_scalar and "symmetric" not in close(X.data.facts):
            yield X, X - transpose(X), "symmetric"
        elif not X.shape.is_square and not X.shape.is_vector:
            yield X, X @ transpose(X) - eye(X.shape.rows), "square"
