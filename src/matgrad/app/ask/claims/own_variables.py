"""Claims that stand before a variable is named: “f(w) = …, the gradient is …. And by y?”

They are about the variable that the function is written with, or about one whose shape they have,
and not about one that is asked about later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.claims.inner_derivatives import by_default
from matgrad.app.ask.claims.judging import Formula, judge_any
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.problem.fixed import called_fixed
from matgrad.render.glyphs import plain_name


def by_own(subject: Subject, formula: Formula, aim: Target, verdict: Verdict) -> Verdict:
    """The verdict by the function's own variables, where the one by those asked about is bad."""
    if not verdict.is_wrong or formula.segment not in subject.found.said.unnamed:
        return verdict
    own = [_judged(subject, formula, aim, name) for name in _own(subject, verdict)]
    right = [each for each in own if each.is_right]
    fitting = [each for each in own if _fits(each)]
    return next(iter((*right, *fitting)), verdict)


def _judged(subject: Subject, formula: Formula, aim: Target, name: str) -> Verdict:
    found = judge_any(subject, formula, [Target(aim.kind, (name,), factor=aim.factor)])
    by = f"with respect to {plain_name(name)}"
    return replace(found, words="; ".join(filter(None, (by, found.words))))


def _own(subject: Subject, verdict: Verdict) -> Iterator[str]:
    """The arguments of the function; if it has none, all, if a claim has not the asked shape.

    The gradient of a function that is written f(A) is none by another variable than A.
    """
    asked = subject.found.variables
    main = subject.found.function
    fixed = called_fixed(subject.found)
    given = [name for name in by_default(subject) if name not in fixed]
    is_written = main is not None and bool(main.left.arguments)
    others = () if is_written or _fits(verdict) else subject.problem.symbols
    for name in dict.fromkeys((*given, *others)):
        if name not in asked and name in subject.problem.symbols:
            yield name


def _fits(verdict: Verdict) -> bool:
    """Has a claim the shape of the derivative with which it was compared?"""
    claim, true = verdict.claim, verdict.true
    return claim is not None and true is not None and claim.shape == true.shape
