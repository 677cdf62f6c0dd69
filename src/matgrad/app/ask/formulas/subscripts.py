r"""Derivatives by their names: f_x and f_{xy} where f is a function of x and y, grad and grad_W."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN, Derivative, whole_name
from matgrad.app.ask.formulas.reading import Reading

_SCRIPTED = re.compile(r"(?P<of>.+?)_(?P<by>[a-z]{1,2})")
_WORD = re.compile(r"(?P<word>[A-Za-z]+?)(?:_(?P<by>\w+))?")
WORDS = {
    "grad": GRADIENT, "gradient": GRADIENT, "hess": HESSIAN, "hessian": HESSIAN,
    "jac": JACOBIAN, "jacobian": JACOBIAN,
}  # fmt: skip


def take_subscripts(reading: Reading) -> None:
    """Take equations for claims, and names for questions, whose left sides are derivatives."""
    named = [(each, _derivative(each.left.name, reading)) for each in reading.defined]
    if reading.bare or any(found is None for _, found in named):  # there is another function
        reading.defined = [each for each, found in named if found is None]
        reading.claimed += [
            Claimed(found, each.latex, each.values, each.segment)
            for each, found in named
            if found is not None
        ]
    for number, names in list(reading.names.items()):
        found = _partial(names[0], reading) if len(names) == 1 else None
        if found is not None:
            reading.asked.append((found, number))
            reading.written[number] = reading.spelled.get(names[0], names[0])
            del reading.names[number]


def _derivative(name: str, reading: Reading) -> Derivative | None:
    """The derivative that a name is: a word for it, or a function with its arguments below."""
    word = _WORD.fullmatch(name)
    if word is not None and word["word"].lower() in WORDS:
        return Derivative(WORDS[word["word"].lower()], "", (word["by"],) if word["by"] else ())
    return _partial(name, reading)


def _partial(name: str, reading: Reading) -> Derivative | None:
    found = _SCRIPTED.fullmatch(name)
    given = [d.left.arguments for d in reading.defined if found and d.left.name == found["of"]]
    known = {whole_name(x) for x in (given[0] or () if given else ())}
    if found is None or not {*found["by"]} <= known:
        return None
    kind = GRADIENT if len(found["by"]) == 1 else HESSIAN
    latex = reading.spelled.get(found["of"], found["of"])
    return Derivative(kind, latex, tuple(dict.fromkeys(found["by"])))
