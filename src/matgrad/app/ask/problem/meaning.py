"""What names mean: functions that are known, and the definitions of the text."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Given, Said
from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.problem.calls import Meaning, identify

OF_MATRICES = ("square", "exp", "log", "sqrt")  # which are not those of the entries
_POWER = re.compile(r"\^\s*(?:\{([^{}]*)\}|(\w))\s*$")
# A function by its name alone, of entries.
_ALIAS = re.compile(
    r"(?:\\(?:operatorname|mathrm|text)\s*\{\s*|\\)?"
    r"(tanh|sigmoid|relu|softplus|sin|cos|exp|sinh|cosh)\s*\}?"
)


def define_in_words(reading: Reading, said: Said) -> None:
    """Take “f is x^TAx” and “J is the all-ones matrix” for definitions, unless there are others."""
    for name, value in said.meant:
        latex = reading.spelled.get(reading.names[name][0], reading.names[name][0])
        left = left_side(latex)
        known = {d.left.name for d in reading.defined}
        if left is not None and left.name not in known and value not in said.claims:
            reading.defined.append(Defined(left, latex, (reading.bare[value],), value))
    known = {d.left.name for d in reading.defined}
    for name, value in said.named_as.items():
        latex = reading.spelled.get(name, name)
        left = left_side(latex)
        if value == "0":
            said.given.append(Given(latex, value))
        elif left is not None and name not in known:
            reading.defined.append(Defined(left, latex, (_sized(name, value, reading, said),), -1))


def _sized(name: str, value: str, reading: Reading, said: Said) -> str:
    """A constant as large as the text says, which then is no declaration of a name besides."""
    own = [each for each in reading.declared if each.name == name]
    spaces = [each.within for each in own] + [said.spaces.pop(name, "")]
    power = next((found[1] or found[2] for s in spaces if (found := _POWER.search(s))), "")
    size = said.sizes.pop(name, power)
    reading.declared = [each for each in reading.declared if each not in own]
    if not size:
        return value
    return (
        f"I_{{{size.split(chr(92))[0].strip()}}}" if value == "I" else rf"\mathbf{{1}}_{{{size}}}"
    )


def meaning_of(reading: Reading, said: Said) -> Meaning:
    """What the names of functions mean, and the definitions by name."""
    functions: dict[str, str] = {}
    for name, (variable, value) in reading.mapped.items():
        functions[name] = identify(variable, value) or said.functions.get(name, "")
    for name, function in said.functions.items():
        functions.setdefault(name, function)
    defined: dict[str, Defined] = {}
    for each in reading.defined:
        name, arguments = each.left.name, each.left.arguments
        if name in functions:
            continue
        if arguments is None and (alias := _ALIAS.fullmatch(each.values[0].strip())):
            functions[name] = alias[1]  # h = \tanh
            continue
        if arguments and len(arguments) == 1 and is_called(name, arguments[0], reading):
            known = identify(arguments[0], each.values[0])
            of_entries = known not in OF_MATRICES or each.segment in said.elementwise
            if known and (of_entries or not is_matrix(arguments[0], said)):
                functions[name] = known
                continue
        defined.setdefault(name, each)
    for name in list(functions):
        if not functions[name] and name in {d.left.name for d in reading.defined}:
            del functions[name]
    return Meaning(functions, defined)


def is_matrix(argument: str, said: Said) -> bool:
    """Is the argument of a function a matrix, by its letter or in words?"""
    name = whole_name(argument) or ""
    kind = said.kinds.get(name, "matrix" if name[:1].isupper() else "")
    return kind == "matrix"


def is_called(name: str, argument: str, reading: Reading) -> bool:
    """Does the text use this function with another argument than the one it is defined with?"""
    values = [value for d in reading.defined for value in d.values if d.left.name != name]
    values += [latex for n, latex in reading.bare.items() if n not in reading.products]
    return any(name in names_in(value) for value in values)
