r"""What is asked of a problem that was read: by which variables, and which kind of derivative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from matgrad.core.notation import capital
from matgrad.core.steps import Problem
from matgrad.errors import UnknownNameError, UnsupportedError
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import Written
from matgrad.syntax.latex_questions import INDICES_OF_ENTRIES, Asked, kind_of_question
from matgrad.syntax.latex_source import Source


def with_question(
    problem: Problem, asked: Asked, source: Source, names: Names, *, alone: bool
) -> Problem:
    """The problem with what is asked of it; in a formula `alone` by what occurs in it only."""
    if alone and asked.written:
        asked, notes = _by_wholes(problem, asked, names)
        problem = replace(problem, notes=(*problem.notes, *notes))
    kind = kind_of_question(asked, problem, source)
    return replace(problem, asked=(kind, asked.variables))


def _by_wholes(problem: Problem, asked: Asked, names: Names) -> tuple[Asked, list[str]]:
    r"""Derivatives by the entries x_i are those by x; one by x_1 is refused where x_1 is none."""
    known = {*problem.symbols, *(d.symbol.name for d in problem.definitions)}
    variables: list[str] = []
    notes: list[str] = []
    for written in asked.written:
        text = names.text(written, asked.position)
        whole = text if text in known else next(_wholes(problem, written, names), "")
        if not whole:
            raise UnknownNameError(
                f"{text} is not a variable of the function", asked.position,
                "variables: " + ", ".join(problem.symbols),
            )  # fmt: skip
        variables.append(whole)
        if whole != text:
            _check_letters(written, whole, asked)
            part = f"{written.stem}_{written.below}"
            notes.append(f"asked by the whole {whole}: the derivative by {part} is that part of it")
    return asked._replace(variables=tuple(dict.fromkeys(variables))), notes


def _wholes(problem: Problem, written: Written, names: Names) -> Iterator[str]:
    """What this may be an entry or a member of."""
    for stem in (written.stem, capital(written.stem)) if written.below else ():
        base = written._replace(stem=stem, below="")
        if names.chosen.get(base) in problem.symbols:
            yield names.chosen[base]


def _check_letters(written: Written, whole: str, asked: Asked) -> None:
    if not {*written.below} <= INDICES_OF_ENTRIES:
        raise UnsupportedError(
            "the derivative by an entry is that entry of the one by the whole", asked.position,
            rf"write \partial {whole}",
        )  # fmt: skip
