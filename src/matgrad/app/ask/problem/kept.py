"""Which names of a function stay variables although the text defines them."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.formulas.notation import Derivative, names_in, whole_name
from matgrad.app.ask.problem.choosing import reached
from matgrad.app.ask.problem.doubts import held_fixed
from matgrad.app.ask.problem.models import hold_data, turn_models
from matgrad.app.ask.problem.understood import Understood
from matgrad.render.glyphs import plain_name


def keep(found: Understood, asked: Sequence[Derivative]) -> None:
    """Decide which names stay variables although they are defined."""
    function = found.function
    assert function is not None
    turn_models(found, function, [name for each in asked for name in each.variables])
    inside = reached(found, function)
    wanted = dict.fromkeys(name for each in asked for name in each.variables if name in inside)
    parts = [name for name in wanted if name in found.meaning.defined]
    leaves = [name for name in wanted if name not in parts]
    found.kept = tuple(parts[:1]) if not leaves else ()
    found.others = [name for name in parts if name not in found.kept]
    direct = set(names_in(function.values[0]))
    given = [*filter(None, map(whole_name, function.left.arguments or ()))]
    if not wanted and len(direct) == 1 and function.left.arguments is None and not found.said.over:
        parts = found.meaning.defined  # \|X\|_*, with X = U S V^T; not F(X) = AXB
        found.kept = tuple(x for x in direct if x in parts and parts[x].left.arguments is None)
    if not wanted:  # L(w) is a function of w, although w = … is the solution
        found.kept += tuple(x for x in given if x in found.meaning.defined and x not in found.kept)
    for name in held_fixed(found):
        if name in inside and name not in found.kept and name != function.left.name:
            found.kept += (name,)
            found.notes.append(f"{plain_name(name)} is held fixed, as the text says")
    hold_data(found, function, leaves or given)
