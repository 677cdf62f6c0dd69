"""Differentials: dF as an expression linear in the differentials of the variables."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.rule import Context
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import substitute
from matgrad.derive.cascade import cascade
from matgrad.derive.definitions import differentiate
from matgrad.derive.gradient import check_variables, finish, prepare_problem
from matgrad.derive.linearise import linearise
from matgrad.ops import differential_symbol, symbol_op, zeros_of
from matgrad.rules import simplify


def differential(problem: Problem, wrt: Iterable[Expr]) -> Trace:
    """Derive the differential of a function of any shape."""
    variables = check_variables(problem, wrt)
    context = Context()
    prepared = prepare_problem(problem, context)
    parts, function = cascade(prepared, variables)
    differentials = differentiate(parts, context)
    line: Expr = differential_symbol(make(symbol_op, (), Symbol(problem.name, function.shape)))
    found = linearise(function, parts.varying)
    dF = zeros_of(function.shape) if found is None else found
    trail = context.trail
    line = trail.record(Phase.LINE, line, dF, function.op.name, function.op.why)
    for definition in reversed(parts.definitions):
        dv = differentials.of.get(definition.symbol)
        if dv is None:
            continue
        following = substitute(line, {differential_symbol(definition.symbol): dv})
        if following is not line:
            name = definition.symbol.name
            line = trail.record(Phase.LINE, line, following, "substitute", f"d{name} from above")
    simple = simplify(line, context)
    if simple is not line:
        line = trail.record(Phase.LINE, line, simple, "simplify", "collect and shorten")
    result = trail.record(Phase.RESULT, line, line, "read off", "linear in the differentials")
    key = ", ".join(X.name for X in variables)
    return finish("differential", problem, prepared, variables, parts, context, {key: result})
