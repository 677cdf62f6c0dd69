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
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import zeros
from matgrad.syntax.choices import Choices, settle
from matgrad.syntax.problem import read_problem
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement import Tokens
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.way import Way
from matgrad.verify.claim import check_claim
from matgrad.verify.found import ClaimReport

Derive = Callable[[Function, str, tuple[str, ...], Facts], Derivation]
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
    said: Said, derivations: Sequence[tuple[Function, Derivation]], derive: Derive
) -> list[Verdict]:
    """A verdict on each claim that the text makes about a derivative, each mistake once."""
    found: list[Verdict] = []
    for claim in said.claims:
        if claim.is_differential or not derivations:
            continue
        for at, side in enumerate(claim.sides):
            verdict = _judged(said, claim, side, derivations, derive)
            if verdict is None:
                continue
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
    d, name = about
    problem = d.trace.origin.problem
    X = next((x for x in d.trace.wrt if x.name == name), None)
    if X is None:
        return Verdict(text, NOT_READ, f"it is not clear whether {name} is the variable")
    try:
        formula = _expression(said, side, problem, d.answers[name])
        report = check_claim(problem, X, formula, d.answers[name])
    except ShapeError as error:
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
) -> tuple[Derivation, str] | None:
    """The true derivative that a claim is about: its own, else that which the text asks for."""
    function = function_of(said, claim.of) if claim.of is not None else None
    fitting = [
        (f, d) for f, d in derivations
        if (function is None or f.key == function.key)
        and (not claim.by or {*claim.by} <= {*d.answers})
        and (not claim.kind or claim.kind == d.kind or (claim.kind == "gradient" and d.kind == "jacobian"))
        and (d.kind == "hessian") == (claim.order > 1 or claim.kind == "hessian" or (
            not claim.kind and all(e.kind == "hessian" for _, e in derivations)))
    ]  # fmt: skip
    if fitting and not claim.supposed:
        d = fitting[0][1]
        names = [name for name in claim.by if name in d.answers] or list(d.answers)
        return (d, names[0]) if len(names) == 1 or claim.by else None
    first, own = derivations[0]
    target = function or first
    kind = "hessian" if claim.order > 1 or claim.kind == "hessian" else claim.kind
    by = claim.by or tuple(own.answers)
    if len(by) != 1:
        return None
    d = derive(target, kind or (own.kind if not claim.by and function is None else ""), by, claim.supposed)
    return d, next(iter(d.answers))


def _expression(said: Said, side: Tokens, problem: Problem, true: Expr) -> Expr:
    """The formula of a claim, in the variables of the problem and the parts that the text names."""
    if len(side) == 1 and side[0].text in ("0", "𝟎"):
        return zeros(*true.shape)
    declared = {
        name: Declaration(name, x.shape, facts=x.data.facts) for name, x in problem.symbols.items()
    }
    known = {*declared, *(d.symbol.name for d in problem.definitions)}
    parts = [f for f in _parts(said, side, known, problem)]
    end = Token(Kind.END, "", side[-1].end, side[-1].end)
    tokens: list[Token] = []
    for part in parts:
        at = part.value[0].start, part.value[0].start
        head = [Token(Kind.NAME, part.name, *at)]
        if part.params:
            head.append(Token(Kind.SIGN, "(", *at))
            for number, param in enumerate(part.params):
                head += [Token(Kind.SIGN, ",", *at)] if number else []
                head.append(Token(Kind.NAME, param, *at))
            head.append(Token(Kind.SIGN, ")", *at))
        tokens += [*head, Token(Kind.SIGN, "=", *at), *part.value, Token(Kind.BREAK, ";", *at)]
    tokens += [*side, end]
    used = {t.text for t in tokens if t.kind is Kind.NAME}
    given = {n: d for n, d in declared.items() if d.shape is not None}

    def read(choices: Choices) -> Problem:
        way = Way(choices=choices, wrt=tuple(used & declared.keys()))
        return read_problem(tokens, said.text.source, dict(given), way)

    found = settle(read)
    closed: dict[Expr, Expr] = {}
    for each in found.definitions:
        closed[each.symbol] = substitute(each.value, closed)
    return substitute(found.function, closed)


def _parts(said: Said, side: Tokens, known: set[str], problem: Problem) -> list[Function]:
    """The definitions of the text that a claim uses, in order."""
    names = {t.text for t in side if t.kind is Kind.NAME} - problem.symbols.keys()
    found: list[Function] = []
    for statement, _ in said.functions:
        function = function_of(said, statement)
        if function is None or not function.name or function.name in problem.symbols:
            continue
        if not any(function.name == f.name for f in found):
            found.append(function)
    needed = set(names)
    for each in reversed(found):
        if each.name in needed:
            needed |= {t.text for t in each.value if t.kind is Kind.NAME}
    return [replace(f) for f in found if f.name in needed]


assert problem_of
