"""A function for an autodiff library that takes its derivatives from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.api.docstrings import formula, function_lines
from matgrad.api.programs import program
from matgrad.codegen import (
    Compiled,
    Options,
    Program,
    Wanted,
    autograd_function,
    custom_jvp,
    for_target,
)
from matgrad.core.expr import Axes, Expr, Symbol, make
from matgrad.core.steps import Problem
from matgrad.derive import differential, gradient
from matgrad.errors import UnsupportedError
from matgrad.ops import differential_symbol, frobenius, multiply, symbol_op
from matgrad.ops.families import sum_over_all
from matgrad.render.names import Names


def differentiable(problem: Problem, target: str, options: Options | None = None) -> Compiled:
    """The function in JAX as a `custom_jvp`, in PyTorch as an `autograd.Function`."""
    if target not in _WRAPPERS:
        known = " and ".join(_WRAPPERS)
        raise UnsupportedError(
            f"{target} takes no derivatives of its own", hint=f"this is for {known}"
        )
    chosen = for_target(target, options)
    for option in ("fixed", "guard", "shard", "blas", "expand"):
        if getattr(chosen, option):
            raise UnsupportedError(
                f"a function for autodiff is not written with {option}", hint="d.compile()"
            )
    return _WRAPPERS[target](problem, chosen)


def _jax(problem: Problem, options: Options) -> Compiled:
    """The value, and the differential as the rule for tangents: it serves both modes of JAX."""
    given = list(problem.symbols.values())
    trace = differential(problem, given)
    (tangent,) = trace.results.values()
    assert trace.function is not None
    directions = [differential_symbol(X) for X in given]
    said = function_lines(problem)
    value = Wanted(trace.function, trace.definitions, given, "value", "\n".join(said))
    rule = Wanted(
        (trace.function, tangent),
        trace.definitions,
        [*given, *directions],
        "value_and_tangent",
        "\n".join([*said, f"d{problem.name} = {formula(tangent)}"]),
    )
    return custom_jvp(program(value, options), program(rule, options))


def _torch(problem: Problem, options: Options) -> Compiled:
    """The value, the gradients of G : F as the rule for adjoints, and the differential."""
    given = list(problem.symbols.values())
    _, rule = adjoint_rule(problem, given, options)
    tangent = _tangent_rule(problem, given, options)
    F = problem.function
    said = "\n".join(function_lines(problem))
    value = Wanted(F, problem.definitions, given, "evaluate", said)
    return autograd_function(program(value, options), rule, tangent, "value")


def _tangent_rule(problem: Problem, given: Sequence[Expr], options: Options) -> Program:
    """The differential by all inputs, from them and their directions."""
    trace = differential(problem, list(given))
    (tangent,) = trace.results.values()
    said = "\n".join([*function_lines(problem), f"d{problem.name} = {formula(tangent)}"])
    inputs = [*given, *(differential_symbol(X) for X in given)]
    return program(Wanted(tangent, trace.definitions, inputs, "tangent", said), options)


def adjoint_rule(
    problem: Problem,
    wrt: Sequence[Expr],
    options: Options | None = None,
    axes: Axes | None = None,
) -> tuple[Expr, Program]:
    """The gradients of G : F by some variables, from G and the inputs; and the symbol G.

    Of a family all members are added up; `axes` are those that count them, in the order of arrays.
    """
    given = list(problem.symbols.values())
    F, defined = problem.function, [d.symbol.name for d in problem.definitions]
    names = Names({*problem.symbols, *defined, problem.name, *(f"d{n}" for n in problem.symbols)})
    axes = F.axes if axes is None else axes
    G = make(symbol_op, (), Symbol(names.fresh(F.shape, "GH"), F.shape, axes=axes))
    paired = sum_over_all(axes, multiply(G, F) if F.is_scalar else frobenius(G, F))
    symbols = {**problem.symbols, G.name: G}
    trace = gradient(replace(problem, function=paired, symbols=symbols), wrt)
    first, *others = trace.results.values()
    adjoints = (first, *others) if others else first
    said = "\n".join([*function_lines(problem), *_formulas(problem, G, trace.results)])
    order = [X.data.axes for X in wrt]
    wanted = Wanted(adjoints, trace.definitions, [G, *given], "adjoints", said, indices=order)
    return G, program(wanted, options)


def _formulas(problem: Problem, G: Expr, results: dict[str, Expr]) -> list[str]:
    pairing = (
        f"{G.name}*{problem.name}" if problem.function.is_scalar else f"{G.name}:{problem.name}"
    )
    return [f"d({pairing})/d{name} = {formula(result)}" for name, result in results.items()]


_WRAPPERS: dict[str, Callable[[Problem, Options], Compiled]] = {"jax": _jax, "torch": _torch}
