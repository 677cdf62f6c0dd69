"""Claims of a text: of which derivative each is, and what the judge of `mg.check` says of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from matgrad.app.derivation import Derivation
from matgrad.ask.acts import Claim, Facts, Said
from matgrad.ask.join import Function, function_of, problem_of
from matgrad.core.expr import Expr
from matgrad.core.facts import fact_words
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError, UnknownNameError
from matgrad.ops import zeros
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement import Tokens
from matgrad.verify.claim import check_claim
from matgrad.verify.found import ClaimReport

Derive = Callable[[Function, str, tuple[str, ...], Facts], Derivation]
NOT_ALL = "not everything that the text says is used"
NOT_READ, NOT_DECIDED = "not read", "undecided"


@dataclass(frozen=True)
class Verdict:
    """What is found about one claim."""

    claim: str  # as the text has it
    status: str
    words: str = ""
    about: str = ""  # the derivative that it is compared with
    report: ClaimReport | None = None

    @property
    def is_wrong(self) -> bool:
        """Is it wrong?"""
        return self.status == "wrong"


def judged(
    said: Said, derivations: Sequence[tuple[Function, Derivation]], derive: Derive, is_sure: bool
) -> list[Verdict]:
    """A verdict on each claim that the text makes about a derivative, each mistake once.

    Where not all of a text is used, a claim that looks wrong may be right: it is undecided.
    """
    found: list[Verdict] = []
    for claim in said.claims:
        if claim.is_differential or not derivations:
            continue
        for at, side in enumerate(claim.sides):
            verdict = _judged(said, claim, side, derivations, derive)
            if verdict is None:
                continue
            if verdict.is_wrong and not is_sure:
                words = "; ".join(filter(None, (verdict.words, NOT_ALL)))
                verdict = replace(verdict, status=NOT_DECIDED, words=words)
            found.append(verdict)
            if verdict.is_wrong and at + 1 < len(claim.sides):
                break
    return list({v.claim + v.words: v for v in found}.values())


def _judged(
    said: Said, claim: Claim, side: Tokens,
    derivations: Sequence[tuple[Function, Derivation]], derive: Derive,
) -> Verdict | None:  # fmt: skip
    text = " ".join(said.text.source[side[0].start : side[-1].end].split())
    try:
        about = _about(said, claim, derivations, derive)
    except MatgradError as error:
        return Verdict(text, NOT_READ, f"its derivative: {error.message}")
    if about is None:
        return None if not claim.is_sure else Verdict(text, NOT_READ, "it is not clear of what")
    d, name, function = about
    problem = d.trace.origin.problem
    X = next((x for x in d.trace.wrt if x.name == name), None)
    if X is None:
        return Verdict(text, NOT_READ, f"it is not clear whether {name} is the variable")
    try:
        formula = _expression(said, side, problem, d.answers[name], function, name)
        report = check_claim(problem, X, formula, d.answers[name])
    except ShapeError as error:
        if not error.message.endswith("differ"):
            return Verdict(text, NOT_READ, error.message)
        report = ClaimReport("wrong", f"the shapes do not fit: {error.message}")
    except MatgradError as error:
        return Verdict(text, NOT_READ, error.message)
    words = report.slip
    if claim.supposed and report.right:
        words = "; ".join(filter(None, [f"supposing that {_words(claim.supposed)}", words]))
    return Verdict(text, report.status, words, f"∂/∂{name}", report)


def _words(facts: Facts) -> str:
    return " and ".join(f"{name} is {fact_words(fact)}" for name, fact in facts)


def _about(
    said: Said, claim: Claim, derivations: Sequence[tuple[Function, Derivation]], derive: Derive
) -> tuple[Derivation, str, Function] | None:
    """The true derivative that a claim is about: its own, else that which the text asks for."""
    function = function_of(said, claim.of) if claim.of is not None else None
    if claim.of is not None and function is None and len(derivations) + len(said.maps) > 0:
        named = {f.name for f, _ in derivations}
        if named != {""} and claim.of.names[:1] != (next(iter(named)),):
            return None
    fitting = [
        (f, d) for f, d in derivations
        if (function is None or f.key == function.key)
        and (not claim.by or {*claim.by} <= {*d.answers})
        and (not claim.kind or claim.kind == d.kind or (claim.kind == "gradient" and d.kind == "jacobian"))
        and (d.kind == "hessian") == (claim.order > 1 or claim.kind == "hessian" or (
            not claim.kind and claim.of is None
            and all(e.kind == "hessian" for _, e in derivations)))
    ]  # fmt: skip
    if fitting and not claim.supposed:
        d = fitting[0][1]
        names = [name for name in claim.by if name in d.answers] or list(d.answers)
        return (d, names[0], fitting[0][0]) if len(names) == 1 or claim.by else None
    first, own = derivations[0]
    target = function or first
    kind = "hessian" if claim.order > 1 or claim.kind == "hessian" else claim.kind
    by = claim.by or tuple(own.answers)
    if len(by) != 1:
        return None
    d = derive(
        target, kind or (own.kind if not claim.by and function is None else ""), by, claim.supposed
    )
    return d, next(iter(d.answers)), target


def _expression(  # noqa: PLR0913, PLR0917
    said: Said, side: Tokens, problem: Problem, true: Expr, about: Function, by: str
) -> Expr:  # fmt: skip
    """The formula of a claim, in the variables of the problem and the parts that the text names."""
    if len(side) == 1 and side[0].text in ("0", "𝟎"):
        return zeros(*true.shape)
    given = {
        name: Declaration(name, x.shape, facts=x.data.facts) for name, x in problem.symbols.items()
    }
    claim = Function("", (), side)
    try:
        found = problem_of(said, claim, (by,), scalar=False, beside=about)
        is_same = all(problem.symbols.get(name) is x for name, x in found.symbols.items())
    except MatgradError:
        is_same = False
    if not is_same:
        found = problem_of(said, claim, (), scalar=False, given=given)
    unknown = [name for name in found.symbols if name not in problem.symbols]
    if unknown:
        raise UnknownNameError(f"{unknown[0]} stands for nothing that is known")
    closed: dict[Expr, Expr] = {}
    for each in found.definitions:
        closed[each.symbol] = substitute(each.value, closed)
    return substitute(found.function, closed)
