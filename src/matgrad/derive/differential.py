"""Differentials: dF as an expression linear in the differentials of the variables."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Expr
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import with_differentials
from matgrad.derive.definitions import in_known_names
from matgrad.derive.frobenius import rules_used
from matgrad.derive.linearise import linearise
from matgrad.derive.start import Start, begin, finish
from matgrad.ops import differential_symbol, zeros_of
from matgrad.rules import light, shortest


def differential(problem: Problem, wrt: Iterable[Expr]) -> Trace:
    """Derive the differential of a function of any shape."""
    start = begin(problem, wrt)
    line = forward(start)
    why = "linear in the differentials"
    result = start.context.trail.record(Phase.RESULT, line, line, "read off", why)
    key = ", ".join(X.name for X in start.variables)
    return finish(start, "differential", {key: result})


def forward(start: Start) -> Expr:
    """Write dF, put in the differential of each definition, and simplify: the last line."""
    function, varying = start.function, start.parts.varying
    trail, context = start.context.trail, start.context
    found = linearise(function, varying)
    named = None if found is None else in_known_names(found, start.parts)
    first = zeros_of(function.shape) if named is None else light(named, context)
    why = rules_used(function, varying) if found is not None else "it does not depend on them"
    line = trail.record(Phase.LINE, start.df, first, function.op.name, why)
    for definition in reversed(start.parts.definitions):
        dv = start.differentials.of.get(definition.symbol)
        if dv is None:
            continue
        known = {differential_symbol(definition.symbol): dv}
        following = light(with_differentials(line, known), context)
        if following is not line:
            name = definition.symbol.name
            line = trail.record(Phase.LINE, line, following, "substitute", f"d{name} from above")
    simple = shortest(line, context)
    if simple is not line:
        line = trail.record(Phase.LINE, line, simple, "simplify", "collect and shorten")
    return line
