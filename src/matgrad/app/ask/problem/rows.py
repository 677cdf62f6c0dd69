"""Members x_i of sums as rows of matrices: of a known number of them, or of one beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Declared
from matgrad.app.ask.problem.columns import stands
from matgrad.app.ask.problem.script import Script, read_script
from matgrad.core.notation import capital
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import latex_name

_PRODUCT = re.compile(
    r"(?:\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})|\\cdot)\s*[a-z]\s*_\s*\{?\s*[a-z](?![A-Za-z])"
    r"|[a-z]\s*_\s*(?:\{\s*[a-z]\s*\}|[a-z])\s*\\cdot"
)


def stem_of(member: str) -> str:
    """The letter x of x_i."""
    return member.partition("_")[0]


def whole_of(member: str) -> str:
    """X for x_i."""
    return capital(stem_of(member))


def beside_wholes(
    script: Script, declared: Sequence[Declared], members: Sequence[str], size: str
) -> Problem | None:
    """The problem in which u_i is a row of the U that the formula has as well."""
    bare = {name for latex in script.formulas for name in names_in(latex)}
    if not {*map(whole_of, members)} & bare:
        return None
    free = [x for x in "nmNM" if x not in {*script.names, *script.taken, size}]
    more: dict[str, Declared] = {}
    for member in members:
        index = member.partition("_")[2]
        limit = re.compile(rf"_\s*\{{\s*{index}\s*=\s*1\s*\}}\s*\^\s*\{{?\s*(\w+)")
        ends = [found[1] for latex in script.formulas if (found := limit.search(latex))]
        count = ends[0] if ends else free.pop(0) if free else "n"
        name = whole_of(member)
        space = rf"\mathbb{{R}}^{{{count} \times {size}}}"
        more.setdefault(name, Declared(name, latex_name(name), space, -1))
    problem = attempt(script, [*declared, *more.values()])
    if problem is None or any(
        _is_shaped(whole, latex) for whole in more for latex in script.formulas
    ):
        return problem
    notes = (f"{m} is the {m.partition('_')[2]}-th row of {whole_of(m)}" for m in members)
    return replace(problem, notes=(*problem.notes, *notes))


def _is_shaped(whole: str, latex: str) -> bool:
    """Does a matrix stand anywhere but between the bars of a norm?"""
    return stands(whole, re.sub(rf"\\\|\s*{whole}\s*\\\|", "", latex))


def of_known_number(
    script: Script,
    declared: Sequence[Declared],
    members: Sequence[str],
    counts: Sequence[str],
    size: str,
) -> Problem | None:
    """The problem with as many members as a declared vector has entries: K_ij beside α in R^n."""
    wholes = dict.fromkeys(map(whole_of, members))
    for count in dict.fromkeys(counts):
        space = rf"\mathbb{{R}}^{{{count} \times {size}}}"
        more = [Declared(name, latex_name(name), space, -1) for name in wholes]
        if problem := attempt(script, [*declared, *more]):
            return problem
    return None


def attempt(script: Script, declared: Sequence[Declared]) -> Problem | None:
    """The problem with these declarations, if they fit."""
    try:
        return read_script(script, declared)
    except MatgradError:
        return None


def has_products(script: Script) -> bool:
    r"""Are there products q^Tk_i or q\cdot k_i? Nobody turns a vector q for numbers k_i."""
    return any(map(_PRODUCT.search, script.formulas))


def undeclared(script: Script, declared: Sequence[Declared]) -> list[str]:
    r"""Greek letters of numbers that may be vectors all the same, as \beta in x_i^T\beta."""
    given = {each.name for each in declared} | script.defined
    given |= {name for name, kind in script.kinds.items() if kind != "vector"}
    return [x for x in dict.fromkeys(script.variables)
            if x in script.names and len(x) > 1 and x.isalpha() and x not in given]  # fmt: skip
