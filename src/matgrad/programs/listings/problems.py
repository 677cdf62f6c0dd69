"""The function of a program as a problem, by inputs or by what is computed on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.core.steps import Problem
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.machine import Machine


def problem_of(m: Machine, free: Sequence[Array] = ()) -> Problem:
    """The function of a program; what is computed and stands among `free` is a variable."""
    assert m.function is not None
    variables = {x.expr for x in free}
    used = m.uses(m.function.expr)
    steps = tuple(
        replace(d, value=m.without_aliases(m.cleared.get(d.symbol, d.value), variables))
        for d in m.definitions
        if d.symbol in used and d.symbol not in variables and d.symbol not in m.aliases
    )
    name = m.called_so
    own = next((d for d in steps if d.symbol is m.function.expr), None)
    function = m.without_aliases(m.function.expr, variables)
    if own is not None:  # the value has the name of the function itself
        function, name = own.value, own.symbol.name
        steps = tuple(d for d in steps if d is not own)
    roots = [function, *(d.value for d in steps)]
    inside = {x for root in roots for x in m.uses(root)} - {d.symbol for d in steps}
    order = [m.inputs[x].expr for x in m.inputs] + [x.expr for x in free]
    symbols = {x.name: x for x in dict.fromkeys(order) if x in inside or x in variables}
    taken = {*symbols, *(d.symbol.name for d in steps)}
    name = name if name not in taken else next(x for x in ("f", "F", "L") if x not in taken)
    reserved = frozenset({*m.naming.taken, *m.latest})  # they mean something else in claims
    return Problem(function, name, steps, symbols, reserved=reserved)
