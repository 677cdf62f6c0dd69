r"""Letters beside \odot: both sides of a product of entries have one shape.

A number that is multiplied so, γ in γ ⊙ x of which nothing is said, would fit as well, but nobody
writes a number like that: it is a vector, or a matrix beside one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.problem.entries import settled_entries
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name

_SIGN = r"\\(?:odot|circ)(?![A-Za-z])"
_NAME = r"(?:\\mathrm\s*\{\w+\}|\\[A-Za-z]+|[A-Za-z])(?:_(?:\w|\{\w+\}))?"
_BEFORE = re.compile(rf"(?:^|(?<=[-+=(\[{{,|\s]))(?P<name>{_NAME})\s*{_SIGN}")
_BEHIND = re.compile(rf"{_SIGN}\s*(?P<name>{_NAME})\s*(?=$|[-+=)\]}},]|\\right|\\\||{_SIGN})")
ASK = "Is {0} a number or a vector? It is multiplied entry by entry; say which it is."


def keep_factors(found: Understood) -> None:
    """Read the function again with the letters beside ⊙ as large as what they are multiplied by."""
    problem, chosen = found.problem, found.function
    if problem is None or chosen is None:
        return
    script = script_of(found, chosen, found.is_scalar, found.kept)
    names = [name for name in _beside(script) if _is_open(name, script, problem)]
    if not names:
        return
    has_matrix = any(not (x.is_scalar or x.shape.is_vector) for x in problem.symbols.values())
    for kind in ("vector", "matrix") if has_matrix else ("vector",):
        kinds = dict.fromkeys(names, kind)
        try:
            other, notes = settled_entries(replace(script, kinds={**script.kinds, **kinds}), found)
        except MatgradError:
            continue
        if any(other.symbols[name].is_scalar for name in names):
            continue
        found.problem = other
        found.said.kinds |= kinds
        found.notes += [each for each in notes if each not in found.notes]
        return
    found.problem = None
    found.questions.append(ASK.format(" and ".join(map(plain_name, names))))


def _beside(script: Script) -> Iterator[str]:
    """The names that are one side of a product of entries."""
    found = [
        m["name"] for x in script.formulas for way in (_BEFORE, _BEHIND) for m in way.finditer(x)
    ]
    yield from dict.fromkeys(name for latex in found if (name := whole_name(latex)))


def _is_open(name: str, script: Script, problem: Problem) -> bool:
    """Is a name a number of which nothing says so?"""
    said = {*script.kinds, *script.facts, *(each.name for each in script.declared)}
    symbol = problem.symbols.get(name)
    return symbol is not None and symbol.is_scalar and name not in {*said, *script.defined}
