"""A result is checked again from the input alone: exactly, with real numbers, and by its code.

The field follows the parsed input with forward series and compares with the result as it reads
after printing; FLINT's Taylor series do the same with real numbers and share no derivative with
the engine; the generated code is run at a real point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.core.expr import NO_FACTS, Expr
from matgrad.core.facts import close
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import moves
from matgrad.errors import MatgradError, MissingPackageError
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.ball import AGREEMENT, Balls, precision
from matgrad.verify.code import run_code
from matgrad.verify.comparison import for_axes
from matgrad.verify.directions import independent
from matgrad.verify.evaluate import Outcome
from matgrad.verify.lines import (
    FEW,
    Comparison,
    Tally,
    Verdicts,
    doubted,
    equality,
    field_verdicts,
    result_comparison,
    roots_of,
    tries_for,
)
from matgrad.verify.point import Point, Setting, real_points, setting
from matgrad.verify.structure import tangent

Reparse = Callable[[Expr], Sequence[Expr]]
ONLY_SMALL = "not verified: it could be compared where {} and at no larger sizes"


@dataclass(frozen=True)
class Verdict:
    """What the checks say: `ok`, a short status, and details; `wrong` if a check disagreed.

    `is_defined` says that the function was seen to have a value somewhere.
    """

    ok: bool
    status: str
    details: tuple[str, ...] = ()
    wrong: bool = False
    is_defined: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True)
class Answer:
    """What is claimed: the derivatives of a problem by variable name."""

    problem: Problem
    wrt: tuple[Expr, ...]
    results: Mapping[str, Expr]
    kind: str = "gradient"
    definitions: tuple[Definition, ...] = ()  # names that the results use
    structure: str = "projected"  # the convention for structured variables


def check_result(
    answer: Answer,
    reparse: Reparse | None = None,
    compiled: Callable[..., Any] | None = None,
    seed: int = 1,
) -> Verdict:
    """Check an answer against derivatives found by arithmetic on the input.

    `reparse` gives back an expression as it reads from its own text, LaTeX, …; `compiled` is the
    generated code: called with arrays by name, it returns one array, or a tuple in order of `wrt`.
    """
    try:
        wanted = comparisons_of(answer, reparse)
        place = setting_of(answer, roots_of(wanted))
    except Undecided as reason:
        return Verdict(False, f"not verified: {reason}")
    exact = field_verdicts(place, wanted, seed)
    return judge(answer, place, wanted, exact, compiled)


def setting_of(answer: Answer, roots: Sequence[Expr]) -> Setting:
    """Where an answer is checked; a Hessian needs series to second order."""
    order = 2 if answer.kind == "hessian" else 1
    return setting(answer.problem, answer.wrt, answer.definitions, roots, order)


def judge(  # noqa: PLR0913, PLR0917
    answer: Answer,
    place: Setting,
    wanted: Sequence[Comparison],
    exact: Verdicts,
    compiled: Callable[..., Any] | None,
    forms: Sequence[Expr] = (),
) -> Verdict:
    """Add real numbers and code to what the field said."""
    real, bits, points = _real(place, wanted, exact)
    code, left_out = None, ""
    if compiled is not None:
        tried = (run_code(compiled, at, answer.wrt, answer.results, forms) for at in points)
        try:
            code = next((outcome for outcome in tried if outcome is not None), None)
        except MissingPackageError as missing:
            left_out = f"its code was not run: {missing.message} ({missing.hint})"
    verdict = _verdict({c.label: exact[c.label] for c in wanted}, real, bits, code)
    if left_out:
        verdict = replace(verdict, details=(*verdict.details, left_out))
    if verdict.ok or verdict.wrong:
        return verdict
    if small := next((found for found in (*exact.small.values(), *real.small.values())), None):
        words = ", ".join(f"{name} = {n}" for name, n in small.items())
        verdict = replace(verdict, status=ONLY_SMALL.format(words))
    found = (why for label in real if (why := real.why(label)) and why != FEW)
    reason = next(found, place.failure) or next((real.why(label) for label in real), "")
    return replace(verdict, details=(f"where it was tried: {reason}",)) if reason else verdict


# ---------------------------------------------------------------- what must hold


def comparisons_of(answer: Answer, reparse: Reparse | None) -> list[Comparison]:
    """The results hold as they are and as they read after printing, and are symmetric if due."""
    wrt, results, kind = answer.wrt, answer.results, answer.kind
    readings: list[dict[str, Expr]] = [dict(results)]
    if reparse is not None:
        again = [read_back(reparse, G) for G in results.values()]
        columns = zip(*again, strict=True) if all(again) else ()  # what is too long is not read
        readings += [dict(zip(results, column, strict=True)) for column in columns]
    found: list[Comparison] = []
    for i, reading in enumerate(readings):
        if i and reading == readings[0]:
            continue  # the very same expression came back
        label = "the answer" if i == 0 else f"the answer as printed ({i})"
        found.append(_holds(label, answer, reading))
    return found + list(tangent(wrt, results, kind, answer.structure)) + symmetry(answer)


def symmetry(answer: Answer) -> list[Comparison]:
    """A Hessian by a free variable equals its transpose."""
    if answer.kind != "hessian" or len(answer.wrt) != 1 or answer.wrt[0].data.facts:
        return []
    H = answer.results.get(answer.wrt[0].name)
    if H is None or H.is_scalar or not H.shape.is_square or moves(H):
        return []
    return [equality("its symmetry", H, H.T)]


def read_back(reparse: Reparse, G: Expr) -> Sequence[Expr]:
    """What is read of a result after printing; nothing is known where it cannot be read."""
    try:
        return reparse(G)
    except MatgradError as error:
        raise Undecided(f"the result does not read back: {error.message}") from error


def _holds(label: str, answer: Answer, reading: dict[str, Expr]) -> Comparison:
    wrt = answer.wrt
    if answer.kind != "hessian":
        return result_comparison(label, wrt, reading, answer.structure)
    if len(wrt) != 1 or wrt[0].name not in reading:
        raise Undecided("a Hessian by several variables at once has no check")
    X, H = wrt[0], reading[wrt[0].name]
    return Comparison(label, (H,), lambda at: _quadratic(at, X, H, answer.structure))


def _quadratic(at: Point, X: Expr, H: Expr, structure: str) -> tuple[Outcome, Outcome]:
    """dxᵀ H dx is twice the second coefficient of the function along dx."""
    value, curvature = for_axes(at, H, X.axes), at.curvature
    if not (isinstance(value, list) and isinstance(curvature, list)):
        return value, curvature
    R, dX = at.R, at.directions[X]
    if moves(H):  # the map, at this direction
        return [[R.inner(value, dX)]], R.scale(R.number(2), curvature)
    facts = close(X.data.facts) if structure == "independent" else NO_FACTS
    direction = [[x] for x in independent(facts, dX)]
    if len(value) != len(direction):
        return Undecided(f"a {H.shape} Hessian cannot be applied to d{X.name}"), curvature
    form = R.matmul(R.transpose(direction), value, direction)
    return form, R.scale(R.number(2), curvature)


# ---------------------------------------------------------------- real numbers


def _real(
    place: Setting, wanted: Sequence[Comparison], exact: Verdicts, seed: int = 1
) -> tuple[Verdicts, int, list[Point]]:
    """Verdicts at real points, the bits that agree, and points where code can be run."""
    tally, bits, points = Tally(place, wanted, True, doubted(exact)), 0, list[Point]()
    nodes = tally.nodes  # all of them: the tally has settled nothing yet
    with precision():
        for at in real_points(place, seed, tries_for(exact), tally.has_begun):
            at.fill(nodes)
            done = tally.count(at)
            known = _bits(at, wanted)
            if known >= AGREEMENT:
                bits = min(bits or known, known)
                points += [] if _vanishes(at, wanted[0]) else [at]
            if done:
                break
    return tally.verdicts, bits, points


def _vanishes(at: Point, result: Comparison) -> bool:
    """Is the result zero here, as det(XᵀX) of a wide X is? Code is not run at such a point."""
    values = [at.memo[root] for root in result.roots]
    return all(isinstance(value, list) and at.R.is_zero(value) for value in values)


def _bits(at: Point, wanted: Sequence[Comparison]) -> int:
    worst = 0
    if any(root not in at.memo for root in roots_of(wanted)):
        return 0  # settled at an earlier point
    for c in wanted:
        left, right = c.sides(at)
        if not (isinstance(left, list) and isinstance(right, list) and isinstance(at.R, Balls)):
            return 0
        if (len(left), len(left[0])) != (len(right), len(right[0])):
            return 0
        worst = min(worst or 1 << 30, at.R.bits(left, right))
    return worst


# ---------------------------------------------------------------- what comes of it


def _verdict(
    exact: Mapping[str, bool | None], real: Verdicts, bits: int, code: str | None
) -> Verdict:
    # The field knows no addition theorems: where it differs, real numbers have the last word.
    wrong = [
        f"{label} is wrong"
        for label, agreed in real.items()
        if agreed is False or (exact[label] is False and not agreed)
    ]
    if wrong or code:
        return Verdict(False, "wrong", (*wrong, *filter(None, [code])), True)
    is_exact, is_real = all(exact.values()), all(real.values())
    if not (is_exact or is_real):
        return Verdict(False, "not verified: no point was found inside the domain")
    if not is_real and bits == 0:
        why = "not verified: exact in the finite field, but no real point was found in the domain"
        return Verdict(False, why)
    parts = ["exact"] if is_exact else []
    parts += [f"real ({bits} bits)"] if is_real else []
    parts += ["code"] if code == "" else []
    details = () if is_real else ("no real point was found to check at",)
    return Verdict(True, " + ".join(parts), details)
