"""Is a formula that someone claims right? If not: a small counterexample and the likely slip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from matgrad.core.expr import Expr, is_differential
from matgrad.core.facts import close
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.ops import symbol, transpose, vec
from matgrad.render.glyphs import plain_shape
from matgrad.render.plain import plain
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.cases import Case, shrunk
from matgrad.verify.counterexamples import counterexample, shown, within
from matgrad.verify.found import CONVENTION, LAYOUT, RIGHT, UNDECIDED, ClaimReport
from matgrad.verify.lines import (
    EXACT,
    REAL,
    WRONG,
    Comparison,
    equality,
    field_verdicts,
    report,
    result_comparison,
)
from matgrad.verify.point import Setting
from matgrad.verify.reals import compared, fine
from matgrad.verify.regions import OneSided, explored, has_pieces
from matgrad.verify.shrink import shrinking_of
from matgrad.verify.slips import find_missing_factor, find_slip, find_unseen
from matgrad.verify.solutions import BITS, ENOUGH, Equations, compared_where, equations
from matgrad.verify.unsaid import signs, unsaid, with_fact

RIGHT_IF = "the claim is right if {}, but not in general"
TURNED = "it is right in denominator layout: it is the transpose of what is given here"
STRUCTURES = (  # how a derivative by a structured matrix is applied to its directions
    ("free", "it gives the same differential for every direction the assumptions allow"),
    (
        "independent",
        "it holds the derivatives by the independent entries, here they are projected",
    ),
)
STILL = "{} is one of finitely many vectors and cannot move, so every formula is as good as another"
SLACK = "slack_"  # what is positive where an inequality holds
FEW_PAIRS = 3  # of matrices that may commute
_DIGIT = re.compile(r"[0-9½⅓⅔¼¾²³]")
NOWHERE = "the claim has no value at the points that were tried"
NOT_EVERYWHERE = "the claim has no value at some points where the derivative has one"


def check_claim(
    problem: Problem, wrt: Expr | None, claim: Expr, result: Expr, seed: int = 1
) -> ClaimReport:
    """Compare a claimed derivative with the true one, or without a variable two expressions.

    >>> from matgrad.ops import frobenius, symbol
    >>> x = symbol("x", "n")
    >>> check_claim(Problem(frobenius(x, x)), x, x, 2 * x).slip
    'the claim is 1/2 times the right answer'
    """
    given = Case(problem, wrt, claim, result)
    small = shrinking_of(problem, given.moving)
    found = _check(given, shrunk(given, small), seed)
    if wrt is None and found.status == WRONG and small.sizes:
        own = _check(given, given, seed)  # 10 may be a number, or the size that is made small
        if own.status != UNDECIDED:
            return own
    if found.status != WRONG or not small.has_changed_numbers:
        return found
    return _with_own_numbers(given, seed) or _without_numbers(given, found, seed)


def _with_own_numbers(given: Case, seed: int) -> ClaimReport | None:
    """What is found with all numbers as they are, if the derivative holds so for any sizes."""
    for by_name in (True, False):
        small = shrinking_of(given.problem, given.moving, with_numbers=False, by_name=by_name)
        case = shrunk(given, small)
        if case is not given and _is_derivative(case, seed):
            found = _check(given, case, seed)
            if case.wrt is None and not found.right:
                return None  # two formulas that differ at other sizes may be equal at these
            if small.has_counted:  # a mean of fewer entries is another one
                found = replace(found, counterexample=None)
            return None if found.status == UNDECIDED else found
    return None


def _is_derivative(case: Case, seed: int) -> bool:
    """Is what a claim is compared with the derivative, at the sizes of a case as well?"""
    if case.wrt is None:
        return True
    try:
        true = _as_differential(replace(case, claim=case.result), "free")
        return _held(case.place(), true, seed) == ""
    except Undecided:
        return False


def _without_numbers(given: Case, found: ClaimReport, seed: int) -> ClaimReport:
    """A report without numbers, which are those of smaller sizes, unless others give the same."""
    if not _DIGIT.search(found.slip):
        return replace(found, counterexample=None)
    other = shrinking_of(given.problem, given.moving, more=1)
    again = _check(given, shrunk(given, other), seed)
    is_same = again.slip == found.slip
    return replace(found, slip=found.slip if is_same else "", counterexample=None)


def _check(given: Case, case: Case, seed: int) -> ClaimReport:
    """Compare a claim with the derivative, perhaps in another layout; `case` has small sizes."""
    claim, result = given.claim, given.result
    if claim.shape == result.shape:
        return _compare_turned(case, seed)
    if claim.shape == vec(result).shape:
        return _compare_stacked(case, seed, "column")
    if claim.shape == vec(result).shape.transposed and claim.shape != result.shape.transposed:
        return _compare_stacked(replace(case, claim=transpose(case.claim)), seed, "row")
    if claim.shape != result.shape.transposed:
        claimed, right = plain_shape(claim.shape), plain_shape(result.shape)
        return ClaimReport(WRONG, f"the claim is {claimed}, the right answer {right}")
    turned = _compare(replace(case, claim=transpose(case.claim)), seed)
    words = f"it is written as {plain_shape(claim.shape)}, here as {plain_shape(result.shape)}"
    slip = f"{words}; {turned.slip}" if turned.slip else words
    return ClaimReport(LAYOUT, words) if turned.right else replace(turned, slip=slip)


def _compare_turned(case: Case, seed: int) -> ClaimReport:
    """A square Jacobian may be given in the other layout; of a gradient the transpose is a slip."""
    found = _compare(case, seed)
    is_jacobian = case.wrt is not None and not case.problem.function.is_scalar
    is_jacobian = is_jacobian and case.result.shape.is_square
    if found.status != WRONG or not is_jacobian or case.result.is_scalar:
        return found
    turned = _compare(replace(case, claim=transpose(case.claim)), seed)
    return ClaimReport(LAYOUT, TURNED) if turned.status == RIGHT else found


def _compare_stacked(case: Case, seed: int, line: str) -> ClaimReport:
    """A claim that gives the derivative by a matrix as one long column, or as its transpose."""
    by_columns = _compare(replace(case, result=vec(case.result)), seed)
    if by_columns.right:
        return ClaimReport(LAYOUT, f"it is written as one {line}, vec of the derivative")
    by_rows = _compare(replace(case, result=vec(transpose(case.result))), seed)
    if by_rows.right:
        return ClaimReport(LAYOUT, f"it is written as one {line}, with the entries row by row")
    return by_columns


def check_where(case: Case, seed: int = 1, enough: int = ENOUGH) -> ClaimReport:
    """Compare at points at which the equations and inequalities of a case hold."""
    case = shrunk(case, shrinking_of(case.problem, case.moving))
    place = case.place()
    if not case.zero:
        seen = explored(place, equality("claim", case.claim, case.result), seed, case.inside)
        if seen.differ is not None:
            near = within(place, case.claim, case.result, case.inside, seed)
            with fine(BITS):
                far = near or shown(place, seen.differ, case.claim, case.result)
            return ClaimReport(WRONG, "", far)
        if seen.agreed >= enough:
            words = beyond(seen.one_sided)
            return ClaimReport(UNDECIDED if words else RIGHT, words)
    slack = [
        symbol(f"{SLACK}{i}", *gap.shape, facts=("positive",)) for i, gap in enumerate(case.inside)
    ]
    gaps = [gap - more for gap, more in zip(case.inside, slack, strict=True)]
    place = replace(place, inputs=(*place.inputs, *slack))
    there = equations((*case.zero, *gaps), case.moving if case.general else ())
    found = where(place, there, case.claim, case.result, seed, enough)
    example = found.counterexample
    hidden = {x.name for x in slack}
    return replace(found, counterexample=example.without(hidden) if example else None)


def where(  # noqa: PLR0913, PLR0917
    place: Setting, zero: Equations, claim: Expr, result: Expr, seed: int = 1, enough: int = ENOUGH
) -> ClaimReport:
    """Compare two expressions at points at which equations hold."""
    seen = compared_where(place, zero, claim, result, seed)
    if seen.differ is not None:
        with fine(BITS):
            return ClaimReport(WRONG, "", shown(place, seen.differ, claim, result))
    return ClaimReport(RIGHT if seen.agreed >= enough else UNDECIDED)


def _compare(case: Case, seed: int) -> ClaimReport:
    try:
        place = case.place()
    except Undecided as reason:
        return ClaimReport(UNDECIDED, str(reason))
    status = _status(place, equality("claim", case.claim, case.result), seed)
    confirmed = _confirmed(place, case, status, seed) if status in (EXACT, REAL) else None
    if confirmed is not None and confirmed.status != WRONG:
        return confirmed
    if by_structure := _within_structure(place, case, seed):
        return by_structure
    if status == UNDECIDED:
        return ClaimReport(UNDECIDED, "no point was found to compare at")
    if confirmed is not None:  # the field sees no difference
        condition = "" if case.wrt is not None else _assumed(case, seed)
        return replace(confirmed, condition=condition)

    def is_right(claim: Expr) -> bool:
        return _status(place, equality("claim", claim, case.result), seed) in (EXACT, REAL)

    slip = find_slip(place, case.claim, case.result, seed)
    condition = "" if slip and case.wrt is not None else _assumed(case, seed)
    slip = (
        slip or (RIGHT_IF.format(condition) if condition and case.wrt is not None else "")
        or find_missing_factor(place, case.claim, case.result, seed)
        or find_unseen(place, case.claim, case.result, is_right, seed)
    )  # fmt: skip
    example = counterexample(place, case.claim, case.result, seed)
    return ClaimReport(WRONG, slip, example, condition)


def _within_structure(place: Setting, case: Case, seed: int) -> ClaimReport | None:
    """A claim that gives the right differential in the directions that its variable may take."""
    if case.wrt is None:
        return None
    if close(case.wrt.data.facts) & {"onehot", "mask"}:
        return ClaimReport(UNDECIDED, STILL.format(plain(case.wrt)))
    for structure, words in STRUCTURES if case.wrt.data.facts else ():
        held = _held(place, _as_differential(case, structure), seed)
        if held is not None:
            return ClaimReport(UNDECIDED, held) if held else ClaimReport(CONVENTION, words)
    return None


def _confirmed(place: Setting, case: Case, status: str, seed: int) -> ClaimReport:
    """A claim that the checks of a derivation find right; real numbers may deny it."""
    seen = compared(place, case.claim, case.result, seed, status == REAL)
    if seen.by is not None:
        return ClaimReport(WRONG, f"it differs from the right answer by {plain(seen.by)}")
    if seen.differ is not None:
        return ClaimReport(WRONG, "", counterexample(place, case.claim, case.result, seed, seen))
    if seen.one_sided:
        return ClaimReport(UNDECIDED, beyond(seen.one_sided))
    if 4 * seen.missing <= seen.agreed:
        return ClaimReport(RIGHT)
    if not seen.agreed:
        return ClaimReport(UNDECIDED, NOWHERE)
    condition = "" if case.wrt is not None else _where_defined(case, seed)
    return ClaimReport(RIGHT, NOT_EVERYWHERE, condition=condition)


def _where_defined(case: Case, seed: int) -> str:
    """What has to be positive for a claim to have a value wherever the right answer has one."""
    for way in signs(symbols(case.claim, case.result)):
        better = case.assuming(way.values)
        seen = compared(better.place(), better.claim, better.result, seed)
        if seen.differ is None and seen.agreed and not seen.missing:
            return way.words
    return ""


def _assumed(case: Case, seed: int) -> str:
    """The assumption that was not made under which a claim is right, in words."""
    fixed = (x for x in symbols(case.claim, case.result) if not is_differential(x))
    others = [x for x in fixed if x is not case.wrt]
    for way in unsaid(others, (case.claim, case.result)):
        better = case.assuming(way.values)
        if _held(better.place(), equality("claim", better.claim, better.result), seed) == "":
            return way.words
    return _commuting(case, seed) if case.wrt is None else ""


def _commuting(case: Case, seed: int) -> str:
    """Two square matrices that have to commute for two expressions to be equal, in words."""
    square = [x for x in symbols(case.claim, case.result) if x.shape.is_square and not x.is_scalar]
    pairs = [(a, b) for a, b in combinations(square, 2) if a.shape == b.shape]
    for a, b in pairs[:FEW_PAIRS]:
        easy = case.assuming({x: with_fact(x, "diagonal") for x in (a, b)})
        if _held(easy.place(), equality("claim", easy.claim, easy.result), seed) != "":
            continue
        if check_where(replace(case, zero=(a @ b - b @ a,)), seed).right:
            return f"{plain(a)} and {plain(b)} commute"
    return ""


def _as_differential(case: Case, structure: str) -> Comparison:
    assert case.wrt is not None
    return result_comparison("claim", case.moving, {case.wrt.name: case.claim}, structure)


def _held(place: Setting, wanted: Comparison, seed: int) -> str | None:
    """Nothing if a comparison holds on all pieces, words if it may fail where nobody looked."""
    status = _status(place, wanted, seed)
    if status not in (EXACT, REAL) or (status == EXACT and not place.is_defined):
        return None  # of numbers much holds that does not hold of matrices
    if status == EXACT and not has_pieces(*wanted.roots, *(plan.value for plan in place.plans)):
        return ""
    seen = explored(place, wanted, seed)
    return None if seen.differ is not None else beyond(seen.left_open(status == REAL))


def beyond(one_sided: Sequence[OneSided]) -> str:
    """What is said of a claim that holds where only one side of a kink was met."""
    if not one_sided:
        return ""
    where = " and ".join(each.words for each in one_sided)
    return f"right at all points tried, where {where}; not decided beyond"


def _status(place: Setting, wanted: Comparison, seed: int) -> str:
    return report(place, [wanted], field_verdicts(place, [wanted], seed), seed).statuses[0]


def explain_step(place: Setting, before: Expr, after: Expr, seed: int = 1) -> ClaimReport:
    """Why the step from one line to the next is wrong: the slip, and small numbers."""
    slip, condition = find_slip(place, after, before, seed), ""
    # A case moves one variable, and knows no names but that of the function.
    if not slip and len(place.plans) == 1 and len(place.wrt) == 1:
        condition = _assumed(Case(place.problem, place.wrt[0], after, before), seed)
        slip = RIGHT_IF.format(condition) if condition else ""
    slip = slip or find_missing_factor(place, after, before, seed)
    words = slip.replace("the right answer", "the line before").replace("the claim", "it")
    return ClaimReport(WRONG, words, counterexample(place, after, before, seed), condition)
