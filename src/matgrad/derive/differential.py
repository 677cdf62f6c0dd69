"""Differentials: dF as an expression linear in the differentials of the variables."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.rule import Context
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import substitute
from matgrad.derive.cascade import Cascade, cascade
from matgrad.derive.definitions import Differentials, differentiate
from matgrad.derive.gradient import check_variables, finish, prepare_problem
from matgrad.derive.linearise import linearise
from matgrad.ops import differential_symbol, symbol_op, zeros_of
from matgrad.rules import shortest


def differential(problem: Problem, wrt: Iterable[Expr]) -> Trace:
    """Derive the differential of a function of any shape."""
    variables = check_variables(problem, wrt)
    context = Context()
    prepared = prepare_problem(problem, context)
    parts, function = cascade(prepared, variables)
    line = forward(problem, parts, function, differentiate(parts, context))
    why = "linear in the differentials"
    result = context.trail.record(Phase.RESULT, line, line, "read off", why)
    key = ", ".join(X.name for X in variables)
    return finish("differential", problem, prepared, variables, parts, context, {key: result})


def forward(problem: Problem, parts: Cascade, function: Expr, differentials: Differentials) -> Expr:
    """Write dF, put in the differential of each definition, and simplify: the last line."""
    context = differentials.context
    dF: Expr = differential_symbol(make(symbol_op, (), Symbol(problem.name, function.shape)))
    found = linearise(function, parts.varying)
    trail = context.trail
    first = zeros_of(function.shape) if found is None else found
    line = trail.record(Phase.LINE, dF, first, function.op.name, function.op.why)
    for definition in reversed(parts.definitions):
        dv = differentials.of.get(definition.symbol)
        if dv is None:
            continue
        following = substitute(line, {differential_symbol(definition.symbol): dv})
        if following is not line:
            name = definition.symbol.name
            line = trail.record(Phase.LINE, line, following, "substitute", f"d{name} from above")
    simple = shortest(line, context)
    if simple is not line:
        line = trail.record(Phase.LINE, line, simple, "simplify", "collect and shorten")
    return line
