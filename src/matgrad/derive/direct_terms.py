"""Terms of a function that depend on a variable directly, beside those that do so through names.

Of f = ℓ(ŷ) + λ/2 ‖W‖² the chain form is that of the loss, and the penalty is added to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from matgrad.core.expr import Expr
from matgrad.core.steps import Definition, Problem, Trace
from matgrad.core.walk import dependents, symbols
from matgrad.derive.differential import forward
from matgrad.derive.linearise import pull
from matgrad.derive.start import begin
from matgrad.ops import add, differential_symbol, number, symbol, total_sum
from matgrad.render.names import Names
from matgrad.rules import simplify


@dataclass(frozen=True)
class Apart:
    """The derivation of the terms through names, and the other terms with their gradient."""

    function: Expr  # the name of the whole
    through: Trace
    part: Definition  # the terms through names
    rest: Definition  # the others
    gradient: Expr  # of the others


def split(trace: Trace, X: Expr) -> Apart | None:
    """The terms of the function by how they depend on X, if they do so in both ways."""
    f = trace.function
    if f is None or f.op is not add or not f.is_scalar:
        return None
    moving = {X}
    for d in trace.definitions:
        if d.role == "intermediate" and d.value in dependents((d.value,), moving):
            moving.add(d.symbol)
    inner = moving - {X}
    through = [term for term in f.args if not inner.isdisjoint(symbols(term))]
    others = [term for term in f.args if term not in through]
    is_direct = any(X in symbols(term) for term in others)
    if not through or not is_direct or any(X in symbols(term) for term in through):
        return None
    taken = {
        *trace.problem.symbols,
        trace.problem.name,
        *(d.symbol.name for d in trace.definitions),
    }
    names = Names(taken)
    part, rest = (
        Definition(symbol(names.fresh(f.shape, preferred)), total_sum(terms, f.shape))
        for preferred, terms in ((("E", "L"), through), (("R", "Q"), others))
    )
    found = replace(
        trace, function=part.value, problem=replace(trace.problem, name=part.symbol.name)
    )
    return Apart(symbol(trace.problem.name), found, part, rest, gradient_of(rest, X))


def gradient_of(given: Definition, X: Expr) -> Expr:
    """The gradient of a part by itself."""
    known = {s.name: s for s in symbols(given.value)}
    start = begin(Problem(given.value, given.symbol.name, (), known, is_named=True), [X])
    dX = differential_symbol(X)
    return simplify(pull(forward(start), number(1), {dX})[0][dX], start.context)
