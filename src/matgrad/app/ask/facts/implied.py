"""What formulas imply of a name: λ in diag(λ) is a vector, and t in A(t) a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.core.facts import SQUARE_ONLY
from matgrad.render.glyphs import plain_name


def free_numbers(cut: Cut, said: Said) -> None:
    """What is said of a matrix is not said of the number that it depends on."""
    for _, by in cut.depends:
        said.facts.get(by, set[str]()).difference_update(SQUARE_ONLY)
        for kept in (said.supposed, said.doubtful, said.denied, *said.cases.values()):
            kept[:] = [(name, fact) for name, fact in kept if name != by or fact not in SQUARE_ONLY]
        said.kinds[by] = "scalar"
        said.squares.discard(by)


_GAUSSIAN = re.compile(  # the Gaussian density p(x) = …
    r"\b(?:gaussian|normal)\s+(?:probability\s+)?(?:(?:log-?\s?)?(?:density|likelihood)|pdf|log-?pdf)"
    rf"(?:\s+(?:function|is|of\s+{M}|be|given by|reads)){{0,3}}\s*[,:]?\s*({M})",
    re.I,
)
_INVERSE = re.compile(r"(\\[A-Z][a-z]+|[A-Z])\s*\^\s*\{\s*-\s*1\s*\}")
COVARIANCE = "{} is symmetric, as the covariance of a normal distribution"


def tell_covariances(said: Said, reading: Reading, marked: str) -> list[str]:
    """What is inverted in a density that the text calls Gaussian is symmetric, if it is held."""
    defined = {each.segment: each.values for each in reading.defined}
    moved = {name for each in reading.claimed for name in each.derivative.variables}
    moved |= {name for each, _ in (*reading.asked, *said.asked) for name in each.variables}
    lines: list[str] = []
    for found in _GAUSSIAN.finditer(marked):
        formula = " ".join(defined.get(next(numbers(found[1])), ()))
        for name in {whole_name(each) or "" for each in _INVERSE.findall(formula)} - moved - {""}:
            is_known = "symmetric" in said.facts.get(name, ()) or (name, "symmetric") in said.denied
            lines += [] if is_known else [COVARIANCE.format(plain_name(name))]
            said.facts.setdefault(name, set()).update(() if is_known else ("symmetric",))
    return lines


def square_in_cases(said: Said, reading: Reading) -> None:
    """What some case takes to be symmetric or orthogonal is square, if the text does not say."""
    declared = {each.name for each in reading.declared} | {*said.spaces, *said.sizes}
    supposed = {fact for facts in said.cases.values() for fact in facts}
    said.squares |= {name for name, fact in supposed if fact in SQUARE_ONLY} - declared


_DIAGONAL = re.compile(
    r"(?:\\operatorname|\\mathrm|\\text)\s*\{\s*[dD]iag\s*\}\s*(?:\\left\s*)?\(\s*"
    r"(?P<x>\\[a-z]+|[a-z])\s*(?:\\right\s*)?\)"
)


def tell_diagonals(said: Said, reading: Reading) -> None:
    """What stands on a diagonal is a vector, if nothing else is said of it."""
    declared = {each.name for each in reading.declared}
    for name in _diagonals(reading):
        if name not in declared and name not in said.kinds:
            said.kinds[name] = "vector"


def _diagonals(reading: Reading) -> Iterator[str]:
    formulas = [value for each in reading.defined for value in each.values]
    for latex in (*formulas, *reading.bare.values()):
        for found in _DIAGONAL.finditer(latex):
            if name := whole_name(found["x"]):
                yield name
