"""Hessians: the Jacobian of the gradient, derived by the same engine."""

from __future__ import annotations

from dataclasses import replace

from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.core.steps import Definition, Problem, Trace
from matgrad.core.walk import symbols
from matgrad.derive.convexity import semidefinite_because
from matgrad.derive.gradient import gradient
from matgrad.derive.jacobian import jacobian
from matgrad.derive.structure import coordinates
from matgrad.ops import multiply, vec, zeros_op
from matgrad.render.names import Names

CURVED = frozenset({"orthogonal", "unit", "onehot", "integer"})  # sets that are not convex
LONG = 400  # a gradient of this printed size is differentiated in its own names


def hessian(
    problem: Problem, first: Expr, second: Expr, structure: str = "free"
) -> tuple[Trace, Trace]:
    """The gradient by one variable and its Jacobian by another, or by the same one."""
    before = gradient(problem, [first], "free")
    after = jacobian(gradient_problem(before, structure), [second], structure)
    return before, replace(after, remarks=remarks(before, after)) if first is second else after


def remarks(before: Trace, after: Trace) -> tuple[str, ...]:
    """What the Hessian tells about the function: that it is quadratic, or convex and why."""
    (X,), name = after.wrt, before.problem.name
    kinks = any(c.predicate == "convention" and c.subject is not X for c in before.conditions)
    if kinks or facts_of(X) & CURVED:
        return ()  # second derivatives then tell nothing about the whole function
    (H,) = (after.forms["closed"] or after.results).values()
    found: list[str] = []
    if H.op is zeros_op or number_value(H) == 0:
        return (f"the Hessian is 0: {name} is affine in {X.name}",)
    if X not in symbols(H):
        found.append(f"the Hessian does not depend on {X.name}: {name} is quadratic in {X.name}")
    why = semidefinite_because(H)
    if why:
        where = ", wherever the conditions hold on a convex set" if before.conditions else ""
        found.append(f"positive semidefinite, since {why}: {name} is convex in {X.name}{where}")
    return tuple(found)


def gradient_problem(trace: Trace, structure: str = "free") -> Problem:
    """The gradient that was found, as a function to differentiate again.

    By the independent entries x of a structured X, with vec(X) = B x, it is Bᵀ vec(G).
    """
    problem = trace.problem
    (result,) = trace.results.values()
    closed = next(iter(trace.forms["closed"].values()), result)
    used = {s.name for s in symbols(closed, result, *(d.symbol for d in trace.definitions))}
    name = Names({*problem.symbols, problem.name, *used}).fresh(result.shape, "gG")
    if closed.size <= LONG:
        given: tuple[Definition, ...] = ()
        function = closed
    else:
        given = tuple(replace(d, role="intermediate") for d in trace.definitions)
        function = result
    reduced = coordinates(trace.wrt[0]) if structure == "independent" else None
    if reduced is not None:
        function = multiply(reduced[0].T, vec(function))
        name = Names({*problem.symbols, problem.name, *used}).fresh(function.shape, "g")
    return Problem(function, name, given, problem.symbols)
