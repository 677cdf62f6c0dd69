"""Answers to questions about programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.answer.reply import Reply
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.programs.reading import Reader
from matgrad.app.ask.programs.supposing import verdicts
from matgrad.app.derivation import Derivation
from matgrad.app.network import Backpropagation
from matgrad.errors import LimitError, MatgradError
from matgrad.programs.listings.problems import problem_of
from matgrad.verify.claim import UNDECIDED

OTHERWISE = (
    "it is {0} with the shapes above, but {1} with others that fit; say which shapes are meant"
)


def answer_program(found: Understood) -> Reply:
    """The derivation, and verdicts on the derivatives that the program or the text has."""
    ways: list[Reader] = found.program or []
    derivations: list[Derivation] = []
    claims: list[Verdict] = []
    if ways and found.problem is not None:
        try:
            derivations += _derived(found, ways[0])
        except MatgradError as error:
            found.errors.append(error)
        claims = _verdicts(ways)
    reply = Reply(found, derivations, claims)
    reply.chain = None  # a program is followed line by line, not as a product of Jacobians
    return printable(reply)


def printable(reply: Reply) -> Reply:
    """The reply, unless it is too long to be printed."""
    try:
        reply.text("short")
    except LimitError as error:
        found = reply.understood
        found.problem, found.errors = None, [error]
        return Reply(found, [], [])
    return reply


def _derived(found: Understood, m: Reader) -> list[Derivation]:
    """The derivatives by inputs together, and by each computed value alone."""
    assert found.problem is not None
    derivations: list[Derivation] = []
    if found.variables:
        d: Derivation = getattr(api, found.kind)(
            found.problem, list(found.variables) if found.kind == GRADIENT else found.variables[0]
        )
        is_network = found.said.is_network and found.kind == GRADIENT and found.problem.definitions
        derivations.append(
            Backpropagation(d.trace, d.verdict, with_value=True) if is_network else d
        )
    for name in found.others:
        assert m.function is not None
        variable = m.version(name, m.function.expr)
        assert variable is not None
        problem = problem_of(m, (variable,))
        made = getattr(api, GRADIENT if problem.function.is_scalar else "jacobian")
        derivations.append(made(problem, variable.expr.name))
    return derivations


def _verdicts(ways: Sequence[Reader]) -> list[Verdict]:
    """Verdicts; where other shapes fit as well and give another one, it is undecided."""
    best, *others = (verdicts(m) for m in ways)
    return [
        _among(verdict, [each[number] for each in others if number < len(each)])
        for number, verdict in enumerate(best)
    ]


def _among(verdict: Verdict, rivals: Sequence[Verdict]) -> Verdict:
    """A verdict, unless another way to read the program contradicts it."""
    differ = [x.status for x in rivals if x.is_right != verdict.is_right]
    if not differ or not (verdict.is_right or verdict.is_wrong):
        return verdict
    words = OTHERWISE.format(verdict.status, differ[0])
    return replace(verdict, status=UNDECIDED, words=words, report=None)
