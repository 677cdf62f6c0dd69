"""Jacobians: the differential read as a linear map, and as a matrix where there is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, is_differential
from matgrad.core.rule import Context
from matgrad.core.shape import Shape
from matgrad.core.steps import Phase, Problem, Trace
from matgrad.core.walk import moves, substitute, symbols
from matgrad.derive.differential import forward
from matgrad.derive.linear_map import matrix_of
from matgrad.derive.linearise import pull
from matgrad.derive.start import begin, finish
from matgrad.derive.structure import (
    check_matrix_convention,
    coordinates,
    in_coordinates,
    settle,
    structures,
    within,
)
from matgrad.errors import UnsupportedError
from matgrad.ops import differential_symbol, multiply, number, zeros_of
from matgrad.render.plain import plain
from matgrad.rules import shortest


def jacobian(
    problem: Problem, wrt: Iterable[Expr], structure: str = "free", again: Iterable[Expr] = ()
) -> Trace:
    """Derive the Jacobian of a function of any shape, one variable after the other.

    By the independent entries of a structured variable if `structure` says so.
    """
    check_matrix_convention(structure)
    start = begin(problem, wrt, again)
    line, context = forward(start), start.context
    results: dict[str, Expr] = {}
    maps: dict[str, Expr] = {}
    for X in start.variables:
        maps[X.name] = _alone(line, differential_symbol(X), context)
        results[X.name] = _matrix(maps[X.name], X, context)
        why = "read off: " + layout(problem.function, X, results[X.name])
        if structure == "independent":
            results[X.name], words = _reduced(results[X.name], X, context)
            why += words
        context.trail.record(Phase.RESULT, line, results[X.name], "read off", why)
    reduced = {X.name: coordinates(X) for X in start.variables if structure == "independent"}
    if problem.function.is_scalar:
        reduced = {}
    lists = {name: found[1] for name, found in reduced.items() if found is not None}
    return replace(finish(start, "jacobian", results, structure), maps=maps, coordinates=lists)


def _alone(line: Expr, dX: Expr, context: Context) -> Expr:
    """The part of the line that is linear in one differential."""
    others = {d: zeros_of(d.shape) for d in symbols(line) if is_differential(d) and d is not dX}
    return shortest(substitute(line, others), context) if others else line


def _matrix(linear: Expr, X: Expr, context: Context) -> Expr:
    """The derivative by a scalar, the matrix of the map, or the map itself."""
    dX = differential_symbol(X)
    if linear.axes or X.axes:
        return linear  # it has more axes than a matrix
    if X.is_scalar:
        return shortest(substitute(linear, {dX: number(1)}), context)
    if linear.is_scalar and not X.shape.is_vector:  # the matrix of partial derivatives
        pulled, _ = pull(linear, number(1), {dX})
        return shortest(pulled[dX], context) if dX in pulled else zeros_of(X.shape)
    if dX not in symbols(linear):
        return zeros_of(Shape(size(linear.shape), size(X.shape)))
    matrix = matrix_of(linear, dX)
    return linear if matrix is None else shortest(matrix, context)


def _reduced(J: Expr, X: Expr, context: Context) -> tuple[Expr, str]:
    """The matrix that acts on the independent entries of X, and why."""
    if structures(X) and moves(J):
        raise UnsupportedError("this map has no matrix, so none by the independent entries")
    if J.shape == X.shape and not X.shape.is_vector:  # of a scalar function
        raw, why = within(J, X, "independent")
        return settle(raw, J, why, context), f"; {why}"
    found = coordinates(X)
    if found is None:
        return J, ""
    words = f"vec(d{plain(X)}) = {plain(found[0])} d{in_coordinates(X)}"
    reduced = shortest(multiply(J, found[0]), context)
    trail = context.trail
    return trail.record(Phase.STRUCTURE, multiply(J, found[0]), reduced, "structure", words), (
        f"; {words}"
    )


def size(shape: Shape) -> Dim:
    """How many entries there are."""
    return shape.rows * shape.cols


def layout(F: Expr, X: Expr, result: Expr) -> str:
    """What the rows and columns of a result stand for."""
    if moves(result) or F.axes or X.axes:
        return f"the linear map d{plain(X)} ↦ dF"
    if F.is_scalar and not X.shape.is_vector:
        return "it has the shape of " + plain(X)
    if F.shape.is_vector and X.shape.is_vector:
        return "rows are outputs, columns are the entries of " + plain(X)
    return f"it acts on vec(d{plain(X)}), columns below each other, and gives vec(dF)"
