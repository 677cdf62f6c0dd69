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

_MARKS = r"(?:eq|0|opt|min|max|MLE|ML|LS|OLS|ridge)"
_INDEX = rf"\s*_\s*\{{\s*(?!{_MARKS}\s*\}})[A-Za-z\d]{{1,6}}\s*\}}"  # \hat\sigma_{sq}
_MARKED = re.compile(
    rf"(?:\\(?:hat|widehat)\s*)?\{{?\s*(?P<name>(?:\\?[A-Za-z]+|\\[a-z]+\s*\{{\w\}})(?:{_INDEX})?)\s*"
    rf"\}}?(?P<index>{_INDEX})?\s*"
    r"(?:[_^]\s*(?:\*|(?<=_)0|\\star|\\ast|\{\s*(?:\*|\\star|\\ast|" + _MARKS + "|"
    r"\\(?:text|mathrm|rm)\s*\{?\s*[A-Za-z]{2,6}\s*\}?)\s*\}))?"
)
_STAR = re.compile(r"[_^]\s*\{?\s*(?:\*|\\star|\\ast|opt\b|\\(?:text|mathrm)\s*\{\s*opt\s*\})")
_HAT = re.compile(r"\\(?:wide)?hat(?![A-Za-z])")


def variables_in(reading: Reading, said: Said) -> Iterator[str]:
    """What functions of the text are functions of, or are minimised over."""
    for each in reading.defined:
        yield from filter(None, map(whole_name, each.left.variables))
    yield from (name for each, _ in (*reading.asked, *said.asked) for name in each.variables)
    yield from (*reading.over, *said.over)


def unknown_in(reading: Reading, said: Said, left: str, right: str) -> list[str]:
    """The letter that an equation gives, where no function says of what it is one."""
    marked = _MARKED.fullmatch(left.strip())
    names = (whole_name(left), _unmarked(marked))
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
    name = _unmarked(_MARKED.fullmatch(left.strip()))
    given = left_side(left)
    whole = given.name if given and given.arguments is None else None
    return next((x for x in variables if x in (whole, name)), "")


def _unmarked(found: re.Match[str] | None) -> str | None:
    """The name below a hat or a star."""
    return whole_name(found["name"] + (found["index"] or "")) if found else None


def gives_argument(reading: Reading, segment: int) -> bool:
    """Is a formula y = … about an argument of a function that is written f(x, y)?"""
    names = {each.left.name for each in reading.defined if each.segment == segment}
    return bool(names & _arguments(reading))


def gives_name(reading: Reading, segment: int) -> bool:
    """Is a formula an equation that gives a name its value: ⟦x = A^{-1}b⟧?"""
    left = reading.equal.get(segment, ("",))[0]
    is_defined = any(each.segment == segment for each in reading.defined)
    return is_defined or whole_name(left) is not None


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


def is_starred(reading: Reading, segment: int, *, own: bool = False) -> bool:
    r"""Is a formula the equation of an optimum by its mark, x^* = …, or \hat x = … with f(x)?

    `own` asks for a star over the variable of a function as well.
    """
    lefts = [each.latex for each in reading.defined if each.segment == segment]
    lefts += reading.equal.get(segment, ())[:1]
    moving = [
        *reading.over,
        *(x for d in reading.defined for x in map(whole_name, d.left.variables)),
    ]
    known = [x for x in lefts if solved_for(x, filter(None, moving))]
    hats = [x for x in known if _HAT.match(x.strip())]
    return bool(hats) or any(_STAR.search(left) for left in (known if own else lefts))
