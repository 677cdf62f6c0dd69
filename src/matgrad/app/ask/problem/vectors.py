r"""Letters of vectors that could be numbers: the y of \|x\|y, of which a gradient is asked.

People write numbers first and vectors last. A letter that ends a product of numbers and of which
nothing is said is a vector, and the function has a Jacobian, although a number would give it a
gradient.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.notation import key, name_at, source_of
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_source import Source

NUMBERS = frozenset("crstkn")  # letters that people give to numbers


def keep_vectors(found: Understood) -> None:
    """Read the function again with the letters as vectors that are so by convention."""
    problem, chosen = found.problem, found.function
    if problem is None or chosen is None or not (found.is_scalar and problem.function.is_scalar):
        return
    script = script_of(found, chosen, found.is_scalar, found.kept)
    names = [name for name in last_names(script) if may_be_vector(name, script, problem)]
    kinds = {name: "matrix" if name[0].isupper() else "vector" for name in names}
    if not names:
        return
    try:
        other, notes = settled(replace(script, kinds={**script.kinds, **kinds}, scalar=False))
    except MatgradError:
        return
    if other.function.is_scalar or any(other.symbols[name].is_scalar for name in names):
        return
    found.problem, found.is_scalar = other, False
    found.said.kinds |= kinds
    found.notes += notes
    for name, kind in kinds.items():
        found.notes.append(f"{plain_name(name)} is read as a {kind}: nothing calls it a number")


def may_be_vector(name: str, script: Script, problem: Problem) -> bool:
    """Is a letter a number only so that the function is one, and is there a vector besides?"""
    said = {
        *script.kinds,
        *script.facts,
        *script.variables,
        *NUMBERS,
        *(each.name for each in script.declared),
    }
    is_number = name in problem.symbols and problem.symbols[name].is_scalar
    is_letter = len(name) == 1 and name.isascii()
    return is_number and is_letter and name not in said and _has_vector(problem)


def _has_vector(problem: Problem) -> bool:
    return any(not x.is_scalar for x in problem.symbols.values())


def last_names(script: Script) -> list[str]:
    """The names with which the terms of the function end, behind other factors."""
    source = source_of(script.function)
    if source is None:
        return []
    found = [_last(source, lo, hi) for lo, hi in _terms(source)]
    names = [name for name in found if name is not None]
    is_product = any(name != script.function.strip() for name in names)
    return names if len(names) == len(found) and is_product else []


def _terms(source: Source) -> Iterator[tuple[int, int]]:
    start, end = 0, len(source.glyphs)
    for at in top_level(source, 0, end):
        if source.glyphs[at].text in ("+", "-", "minus"):
            if at > start:
                yield start, at
            start = at + 1
    yield start, end


def _last(source: Source, lo: int, hi: int) -> str | None:
    for at in range(hi - 1, lo - 1, -1):
        name = name_at(source, at, hi)
        if name is not None and source.skip_spaces(name.after, hi) == hi:
            is_script = at > lo and source.glyphs[at - 1].kind in ("sup", "sub", "command")
            return None if is_script else key(name.name)
        if source.glyphs[at].kind != "space":
            return None
    return None
