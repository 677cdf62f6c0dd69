"""What was guessed of a text, as questions: the inputs that say otherwise, or that it is so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from matgrad.core.reading import Guess
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, MatgradError, Option
from matgrad.render.problem_form import problem_form
from matgrad.syntax import declared_shapes, is_guessed, otherwise

Again = Callable[[str, Mapping[str, Shape]], Problem]  # the same reader, with more declarations


def alternatives(problem: Problem, again: Again) -> tuple[Option, ...]:
    """For each guess the whole input that says otherwise, as far as there is one that is read.

    Where a declaration cannot stand in the input, as before LaTeX, the option is the problem form.
    """
    found: list[Option] = []
    for guess in problem.reading.guesses:
        own = otherwise([guess], problem.source, lambda text: again(text, {}))
        found += own or _as_form(guess, problem, again)
    return tuple(found)


def _as_form(guess: Guess, problem: Problem, again: Again) -> list[Option]:
    shapes = declared_shapes(guess.alternative)
    with suppress(MatgradError):
        if shapes:
            other = replace(again(problem.source, shapes), asked=problem.asked)
            is_other = not is_guessed(guess, other)
            return [Option(problem_form(other), guess.alternative)] if is_other else []
    return []


def refused(problem: Problem, again: Again) -> AmbiguousError:
    """The question for somebody who wants no guesses; the last option is the problem as read."""
    guesses = problem.reading.guesses
    as_read = Option(
        problem_form(replace(problem, reading=type(problem.reading)())), "as it was read"
    )
    error = AmbiguousError(
        "this would be guessed: " + "; ".join(guess.words for guess in guesses),
        guesses[0].place,
        "declare what is meant, or allow guesses",
        options=(*alternatives(problem, again), as_read),
    )
    error.source = problem.source
    return error
