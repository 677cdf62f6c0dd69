"""Which names of a function stay variables although the text defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.facts.said import DENIED
from matgrad.app.ask.formulas.claimed import differentials_in
from matgrad.app.ask.formulas.notation import (
    Derivative,
    left_side,
    names_in,
    whole_name,
    with_bases,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.calls import depends_on
from matgrad.app.ask.problem.choosing import reached
from matgrad.app.ask.problem.fixed import held_fixed, perhaps_fixed
from matgrad.app.ask.problem.models import hold_data, turn_models
from matgrad.app.ask.problem.understood import Understood
from matgrad.render.glyphs import plain_name

# What takes a matrix apart and defines nothing by which to derive: X = U S V^T.
_TAKEN_APART = re.compile(
    r"\b(?:svd|singular|decompos\w+|factori[sz]\w+|eigen\w*|spectral|cholesky|polar|qr)\b", re.I
)
_FACTORS = re.compile(r"\s*[UQPVL]\s*_?(?:\\(?:Sigma|Lambda)|[A-Z])[^-+=]*")


def keep(found: Understood, asked: Sequence[Derivative]) -> None:
    """Decide which names stay variables although they are defined."""
    function = found.function
    assert function is not None
    named = [name for each in asked for name in each.variables]
    turn_models(found, function, named or found.said.over)
    _leave_named(found, named)
    inside = reached(found, function)
    named = [x if x in inside else with_bases([x])[-1] for x in named]  # z, where z_j is asked
    wanted = dict.fromkeys(name for name in named if name in inside)
    parts = [name for name in wanted if name in found.meaning.defined]
    leaves = [name for name in wanted if name not in parts]
    found.kept = tuple(parts[:1]) if not leaves else ()
    found.others = [name for name in parts if name not in found.kept]
    direct = set(names_in(function.values[0]))
    given = [*filter(None, map(whole_name, function.left.arguments or ()))]
    if not wanted and len(direct) == 1 and function.left.arguments is None and not found.said.over:
        found.kept = tuple(x for x in direct if _is_whole(found, x))
    if not wanted:  # L(w) is a function of w, although w = … is the solution
        found.kept += tuple(x for x in given if x in found.meaning.defined and x not in found.kept)
    for name in held_fixed(found):
        if name in inside and name not in found.kept and name != function.left.name:
            found.kept += (name,)
            found.notes.append(f"{plain_name(name)} is held fixed, as the text says")
    for name, how in perhaps_fixed(found).items():
        if name in inside and name not in found.kept and how != DENIED:
            found.notes.append(f"{plain_name(name)} is not held fixed: {how}")
    hold_data(found, function, leaves or given)


def reserve(found: Understood) -> None:
    """Letters of what is held fixed are no names for parts: r in t = r + γvᵀθ is the reward."""
    values = [found.meaning.defined[x].values[0] for x in found.kept if x in found.meaning.defined]
    if found.problem is not None and values:
        names = frozenset(name for latex in values for name in names_in(latex))
        found.problem = replace(found.problem, reserved=names - {*found.problem.symbols})


def _leave_named(found: Understood, wanted: Sequence[str]) -> None:
    """Leave a definition that says nothing: x = f(t), with a name only, where it is asked by x."""
    known = {*found.meaning.defined, *found.meaning.functions}
    for name in wanted:
        part = found.meaning.defined.get(name)
        value = left_side(part.values[0]) if part and part.left.arguments is None else None
        inside = [*filter(None, map(whole_name, value.arguments or ()))] if value else []
        if value and inside and value.name not in known and not {*inside} & {*wanted}:
            del found.meaning.defined[name]
            x, shown = plain_name(name), quoted(part.values[0] if part else "").plain
            found.notes.append(f"{x} is a variable of its own: {shown} is not known")


def _is_whole(found: Understood, name: str) -> bool:
    """Is the only name of a function its variable, although it is defined?

    It is not where a formula that the text claims has a name in it that only the definition brings
    in: A in -2A^Tr for r = b - Ax. Where nothing is claimed, it is not known.
    """
    part = found.meaning.defined.get(name)
    if part is None or part.left.arguments is not None:
        return False
    if _TAKEN_APART.search(found.cut.words) or _FACTORS.fullmatch(part.values[0]):
        return True
    claimed = [found.reading.formula(n) for n in found.said.claims]
    claimed += [value for claim in found.reading.claimed for value in claim.values]
    inner = {*names_in(part.values[0])}.union(
        *(depends_on(each, found.meaning) for each in names_in(part.values[0]))
    )
    used = {each for latex in claimed for each in (*names_in(latex), *differentials_in(latex))}
    if not claimed or used & inner:
        return False
    shown = f"{plain_name(name)} = {quoted(part.values[0]).plain}"
    found.notes.append(f"the variable is {plain_name(name)}: {shown} is not put in")
    found.whole = name
    return True
