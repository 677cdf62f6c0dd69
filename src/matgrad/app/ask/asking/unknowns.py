"""Which variable an equation is solved for, as x in x^* = A^{-1}b."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    Derivative,
    left_side,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.reading import Reading

_MARKED = re.compile(
    r"(?:\\(?:hat|widehat)\s*)?\{?\s*(?P<name>\\?[A-Za-z]+|\\[a-z]+\s*\{\w\})\s*\}?\s*"
    r"(?:[_^]\s*(?:\*|\\star|\\ast|\{\s*(?:\*|\\star|\\ast|opt|min|max|MLE|ML|LS|OLS|ridge"
    r"|\\(?:text|mathrm|rm)\s*\{?\s*[A-Za-z]{2,6}\s*\}?)\s*\}))?"
)


def variables_in(reading: Reading, said: Said) -> Iterator[str]:
    """What functions of the text are functions of, or are minimised over."""
    for each in reading.defined:
        yield from filter(None, map(whole_name, each.left.variables))
    yield from (name for each, _ in (*reading.asked, *said.asked) for name in each.variables)
    yield from (*reading.over, *said.over)


def unknown_in(reading: Reading, said: Said, left: str, right: str) -> list[str]:
    """The letter that an equation gives, where no function says of what it is one."""
    marked = _MARKED.fullmatch(left.strip())
    names = (whole_name(left), whole_name(marked["name"]) if marked else None)
    used = [*reading.bare.values(), *(value for each in reading.defined for value in each.values)]
    used = [latex for latex in used if latex != right]
    inside = {name for latex in used for name in names_in(latex)} - {*names_in(right)}
    name = next((x for x in names if x in inside), None)
    if name is None:
        return []
    said.over.append(name)
    return [name]


def solved_for(left: str, variables: Iterable[str]) -> str:
    r"""The variable whose value an equation gives, as x in x^* = …; nothing if it gives none.

    >>> solved_for(r"\\hat{x}", ["x"])
    'x'
    """
    found = _MARKED.fullmatch(left.strip())
    name = whole_name(found["name"]) if found else None
    given = left_side(left)
    whole = given.name if given and given.arguments is None else None
    return next((x for x in variables if x in (whole, name)), "")


def gives_argument(reading: Reading, segment: int) -> bool:
    """Is a formula y = … about an argument of a function that is written f(x, y)?"""
    names = {each.left.name for each in reading.defined if each.segment == segment}
    return bool(names & _arguments(reading))


def _arguments(reading: Reading) -> set[str]:
    lefts = (each.left for each in reading.defined)
    return {name for left in lefts for name in map(whole_name, left.variables) if name}


def ask_for_solved(said: Said, reading: Reading) -> None:
    """Ask by each argument that a text solves for, where it names only another one in words."""
    named = {name for each, _ in said.asked for name in each.variables}
    solved = {each.name for each in said.solved if not each.is_open} & _arguments(reading)
    if named & solved:
        missing = sorted(solved - named)
        said.asked += [(Derivative(GRADIENT, "", (name,)), -1) for name in missing]
