r"""Compositions: \phi\circ g is x ↦ φ(g(x)) where the text has functions of these names.

Between matrices the same sign is the product of their entries; what may be either is asked about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.problem.calls import Meaning
from matgrad.app.ask.problem.understood import Understood
from matgrad.render.glyphs import plain_name

_NAME = r"(?:\\[A-Za-z]+|(?<![A-Za-z\\])[A-Za-z])(?:_(?:\w|\{\w+\}))?"
_CHAIN = re.compile(
    rf"(?P<open>\(\s*)?(?P<chain>{_NAME}(?:\s*\\circ\s*{_NAME})+)(?![\w^'])"
    r"(?(open)\s*\)(?:\s*\((?P<inner>[^()]+)\))?|(?:\s*\((?P<outer>[^()]+)\))?)"
)
ASK = "Is {0} the composition, {1}? Write it so, or {2} for the product of entries."


def compose(reading: Reading, meaning: Meaning) -> bool:
    """Write compositions of the text's functions as calls; is there one?"""
    before = [d.values for d in reading.defined], dict(reading.bare)
    reading.defined = [_composed(each, reading, meaning) for each in reading.defined]
    reading.bare |= {n: _called(latex, reading, meaning) for n, latex in reading.bare.items()}
    return before != ([d.values for d in reading.defined], reading.bare)


def _composed(each: Defined, reading: Reading, meaning: Meaning) -> Defined:
    """A definition; that of a composition is a function of what its first function is one of."""
    values = tuple(_called(value, reading, meaning) for value in each.values)
    if values == each.values:
        return each  # the same one: the function is told from its other forms by that
    whole = _CHAIN.fullmatch(each.values[0].strip())
    first = re.split(r"\\circ", whole["chain"])[-1].strip() if whole else ""
    arguments = _arguments(first, reading) if first else ()
    left = each.left
    left = replace(left, arguments=arguments) if arguments and not left.arguments else left
    return replace(each, left=left, values=values)


def _called(latex: str, reading: Reading, meaning: Meaning) -> str:
    def call(found: re.Match[str]) -> str:
        parts = re.split(r"\s*\\circ\s*", found["chain"])
        if not all(_is_function(part, reading, meaning) for part in parts):
            return found[0]
        given = ", ".join(_arguments(parts[-1], reading))
        inside = found["inner"] or found["outer"] or given
        for part in reversed(parts if inside else ()):
            inside = f"{part}({inside})"
        return inside or found[0]

    return _CHAIN.sub(call, latex)


def _is_function(latex: str, reading: Reading, meaning: Meaning) -> bool:
    name = whole_name(latex)
    given = reading.functions | {*meaning.functions, *reading.signatures, *reading.mapped}
    return name in given


def _arguments(latex: str, reading: Reading) -> tuple[str, ...]:
    """The arguments with which the text defines a function."""
    name = whole_name(latex)
    given = [d.left.arguments for d in reading.defined if d.left.name == name]
    return next((each for each in given if each), ())


def unknown_composition(found: Understood) -> str | None:
    r"""What to ask where a function stands beside \circ and it is not clear what is composed."""
    reading = found.reading
    formulas = [*(v for d in reading.defined for v in d.values), *reading.bare.values()]
    for latex in formulas:
        for chain in _CHAIN.finditer(latex):
            parts = re.split(r"\s*\\circ\s*", chain["chain"])
            names = [plain_name(whole_name(part) or part) for part in parts]
            if any(_acts(part, found) for part in parts):
                call = "(".join((*names, "x")) + ")" * len(names)
                return ASK.format(" ∘ ".join(names), call, " ⊙ ".join(names))
    return None


def _acts(latex: str, found: Understood) -> bool:
    r"""Is a name used as a function: φ(…), ∇φ, φ', J_φ?"""
    if _is_function(latex, found.reading, found.meaning):
        return True
    name = re.escape(latex.strip())
    used = (
        rf"(?<![A-Za-z\\]){name}(?![A-Za-z])\s*(?:\\left\s*)?(?:\(|'|\\prime)"
        rf"|\\nabla\s*{name}(?![A-Za-z])|(?:J|D)\s*_?\s*\{{?\s*{name}(?![A-Za-z])"
    )
    return any(re.search(used, text) for text in found.cut.formulas)
