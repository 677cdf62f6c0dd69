"""Answers as programs, and programs as code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from matgrad.api.docstrings import formula, formula_lines, in_given_variables, label, trace_lines
from matgrad.api.programs import program
from matgrad.codegen import (
    Compiled,
    FactoredFunction,
    MapReduce,
    Options,
    Part,
    Program,
    Wanted,
    compile_factored,
    compile_parts,
    compile_plan,
    for_target,
    map_reduce,
    unfactored,
)
from matgrad.core.collection import uncollected
from matgrad.core.dims import Dim
from matgrad.core.expr import Axes, Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Trace
from matgrad.core.walk import count, substitute
from matgrad.derive.definitions import closed_values
from matgrad.errors import UnsupportedError
from matgrad.ops import differential_symbol
from matgrad.render.labels import is_map

MUCH = 0.8  # of the operations are left: then the named parts are given up


@uncollected
def compile_trace(
    trace: Trace,
    target: str,
    with_value: bool = False,
    options: Options | None = None,
) -> Compiled:
    """The answer of a trace as a function in a target language.

    A derivative that has no matrix is put together from the images of its map.
    """
    if _has_maps(trace):
        named = "numpy" if target == "auto" else target
        chosen = for_target(named, options)
        plain = replace(chosen, fixed=frozenset())  # directions change with every call
        parts = [_part(trace, X, plain) for X in trace.wrt]
        said = ", ".join(label(trace, X.name) for X in trace.wrt)
        return compile_parts(named, parts, trace.kind, said, chosen.fixed)
    return compile_plan(target, lambda chosen: planned(trace, with_value, chosen), options)


def _has_maps(trace: Trace) -> bool:
    wanted = trace.kind in ("jacobian", "hessian")
    return wanted and any(_is_map(trace, X) for X in trace.wrt)


def _is_map(trace: Trace, X: Expr) -> bool:
    """Has the derivative by this variable no matrix, as one of a family or by one?"""
    return is_map(trace.results[X.name]) or bool(X.axes or trace.problem.function.axes)


def factored_trace(
    trace: Trace, target: str, with_value: bool, options: Options
) -> FactoredFunction:
    """The answer of a trace by its factors; what is put together from images has none."""
    chosen = for_target(target, options)
    if _has_maps(trace):
        return unfactored(compile_trace(trace, target, with_value, options), chosen)
    return compile_factored(target, planned(trace, with_value, chosen))


def summed_trace(trace: Trace, with_value: bool, over: str) -> MapReduce:
    """The answer of a trace from sums over samples."""
    if _has_maps(trace):
        raise UnsupportedError("an array that has no matrix is not computed from sums over samples")
    return map_reduce(planned(trace, with_value), over)


def planned(trace: Trace, with_value: bool = False, options: Options | None = None) -> Program:
    """The program that computes the answer of a trace, with the value if that is wanted."""
    chosen = shorter(trace)
    results = tuple(chosen.values())
    answer: Any = results[0] if len(results) == 1 else results
    if with_value:
        answer = (trace.function, answer)
    wanted = Wanted(
        answer,
        trace.definitions,
        input_symbols(trace),
        "value_and_grad" if with_value else trace.kind,
        "\n".join([*trace_lines(trace), *formula_lines(trace, chosen)]),
        tensor_axes(trace),
        indices(trace, with_value),
    )
    return in_given_variables(trace, chosen, program(wanted, options))


def indices(trace: Trace, with_value: bool) -> list[Axes]:
    """The axes that count the members of each result, as those of its variable are written."""
    value = [] if not with_value or trace.function is None else [trace.function.axes]
    by_variable = (X.data.axes for X in trace.wrt)
    is_gradient = trace.kind == "gradient"  # a differential by several variables is one result
    return [*value, *(by_variable if is_gradient else (G.axes for G in trace.results.values()))]


def shorter(trace: Trace) -> Mapping[str, Expr]:
    """The results in the given variables where things cancel: σ(z) − y for σ(1 − σ)(…/σ − …)."""
    closed = trace.forms.get("closed", {})
    if trace.kind != "gradient" or closed.keys() != trace.results.keys():
        return trace.results
    values = closed_values(list(trace.definitions))
    whole = [substitute(G, values) for G in trace.results.values()]
    return closed if count(*closed.values()) < count(*whole) * MUCH else trace.results


def _part(trace: Trace, X: Expr, options: Options) -> Part:
    """The derivative by one variable as a program: a map takes its direction last."""
    result, linear = trace.results[X.name], _is_map(trace, X)
    given = list(trace.problem.symbols.values())
    F = trace.problem.function.shape
    single = len(trace.wrt) == 1
    name = f"{trace.kind}_vector_product" if linear else trace.kind
    name = name if single else f"{name}_{X.name}"
    above = trace_lines(trace)
    if linear:
        inputs = [*given, differential_symbol(X)]
        said = "\n".join([*above, f"d{X.name} -> {formula(result)}"])
        order = [value_axes(trace)]
        wanted = Wanted(result, trace.definitions, inputs, name, said, indices=order)
        return Part(program(wanted, options), X.name, F)
    axes = [array_axes(F) + array_axes(X.shape)]
    said = "\n".join([*above, f"{label(trace, X.name)} = {formula(result)}"])
    wanted = Wanted(result, trace.definitions, given, name, said, axes)
    return Part(program(wanted, options))


def value_axes(trace: Trace) -> Axes:
    """What counts the members of what is differentiated, in the order of its arrays."""
    before = trace.before  # of a Hessian the gradient, an array like its variable
    return trace.problem.function.axes if before is None else before.wrt[0].data.axes


def tensor_axes(trace: Trace) -> list[tuple[Dim, ...] | None]:
    """The axes of each result as an array: those of the function, then those of the variable."""
    if trace.kind not in ("jacobian", "hessian"):
        return []
    F = trace.problem.function.shape
    found: list[tuple[Dim, ...] | None] = []
    for X in trace.wrt:
        J = trace.results[X.name]
        inner = (J.shape.cols,) if X.name in trace.coordinates else array_axes(X.shape)
        found.append(None if is_map(J) else array_axes(F) + inner)
    return found


def array_axes(shape: Shape) -> tuple[Dim, ...]:
    """A number has no axes, a column vector one, anything else two."""
    if shape.is_scalar:
        return ()
    return (shape.rows,) if shape.is_column else tuple(shape)


def input_symbols(trace: Trace) -> list[Expr] | None:
    """The symbols a compiled function takes, in the order of the problem."""
    if any(map(is_map, trace.results.values())):
        return None
    return list(trace.problem.symbols.values()) or None
