"""The judge of claims: is a formula the derivative, and is a derivation of several lines right?

text → lines (labels, sides) → readings of each formula → comparison with the derivative → Claim
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from matgrad.api import pipeline as api
from matgrad.api.derivation import Derivation
from matgrad.api.judge.claim import Claim
from matgrad.api.judge.judging import DIFFERENTIAL, gaps, judged
from matgrad.api.judge.labels import GRADIENT, HESSIAN, JACOBIAN
from matgrad.api.judge.truth import truth_of
from matgrad.api.limits import bounded
from matgrad.api.pipeline import Assumptions, Shapes, Wrt
from matgrad.core.expr import Expr, make
from matgrad.core.facts import SQUARE_ONLY, close
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import substitute
from matgrad.errors import ShapeError, UnknownNameError
from matgrad.syntax import Limits
from matgrad.verify.claim import RIGHT
from matgrad.verify.found import Counterexample

KINDS: dict[str, Callable[[Problem, Wrt], Derivation]] = {
    GRADIENT: api.gradient,
    JACOBIAN: api.jacobian,
    HESSIAN: api.hessian,
    DIFFERENTIAL: api.differential,
}
# A name and what is supposed of it, ("A", "symmetric"), or an equation, "Q'Q = I".
Fact = tuple[str, str] | str

__all__ = [
    "KINDS",
    "Claim",
    "ClaimText",
    "Counterexample",
    "Fact",
    "check",
    "derived",
    "judge",
    "nearest_of",
    "of_kind",
]


@dataclass(frozen=True)
class ClaimText:
    """A claim and the names that it may use besides those of the function."""

    text: str
    parts: tuple[Definition, ...] = ()


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
    strict: bool = False,
) -> Claim:
    """Is this formula the derivative? In several lines each = is a step; the first wrong is named.

    `kind` is gradient, jacobian or hessian; without it, a gradient if the function is scalar.

    >>> check("norm2(A*x - b)^2", "x", "2*A'*(A*x - b) = 2*A'*A*x - A'*b").slip
    'step 2 is the first that is wrong: the term −Aᵀb should be 2 times as large'
    >>> check("sin(A*x)", "x", "A'*Diag(cos(A*x))").status
    'right up to layout'
    """
    d = derived(f, wrt, shapes, assume, kind=kind, limits=limits, strict=strict)
    return judge(d, None, claim, limits=limits)


@bounded
def of_kind(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    kind: str = "",
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The derivative of a kind; of none that is said, a gradient if the function is scalar."""
    scalar = kind != JACOBIAN
    problem = api.problem_of(f, shapes, assume, limits, scalar, wrt, strict)
    chosen = kind or (GRADIENT if problem.function.is_scalar else JACOBIAN)
    if chosen not in KINDS:
        raise UnknownNameError(f"a claim about a {chosen}", hint="kinds: " + ", ".join(KINDS))
    return KINDS[chosen](problem, wrt)


@bounded
def derived(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    kind: str = "",
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The true derivative that a claim is compared with, by one variable."""
    d = of_kind(f, wrt, shapes, assume, kind=kind, limits=limits, strict=strict)
    if len(d.answers) > 1:
        raise UnknownNameError(
            "a claim is about one variable", hint="variables: " + ", ".join(d.answers)
        )
    return d


@bounded
def judge(  # noqa: PLR0913
    f: Problem | Derivation,
    wrt: str | None,
    claim: str | ClaimText,
    *,
    kind: str = "",
    supposing: Iterable[Fact] = (),
    layout: str = "",
    limits: Limits | None = None,
) -> Claim:
    """The verdict on a claim about the derivative of a problem by `wrt`, or about one at hand.

    `supposing` are facts and equations that are taken for true here; `layout` is that of the
    author, "numerator" or "denominator", if it is known.

    >>> from matgrad.syntax import parse_problem
    >>> judge(parse_problem("x'*A*x"), "x", "2Ax", supposing=[("A", "symmetric")]).words
    'right'
    """
    given = claim if isinstance(claim, ClaimText) else ClaimText(claim)
    facts, equations = list[tuple[str, str]](), list[str]()
    for each in supposing:
        equations.append(each) if isinstance(each, str) else facts.append(each)
    if isinstance(f, Derivation) and not facts:
        d = f
    else:
        problem = f.trace.origin.problem if isinstance(f, Derivation) else f
        by = wrt or (f.trace.wrt[0].name if isinstance(f, Derivation) else None)
        kind = kind or (f.kind if isinstance(f, Derivation) else "")
        d = derived(assuming(problem, facts), by, kind=kind)
    truth = truth_of(d, layout)
    truth = truth.knowing(part for part in given.parts if part.symbol.name not in truth.names)
    zero = tuple(gap for equation in equations for gap in gaps(truth, equation))
    return judged(replace(truth, zero=zero), given.text, limits)


def nearest_of(
    ds: Iterable[Derivation], claim: str | ClaimText, limits: Limits | None = None
) -> tuple[Derivation, Claim]:
    """The derivative, of several, that a claim is nearest to, with the verdict on it."""
    found = [(d, judge(d, None, claim, limits=limits)) for d in ds]

    def distance(each: tuple[Derivation, Claim]) -> tuple[bool, ...]:
        d, verdict = each
        fits = any(formula.shape == d.result.shape for formula in verdict.formulas[-1:])
        return verdict.status != RIGHT, not verdict.right, not fits

    return min(found, key=distance)


def assuming(problem: Problem, facts: Iterable[tuple[str, str]]) -> Problem:
    """The same function, and something supposed of its variables."""
    more: dict[str, set[str]] = {}
    for name, fact in facts:
        if name not in problem.symbols:
            raise UnknownNameError(f"{name} is no variable, so nothing can be supposed of it")
        more.setdefault(name, set()).add(fact)
    new: dict[Expr, Expr] = {}
    for name, added in more.items():
        x = problem.symbols[name]
        if close(frozenset(added)) & SQUARE_ONLY and not x.shape.is_square:
            raise ShapeError(f"{name} is {x.shape}, so it cannot be {' and '.join(sorted(added))}")
        new[x] = make(x.op, (), x.data._replace(facts=x.data.facts | added))
    if not new:
        return problem
    parts = tuple(replace(d, value=substitute(d.value, new)) for d in problem.definitions)
    symbols = {name: new.get(x, x) for name, x in problem.symbols.items()}
    function = substitute(problem.function, new)
    return replace(problem, function=function, definitions=parts, symbols=symbols)
