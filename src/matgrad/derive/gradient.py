"""Gradients: df = G : dX, every factor moved across until dX stands alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from matgrad.core.expr import Expr, Symbol, is_differential, make
from matgrad.core.rule import Context
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import dependents
from matgrad.derive.cascade import Cascade, cascade
from matgrad.derive.conditions import conditions_of
from matgrad.derive.definitions import Differentials, differentiate
from matgrad.derive.forms import all_forms
from matgrad.derive.linearise import linearise, pull
from matgrad.derive.structure import project
from matgrad.errors import ShapeError, UnknownNameError
from matgrad.ops import (
    add,
    differential_symbol,
    frobenius,
    multiply,
    number,
    symbol_op,
    total_sum,
    zeros_of,
)
from matgrad.rules import prepare, simplify

LONG = 16  # an adjoint of this size is named before it is carried further
SHARED = 8  # the same when it is needed in more than one term


@dataclass
class Pass:
    """The line df = Σ G : dv as it stands, term by term."""

    differentials: Differentials
    line: Expr
    terms: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # symbol v -> G
    sources: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # dv -> v

    def __post_init__(self) -> None:
        varying = self.differentials.cascade.varying
        self.sources.update((differential_symbol(v), v) for v in varying)

    @property
    def context(self) -> Context:
        """Where rewrites are recorded."""
        return self.differentials.context

    def advance(self, line: Expr, rule: str, why: str) -> None:
        """Write the next line."""
        if line is not self.line:
            self.context.trail.record(Phase.LINE, self.line, line, rule, why)
            self.line = line


def gradient(problem: Problem, wrt: Iterable[Expr]) -> Trace:
    """Derive the gradients of a scalar function with respect to several variables at once."""
    variables = check_variables(problem, wrt)
    if not problem.function.is_scalar:
        raise ShapeError(
            f"a gradient needs a scalar function, {problem.name} is {problem.function.shape}",
            hint="ask for the jacobian, or for the differential",
        )
    context = Context()
    prepared = prepare_problem(problem, context)
    parts, function = cascade(prepared, variables)
    differentials = differentiate(parts, context)
    df = differential_symbol(make(symbol_op, (), Symbol(problem.name, function.shape)))
    state = Pass(differentials, df)
    _first_lines(state, function)
    for definition in reversed(list(parts.definitions)):
        if definition.symbol in state.terms:
            _substitute(state, definition.symbol)
    results = {X.name: _read_off(state, X) for X in variables}
    trace = finish("gradient", problem, prepared, variables, parts, context, results)
    return replace(trace, function=function)


def check_variables(problem: Problem, wrt: Iterable[Expr]) -> tuple[Expr, ...]:
    """The variables, each once and each without a name clash with its differential."""
    variables = tuple(dict.fromkeys(wrt))
    for X in variables:
        if "d" + X.name in problem.symbols:
            raise UnknownNameError(
                f"d{X.name} is needed for the differential of {X.name} but is a variable here",
                hint=f"rename the variable d{X.name}",
            )
    return variables


def prepare_problem(problem: Problem, context: Context) -> Problem:
    """The function and its intermediates in a form that is easier to differentiate."""
    steps = context.trail.steps
    done = len(steps)
    function = prepare(problem.function, context)
    if function is not problem.function:
        why = "; ".join(dict.fromkeys(step.why for step in steps[done:] if step.why))
        context.trail.record(Phase.REWRITE, problem.function, function, "rewrite", why)
    definitions = tuple(
        type(d)(d.symbol, prepare(d.value, context), d.role, d.given) for d in problem.definitions
    )
    return Problem(
        function, problem.name, definitions, problem.symbols, problem.notes, problem.asked
    )


def finish(
    kind: str,
    problem: Problem,
    prepared: Problem,
    variables: tuple[Expr, ...],
    parts: Cascade,
    context: Context,
    results: dict[str, Expr],
) -> Trace:
    """Collect what a derivation left behind, with the other forms of its results."""
    forms, extra = all_forms(results, parts, context)
    return Trace(
        kind=kind,
        problem=problem,
        wrt=variables,
        definitions=tuple(parts.definitions),
        steps=tuple(context.trail.steps),
        results=results,
        forms=forms,
        form_definitions=extra,
        conditions=conditions_of(prepared, variables, context),
    )


def inner(G: Expr, dv: Expr) -> Expr:
    """G : dv, written as a product for scalars."""
    return multiply(G, dv) if dv.is_scalar else frobenius(G, dv)


def _write(terms: dict[Expr, Expr]) -> Expr:
    return total_sum([inner(G, differential_symbol(v)) for v, G in terms.items()], number(1).shape)


def _first_lines(state: Pass, function: Expr) -> None:
    """df as the rules of differentiation give it, then with each dv alone on the right."""
    sources = state.differentials.cascade.varying
    df = linearise(function, sources)
    if df is None:
        state.advance(number(0), "constant", "the function does not depend on the variables")
        return
    if not _is_inner(df):
        state.advance(df, function.op.name, function.op.why)
    _pull_into(state, df, number(1), function.op.why)


def _is_inner(df: Expr) -> bool:
    """Is this already a sum of products with a differential alone on one side?"""
    terms = df.args if df.op is add else (df,)
    return all(
        term.op is frobenius and any(is_differential(arg) for arg in term.args) for term in terms
    )


def _pull_into(state: Pass, linear: Expr, G: Expr, why: str = "") -> None:
    """Replace G : linear by Σ H : dv in the terms, and write the line."""
    pulled, reasons = pull(linear, G, state.sources)
    for dv, H in pulled.items():
        v = state.sources[dv]
        total = add(state.terms[v], H) if v in state.terms else H
        state.terms[v] = simplify(total, state.context)
        if state.terms[v] is zeros_of(v.shape):
            del state.terms[v]
    sentence = "; ".join(reason for reason in reasons if reason) or why
    state.advance(_write(state.terms), "move across", sentence)


def _substitute(state: Pass, v: Expr) -> None:
    """Put the differential of v into the line and move its factors across."""
    dv = state.differentials.of.get(v)
    G = state.terms[v]
    if dv is None:
        return
    count = len(dv.args) if dv.op is add else 1
    if G.size > LONG or (count > 1 and G.size > SHARED):
        G = _name_adjoint(state, v, G)
    del state.terms[v]
    others = [inner(H, differential_symbol(w)) for w, H in state.terms.items()]
    line = total_sum([*others, inner(G, dv)], number(1).shape)
    state.advance(line, "substitute", f"d{v.name} from its definition")
    _pull_into(state, dv, G)


def _name_adjoint(state: Pass, v: Expr, G: Expr) -> Expr:
    parts = state.differentials.cascade
    letters = "g" if v.shape.is_vector else "G"
    name = parts.name(G, "adjoint", letters)
    state.context.trail.record(Phase.DEFINE, name, G, "definition", "a name for a long factor")
    state.terms[v] = name
    state.advance(_write(state.terms), "name", f"{name.name} for the factor of d{v.name}")
    return name


def _read_off(state: Pass, X: Expr) -> Expr:
    """What stands left of dX is the gradient."""
    G = state.terms.get(X)
    trail, context = state.context.trail, state.context
    if G is None:
        function_depends = X in dependents((state.line,), {X})
        why = "its terms cancel" if function_depends else f"d{X.name} does not occur"
        return trail.record(Phase.RESULT, state.line, zeros_of(X.shape), "zero gradient", why)
    projected, why = project(G, X, context)
    return trail.record(Phase.RESULT, state.line, projected, "read off", why)
