"""Claims of a text: of which derivative each is, and what the judge of `mg.check` says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.api.derivation import Derivation
from matgrad.api.judge import KINDS, ClaimText, judge
from matgrad.ask.acts import Claim, Facts, Said
from matgrad.ask.claim_doubts import Judged, doubtful
from matgrad.ask.join import Function, function_of, names_in, problem_of
from matgrad.core.expr import Expr
from matgrad.core.facts import fact_words
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.ops import diag_matrix, symbol
from matgrad.syntax.latex.lexer import expanded
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Kind
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
    is_sure: bool = True  # the text says that it is the derivative

    @property
    def is_read(self) -> bool:
        """Could it be read?"""
        return self.status != NOT_READ

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
    for claim in said.claims if derivations else ():
        verdict = _judged(said, claim, derivations, derive)
        if verdict is None:
            continue
        if verdict.is_wrong and not claim.is_sure and not claim.by and len(derivations) > 1:
            others = (_judged(said, claim, [each], derive) for each in derivations)
            verdict = next((v for v in others if v is not None and not v.is_wrong), verdict)
        params = derivations[0][0].params
        if verdict.is_wrong and not claim.by and len(params) == 1:
            own = _judged(said, replace(claim, by=params), derivations, derive)
            if own is not None and own.status == "right":
                verdict = replace(own, words=f"with respect to {params[0]}")
        if verdict.is_wrong and not is_sure:
            words = "; ".join(filter(None, (verdict.words, NOT_ALL)))
            verdict = replace(verdict, status=NOT_DECIDED, words=words)
        found.append(replace(verdict, is_sure=claim.is_sure))
    return list({(v.claim, v.words): v for v in found}.values())


def _judged(
    said: Said, claim: Claim, derivations: Sequence[tuple[Function, Derivation]], derive: Derive
) -> Verdict | None:
    tokens = [token for side in claim.sides for token in side]
    start, end = min(t.start for t in tokens), max(t.end for t in tokens)
    if claim.is_differential:
        if not _is_of_function(claim, derivations):
            return None
        start = claim.place[0]
    text = " ".join(in_full(said.text.source, start, end).split())
    text = expanded(text, said.text.preamble)
    try:
        about = _about(said, claim, derivations, derive)
    except MatgradError as error:
        return Verdict(text, NOT_READ, f"its derivative: {error.message}")
    if about is None:
        return None if not claim.is_sure else Verdict(text, NOT_READ, "it is not clear of what")
    d, name, function = about
    problem = d.trace.origin.problem
    if name not in {x.name for x in d.trace.wrt} and not claim.is_differential:
        return Verdict(text, NOT_READ, f"it is not clear whether {name} is the variable")
    parts = tuple(_parts(said, claim, problem, function, name))
    try:
        if "'" in text and said.text.primed:
            report = _again(said, claim, d, function, name)
        else:
            whole = d if claim.is_differential else _alone(d, name)
            report = judge(whole, None, ClaimText(text, parts))
    except MatgradError as error:
        try:
            report = _again(said, claim, d, function, name)
        except MatgradError:
            return Verdict(text, NOT_READ, error.message)
    found = Verdict(text, report.status, report.slip, f"∂/∂{name}", report)
    if found.status in ("right", "wrong"):
        about_what = Judged(problem, function, name, report.slip, found.status)
        doubt = doubtful(said, claim, about_what)
        found = replace(found, status=NOT_DECIDED, words=doubt) if doubt else found
    if claim.supposed:
        words = [f"supposing that {_words(claim.supposed)}", found.words]
        found = replace(found, words="; ".join(filter(None, words)))
    return found


def _again(said: Said, claim: Claim, d: Derivation, about: Function, name: str) -> ClaimReport:
    """The verdict on a formula that calls functions of the text, as 2(Ax - f(x)x) does."""
    problem = d.trace.origin.problem
    given = _given(problem)
    value = Function("", (), claim.sides[-1])
    found = problem_of(said, value, (name,), scalar=False, given=given, beside=about)
    unknown = [n for n in found.symbols if n not in problem.symbols]
    if unknown or claim.is_differential or len(claim.sides) > 1:
        raise UnknownNameError(f"{', '.join(unknown)} stands for nothing that is known")
    X = next(x for x in d.trace.wrt if x.name == name)
    return check_claim(problem, X, closed(found), d.answers[name])


def closed(problem: Problem) -> Expr:
    """The function of a problem in its variables alone."""
    values: dict[Expr, Expr] = {}
    for each in problem.definitions:
        values[each.symbol] = substitute(each.value, values)
    return substitute(problem.function, values)


def _given(problem: Problem) -> dict[str, Declaration]:
    return {
        name: Declaration(name, x.shape, facts=x.data.facts) for name, x in problem.symbols.items()
    }


def _is_of_function(claim: Claim, derivations: Sequence[tuple[Function, Derivation]]) -> bool:
    """Is this df of the function f, and no step in which dX^{-1} may mean two things?"""
    tokens = [t for side in (claim.head, *claim.sides) for t in side]
    names = {f.name for f, _ in derivations} | {"f"}
    head = "".join(t.text for t in claim.head)
    inverse = any(
        a.text[:1] == "d" and b.kind is Kind.NAME and c.text == "^"
        for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )
    return not inverse and (head[1:] in names or head[1:2] == "(")


def in_full(source: str, start: int, end: int) -> str:
    """A piece of LaTeX with the commands and braces around its first and last letter."""
    while start and (source[start - 1] == "{" or source[start] == "{"):
        before = source[:start].rstrip("{")
        command = before.rfind("\\")
        if command < 0 or not before[command + 1 :].isalpha():
            break
        start = command
    while end < len(source) and source.count("{", start, end) > source.count("}", start, end):
        end += 1
    return source[start:end]


def _alone(d: Derivation, name: str) -> Derivation:
    """The derivation by one variable of several."""
    if len(d.answers) == 1:
        return d
    return KINDS[d.kind](d.trace.origin.problem, [name])


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
    first, own = derivations[0]
    target = function or first
    params = (
        target.params if claim.of is not None and {*target.params}.isdisjoint(own.answers) else ()
    )
    by = claim.by or params or tuple(own.answers)
    fitting = [
        (f, d) for f, d in derivations
        if (claim.by or not params) and (function is None or f.key == function.key)
        and (not claim.by or {*claim.by} <= {*d.answers})
        and claim.kind in ("", d.kind, "gradient" if d.kind == "jacobian" else d.kind)
        and (d.kind == "hessian") == (claim.order > 1 or claim.kind == "hessian" or (
            not claim.kind and claim.of is None
            and all(e.kind == "hessian" for _, e in derivations)))
    ]  # fmt: skip
    if fitting and not claim.supposed:
        d = fitting[0][1]
        names = [name for name in claim.by if name in d.answers] or list(d.answers)
        return (d, names[0], fitting[0][0]) if len(names) == 1 or claim.by else None
    kind = "hessian" if claim.order > 1 or claim.kind == "hessian" else claim.kind
    if len(by) != 1 and not claim.is_differential:
        return None
    d = derive(
        target, kind or (own.kind if not claim.by and function is None else ""), by, claim.supposed
    )
    return d, next(iter(d.answers)), target


def _parts(
    said: Said, claim: Claim, problem: Problem, about: Function, by: str
) -> Iterator[Definition]:
    """The definitions of the text that a claim uses and its function does not."""
    known = {**problem.symbols, **{d.symbol.name: d.symbol for d in problem.definitions}}
    names = {n for side in claim.sides for n in names_in(said, side)} - {*known, about.name}
    capitals = {n for n in names - {"T", "I"} if n.isupper() and len(n) == 1}
    diagonal = {n for n in capitals if said.has_diagonals and said.definition(n) is None}
    given = _given(problem)
    for name in sorted((names - diagonal) | ({n.lower() for n in diagonal} - {*known})):
        definition = said.definition(name)
        if definition is None or not definition.sides or definition.params:
            continue
        value = Function("", (), definition.sides[0])
        try:
            found = problem_of(said, value, (by,), scalar=False, given=given)
        except MatgradError:
            continue
        formula = closed(found)
        if {*found.symbols} <= {*problem.symbols}:
            known[name] = symbol(name, *formula.shape)
            yield Definition(known[name], formula)
    for name in sorted(diagonal):
        vector = known.get(name.lower())
        if vector is not None and vector.shape.is_column:
            value = diag_matrix(vector)
            yield Definition(symbol(name, *value.shape), value)
