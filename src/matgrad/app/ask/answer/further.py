"""The other functions of a text whose derivatives are asked for as well, each with its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    Left,
    whole_name,
)
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.asked import questions_in
from matgrad.app.ask.problem.calls import have_same_values
from matgrad.app.ask.problem.choosing import NAMES, by_segment, by_text, is_about, is_same, reached
from matgrad.app.ask.problem.constraints import freed
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain

SAME = "{0} is the same function as {1}"
MOST = 4  # functions that are answered besides the first


def other_functions(found: Understood) -> list[tuple[Defined, Derivative]]:
    """The functions whose derivatives are asked for as well, with what is asked of each."""
    chosen = found.function
    assert chosen is not None
    called = {name for n in found.said.of for name in found.reading.names.get(n, ())}
    called &= {d.left.name for d in found.reading.defined if d.left.arguments}
    parts = reached(found, chosen) - called - {"f"}  # a part may be asked for by its name
    made: list[tuple[Defined, Derivative]] = []
    for other, asked in _asked(found):
        same = [i for i, (each, _) in enumerate(made) if is_same(each, other)]
        if same and asked.kind == HESSIAN:  # whose derivation begins with the gradient
            made[same[0]] = other, asked
        elif not same and not is_same(chosen, other) and other.left.name not in parts:
            made.append((other, asked))
    return made


def _asked(found: Understood) -> Iterator[tuple[Defined, Derivative]]:
    words = {segment: each for each, segment in found.said.asked}
    plain = next((each for each, _ in found.said.asked), Derivative(GRADIENT, ""))
    for segment in found.said.of:
        other = None if is_about(found, segment) else by_segment(found, segment, ())
        if other is not None:
            yield other, words.get(segment, plain)
    yield from ((other, plain) for other in found.beside)
    aliases = [each.derivative for each in found.reading.aliases.values()]
    named = [x for x in questions_in(found.reading, found.said) if any(x is y for y in aliases)]
    for each in (*(each for each, _ in found.reading.asked), *named):  # F = -∇U, p = ∂T/∂v
        other = by_text(found, each.function, each.variables) if each.function else None
        if other is not None:
            yield other, each


def gradients(
    found: Understood, problem: Problem, derivations: Sequence[Derivation]
) -> list[Derivation]:
    """The gradients that are asked for beside a Hessian and that its derivation does not show."""
    shown = {d.trace.before.wrt[0].name for d in derivations if d.trace.before}
    names = [x for x in _by_gradients(found, problem) if x not in shown]
    return [api.gradient(problem, tuple(names))] if names else []


def differentials(found: Understood, problem: Problem) -> list[Derivation]:
    """The differential df that a formula asks for beside another derivative of the function."""
    asked = [each for each, _ in found.reading.asked if each.kind == DIFFERENTIAL]
    is_own = any(whole_name(each.function) == problem.name for each in asked)
    if not is_own or found.kind == DIFFERENTIAL:
        return []
    return [api.differential(problem, found.variables)]


def first_ones(found: Understood, problem: Problem) -> list[Derivation]:
    """The gradients beside a Hessian, where the text wants both at a point."""
    names = _by_gradients(found, problem) if found.said.at else []
    return [api.gradient(problem, tuple(names))] if names else []


def _by_gradients(found: Understood, problem: Problem) -> list[str]:
    """The variables by which a gradient is asked for beside a Hessian."""
    if found.kind != HESSIAN or not problem.function.is_scalar:
        return []
    plain = [each for each, segment in found.said.asked if is_about(found, segment)]
    asked = [each for each in (*found.asked, *plain) if each.kind == GRADIENT]
    wanted = [name for each in asked for name in each.variables or found.variables]
    return [name for name in dict.fromkeys(wanted) if name in problem.symbols]


def answers(subjects: Subjects) -> list[Derivation]:
    """The derivations for the other functions, as far as it is clear what is asked."""
    made: list[Derivation] = []
    chosen = subjects.found.function
    taken = {subjects.main.problem.name}
    for other, asked in other_functions(subjects.found)[:MOST]:
        try:
            d = _derived(subjects, _renamed(subjects.found, other, taken), asked)
        except MatgradError:
            continue
        if d is not None and d.verdict.ok:
            subjects.found.answered.append(other)
            is_open = other.segment < 0 or chosen is None or chosen.segment < 0
            if is_open and (same := _same_one(subjects.main.problem, made, d)):
                own = plain(d.trace.origin.problem.function)
                subjects.found.notes.append(SAME.format(own, plain_name(same)))
                continue
            made.append(d)
            taken.add(d.trace.origin.problem.name)
    return made


def _same_one(main: Problem, made: Sequence[Derivation], d: Derivation) -> str:
    """The name of the function that is this one in other words: tr(AX) is tr(XA)."""
    own, x = d.trace.origin.problem, d.trace.wrt[0].name
    for known in (main, *(each.trace.origin.problem for each in made)):
        is_whole = not (known.definitions or own.definitions)
        if is_whole and known.symbols == own.symbols and have_same_values(known, own, x):
            return known.name
    return ""


def _derived(subjects: Subjects, other: Defined, asked: Derivative) -> Derivation | None:
    is_scalar = asked.kind != JACOBIAN
    subject = subjects.of(other, next(iter(asked.variables), ""), is_scalar)
    variables = _variables(subjects.found, subject.problem, other, asked)
    if not variables:
        return None
    problem, _ = freed(subject.problem, variables)
    return getattr(api, subject.kind(asked.kind))(replace(problem, name=other.left.name), variables)


def _variables(
    found: Understood, problem: Problem, other: Defined, asked: Derivative
) -> tuple[str, ...]:
    """The variables that are asked for, or those of which it is a function."""
    given = tuple(filter(None, map(whole_name, other.left.arguments or ())))
    anywhere = [name for each, _ in found.said.asked for name in each.variables]
    alone = tuple(problem.symbols) if len(problem.symbols) == 1 else ()
    for names in (asked.variables, given, anywhere, found.variables, alone):
        known = [name for name in dict.fromkeys(names) if name in problem.symbols]
        if known:
            return tuple(known)
    return ()


def _renamed(found: Understood, other: Defined, taken: set[str]) -> Defined:
    """A formula without a name of its own under a letter that is still free."""
    if other.segment >= 0 or other.left.name not in taken:
        return other
    used = {*reached(found, other), *taken}
    name = next((name for name in (*NAMES, "g") if name not in used), other.left.name)
    return replace(other, left=Left(name, other.left.arguments), latex=name)
