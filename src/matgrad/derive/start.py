"""How a derivation begins and ends: names and differentials first, forms and conditions last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.facts import CURVED, facts_of
from matgrad.core.rule import Context
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.derive.cascade import Cascade, cascade
from matgrad.derive.conditions import answer_conditions, conditions_of, once
from matgrad.derive.definitions import Differentials, differentiate
from matgrad.derive.forms import all_forms
from matgrad.errors import UnknownNameError
from matgrad.ops import differential_symbol, symbol_op
from matgrad.rules import prepare


@dataclass(frozen=True)
class Start:
    """A problem as a cascade of definitions with their differentials."""

    problem: Problem
    prepared: Problem
    variables: tuple[Expr, ...]
    parts: Cascade
    function: Expr  # in the symbols of the cascade
    differentials: Differentials
    context: Context

    @property
    def df(self) -> Expr:
        """The symbol for the differential of the function."""
        data = Symbol(self.problem.name, self.function.shape, axes=self.function.axes)
        return differential_symbol(make(symbol_op, (), data))


def begin(problem: Problem, wrt: Iterable[Expr], again: Iterable[Expr] = ()) -> Start:
    """Prepare a problem: rewrite what is easier to differentiate otherwise, then name parts.

    What is differentiated `again` may not be simplified by what holds on a curved set only: QᵀQ = I
    says nothing of how QᵀQ changes.
    """
    variables = tuple(dict.fromkeys(wrt))
    for X in variables:
        if "d" + X.name in problem.symbols:
            raise UnknownNameError(
                f"d{X.name} is needed for the differential of {X.name} but is a variable here",
                hint=f"rename the variable d{X.name}",
            )
    context = Context(known={X: facts_of(X) - CURVED for X in again})
    definitions = tuple(replace(d, value=prepare(d.value, context)) for d in problem.definitions)
    prepared = replace(
        problem, function=prepare(problem.function, context), definitions=definitions
    )
    parts, function = cascade(prepared, variables)
    differentials = differentiate(parts, context)
    if prepared.function is not problem.function:
        why = "in a form that is easier to differentiate"
        context.trail.record(Phase.REWRITE, problem.function, function, "rewrite", why)
    return Start(problem, prepared, variables, parts, function, differentials, context)


def _convention(start: Start, kind: str, structure: str) -> str:
    """The convention in the words of an answer: a matrix may act on the independent entries."""
    acts = kind == "jacobian" and not start.function.is_scalar
    return "coordinates" if acts and structure == "independent" else structure


def finish(start: Start, kind: str, results: dict[str, Expr], structure: str = "free") -> Trace:
    """Collect what a derivation left behind, with the other forms of its results."""
    forms, extra = all_forms(results, start.parts, start.context)
    return Trace(
        kind=kind,
        problem=start.problem,
        wrt=start.variables,
        definitions=tuple(start.parts.definitions),
        steps=tuple(start.context.trail.steps),
        results=results,
        forms=forms,
        form_definitions=extra,
        conditions=once(
            (
                *conditions_of(
                    start.prepared,
                    start.variables,
                    start.context,
                    _convention(start, kind, structure),
                ),
                *answer_conditions((forms["closed"] or results).values(), start.context),
            )
        ),
        function=start.function,
        structure=structure,
    )
