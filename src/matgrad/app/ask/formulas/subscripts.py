r"""Derivatives by their names: f_x and f_{xy} where f is a function of x and y, grad and grad_W."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    head_of,
    left_side,
    whole_name,
    with_log_alone,
    with_log_name,
)
from matgrad.app.ask.formulas.reading import Defined, Reading

_LOGARITHM = re.compile(r"\\(?:log|ln)\s*([A-Za-z])")
_SCRIPTED = re.compile(r"(?P<of>.+?)_(?P<by>[a-z]{1,2})")
_WORD = re.compile(r"(?P<word>[A-Za-z]+?)(?:_(?P<by>\w+))?")
WORDS = {
    "grad": GRADIENT, "gradient": GRADIENT, "hess": HESSIAN, "hessian": HESSIAN,
    "jac": JACOBIAN, "jacobian": JACOBIAN,
}  # fmt: skip


def take_logarithms(reading: Reading) -> None:
    r"""Take \log p for the function log p(x) that the text defines."""
    _define_logarithms(reading)
    known = {each.left.name: each for each in reading.defined}

    def meant(each: Derivative) -> Derivative:
        found = _LOGARITHM.fullmatch(each.function.strip())
        name = f"log{found[1]}" if found else ""
        return replace(each, function=head_of(known[name].latex)) if name in known else each

    reading.asked = [(meant(each), number) for each, number in reading.asked]
    reading.claimed = [replace(c, derivative=meant(c.derivative)) for c in reading.claimed]


def _define_logarithms(reading: Reading) -> None:
    r"""Define \log p(x), of which the text gives or asks a derivative, where p(x) is defined."""
    derivatives = [*(each for each, _ in reading.asked), *(c.derivative for c in reading.claimed)]
    derivatives += [each.derivative for each in reading.aliases.values()]
    for each in derivatives:
        left = left_side(with_log_alone(each.function)) if each.function else None
        sign, is_log, name = left.name.partition("log") if left else ("", "", "")
        known = {d.left.name: d for d in reading.defined}
        if left is None or not is_log or sign not in ("", "n") or left.name in known:
            continue
        if name in known and known[name].left.arguments:
            p = known[name]
            value = rf"{sign and '-'}\log {p.latex}"
            latex = with_log_name(value)
            reading.spelled.setdefault(left.name, head_of(latex))
            own = replace(p.left, name=left.name)
            reading.defined.append(Defined(own, latex, (value,), p.segment))


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
