r"""Forces of potentials: “the force is F = -Kx” claims what -\nabla V is, and is no function."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.beyond import NEGATIVE
from matgrad.app.ask.facts.said import Said, Told
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_FORCE = re.compile(
    rf"\b(?:force|forces|force\s+field|restoring\s+force|drift)\b(?:\s+(?:field|vector|then|is|are|be|equals|reads|becomes"
    rf"|given\s+by|should|must|on\s+(?:it|the\s+(?:particle|mass|body)))){{0,4}}\s*[:,]?\s*({M})",
    re.I,
)
_SIGN = re.compile(r"\\(?:partial|nabla)(?![A-Za-z])|\\frac\s*\{\s*d|''|'\s*\(")
MADE = "negative"


def tell_forces(said: Said, sentence: str, reading: Reading) -> None:
    """Keep the formulas that words call the force, if the text has one function before."""
    for found in _FORCE.finditer(sentence):
        number = next(numbers(found[1]))
        here = [d for d in reading.defined if d.segment == number and d.left.arguments is None]
        others = [d for d in reading.defined if d.segment < number and d.left.arguments]
        values = [*(d.values[-1] for d in here), reading.bare.get(number, "")]
        is_sign = any(_SIGN.search(latex) for latex in values)  # the force is -∂U/∂q
        if is_sign or len(others) != 1 or not (here or number in reading.bare):
            continue
        for each in here:
            reading.defined.remove(each)
            reading.bare[number] = each.values[-1]
        said.forces.add(number)


def take_forces(said: Said, marked: str) -> None:
    """Take forces for the negative gradient, and answers where that is what is asked for."""
    if re.search(NEGATIVE, marked, re.I):
        said.told = [
            each if each.kind or each.made else replace(each, kind=GRADIENT, made=MADE)
            for each in said.told
        ]
    said.told = [each for each in said.told if each.segment not in said.forces]
    said.told += [Told(number, GRADIENT, made=MADE) for number in sorted(said.forces)]
