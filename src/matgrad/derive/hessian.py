"""Hessians: the Jacobian of the gradient, derived by the same engine."""

from __future__ import annotations

from dataclasses import replace

from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import CURVED, facts_of
from matgrad.core.steps import Definition, Problem, Remark, Trace
from matgrad.core.walk import substitute, symbols
from matgrad.derive.convexity import HOLES, curvature_because
from matgrad.derive.curvature import composed
from matgrad.derive.definitions import closed_values
from matgrad.derive.gradient import gradient
from matgrad.derive.hessian_form import form_of
from matgrad.derive.jacobian import jacobian
from matgrad.derive.structure import convention, coordinates
from matgrad.ops import multiply, vec, zeros_op
from matgrad.render.glyphs import plain_name
from matgrad.render.names import Names

LONG = 400  # a gradient of this printed size is differentiated in its own names


def hessian(
    problem: Problem, first: Expr, second: Expr, structure: str = "free"
) -> tuple[Trace, Trace]:
    """The gradient by one variable and its Jacobian by another, or by the same one."""
    both = (first, second)
    before = gradient(problem, [first], "free", both)
    after = jacobian(gradient_problem(before, structure), [second], structure, both)
    if first is not second:
        return before, replace(after, remarks=jointly(before, first, second))
    return before, replace(after, remarks=remarks(before, after))


def jointly(before: Trace, *variables: Expr) -> tuple[Remark, ...]:
    """That the function is convex in two variables at once, where its composition tells."""
    if any(facts_of(X) & CURVED for X in variables):
        return ()
    return _by_composition(before, *variables)


def remarks(before: Trace, after: Trace) -> tuple[Remark, ...]:
    """What the Hessian tells of the function: that it is quadratic, convex and why."""
    (X,), f = after.wrt, plain_name(before.problem.name)
    x = plain_name(X.name)
    if facts_of(X) & CURVED:
        return ()
    built = _by_composition(before, X)
    structural = convention(X, "free")
    if any(c.predicate == "convention" and c.words != structural for c in before.conditions):
        return built  # at kinks, second derivatives tell nothing about the whole function
    (H,) = (after.forms["closed"] or after.results).values()
    if H.op is zeros_op or number_value(H) == 0:
        return (Remark(f"the Hessian is 0: {f} is affine in {x}", ("convex", "concave")),)
    found: list[Remark] = []
    if X not in symbols(H, *(d.value for d in after.definitions)):
        words = f"the Hessian does not depend on {x}: {f} is quadratic in {x}"
        found.append(Remark(words, ("constant",)))
    form = form_of(H)
    found += [form._replace(words=f"the Hessian is {form.words}")] if form else []
    curved = curvature_because(H, before.conditions)
    if curved is None:
        return (*found, *built)
    sign, shape, why, is_definite = curved
    kind = "definite" if is_definite else "semidefinite"
    limited = _is_limited(before, X, structural)
    where = ", wherever the conditions hold on a convex set" if limited and not built else ""
    words = f"{sign} {kind}, since {why}: {f} is {shape} in {x}{where}"
    found.append(Remark(words, (shape, sign) if is_definite else (shape,)))
    return tuple(found)


def _by_composition(before: Trace, *variables: Expr) -> tuple[Remark, ...]:
    """That the function is convex, by the way it is built; this holds at kinks as well."""
    problem = before.problem
    f = substitute(problem.function, closed_values(list(problem.definitions)))
    found = composed(f, variables, before.conditions)
    if len(found.shape) != 1 or not (used := found.used()):
        return ()
    (shape,) = found.shape
    parts, names = ", ".join(used), " and ".join(plain_name(X.name) for X in variables)
    how = f"jointly {shape}" if len(variables) > 1 else shape
    name = plain_name(problem.name)
    words = f"{name} is {how} in {names}, by composition: {parts} of affine parts"
    return (Remark(words, (shape,)),)


def _is_limited(before: Trace, X: Expr, structural: str | None) -> bool:
    """Is the function defined, or smooth, only on a part that need not be convex?"""
    facts = facts_of(X)
    holes = set(facts & HOLES)
    holes -= {"nonzero"} if "positive" in facts else set()
    holes -= {"invertible"} if "positive_definite" in facts else set()
    return bool(holes) or any(c.words != structural for c in before.conditions)


def gradient_problem(trace: Trace, structure: str = "free") -> Problem:
    """The gradient that was found, as a function to differentiate again.

    By the independent entries x of a structured X, with vec(X) = B x, it is Bᵀ vec(G).
    """
    problem = trace.problem
    (result,) = trace.results.values()
    closed = next(iter(trace.forms["closed"].values()), None)  # none if it would be too long
    parts = (closed or result, result, *(d.symbol for d in trace.definitions))
    used = {s.name for s in symbols(*parts)}
    taken = {*problem.symbols, *used, *(each.problem.name for each in trace.orders)}
    name = Names(taken).fresh(result.shape, "gGhH")
    if closed is not None and closed.size <= LONG:
        given: tuple[Definition, ...] = ()
        function = closed
    else:
        given = tuple(replace(d, role="intermediate") for d in trace.definitions)
        function = result
    reduced = coordinates(trace.wrt[0]) if structure == "independent" else None
    if reduced is not None:
        function = multiply(reduced[0].T, vec(function))
        name = Names(taken).fresh(function.shape, "g")
    return Problem(function, name, given, problem.symbols)
