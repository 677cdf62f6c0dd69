"""What formulas imply of a name: λ in diag(λ) is a vector, and t in A(t) a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Reading
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


_ENTRY = re.compile(  # K_{ij} = k(x_i, x_j)
    r"\s*(?P<name>\\[A-Z][a-z]+|[A-Z])\s*_\s*\{\s*(?P<i>[a-z])\s*,?\s*(?P<j>[a-z])\s*\}\s*:?=(?P<value>.+)",
    re.S,
)
_KERNEL = re.compile(r"\b(?:kernel|gram|covariance function|similarity|affinity|distance)", re.I)
_OPEN = re.compile(r"\b(?:not|if|unless|asymmetric|non-?symmetric|directed|cross)\b", re.I)


def tell_kernels(said: Said, cut: Cut) -> None:
    """A kernel matrix between points and the same points is symmetric."""
    words = cut.words
    if not _KERNEL.search(words) or _OPEN.search(words):
        return
    for latex in cut.formulas:
        found = _ENTRY.match(latex)
        name = whole_name(found["name"]) if found else None
        if found and name and _is_mutual(found) and "symmetric" not in said.facts.get(name, ()):
            said.implied.append(f"{plain_name(name)} is symmetric, as a kernel matrix")
            said.facts.setdefault(name, set()).add("symmetric")


def _is_mutual(found: re.Match[str]) -> bool:
    """Does an entry compare the members i and j of one family, by nothing else?"""
    value = re.sub(
        r"\\(?:left|right|operatorname|mathrm|text|[lr]?Vert|exp|frac|langle|rangle|top)",
        " ",
        found["value"],
    )
    members = [
        {*re.findall(rf"(\w|\\\w+|\\\w+\{{\w\}})\s*_\s*\{{?\s*{index}\b", value)}
        for index in (found["i"], found["j"])
    ]
    return members[0] == members[1] != set() and not re.search(r"[A-SU-Z]", value)


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
