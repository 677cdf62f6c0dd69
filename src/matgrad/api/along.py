"""Derivatives along something: a direction, or a number such as time, as often as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.api.derivation import Derivation
from matgrad.api.limits import bounded
from matgrad.api.pipeline import (
    UNCHECKED,
    Assumptions,
    Shapes,
    Wrt,
    checked,
    problem_of,
    variable_names,
    variable_of,
)
from matgrad.api.verified import verify_second
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem, Trace
from matgrad.core.walk import postorder
from matgrad.derive.conditions import once
from matgrad.derive.directional import directional as derive_directional
from matgrad.derive.hessian import gradient_problem
from matgrad.derive.jacobian import jacobian
from matgrad.errors import LimitError, ShapeError, UnknownNameError
from matgrad.ops import functions_of
from matgrad.syntax import Limits, check_declared
from matgrad.verify.domain import check_domain

LETTERS = {"matrix": "DEHUV", "vector": "vduhw", "scalar": "hskuv"}
HIGHEST = 4  # derivatives by a number


@bounded
def directional(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    direction: str | Sequence[str] | None = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    order: int = 1,
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The derivative of a function of any shape at X along a direction D, f′(X; D).

    >>> print(directional("logdet(X)", "X", "D").result)
    tr(D*inv(X))
    """
    if order != 1:
        raise LimitError(
            "a directional derivative is of first order",
            hint="write X + t*D for X in the function, and ask for its second derivative by t",
        )
    problem = problem_of(f, shapes, assume, limits, strict=strict)
    variables = [variable_of(problem, name) for name in variable_names(problem, wrt)]
    names = _directions(problem, variables, direction)

    def derive(problem: Problem, wrt: Sequence[Expr]) -> Trace:
        return derive_directional(problem, wrt, names)

    return checked(derive, problem, [X.name for X in variables], check)


def _directions(
    problem: Problem, variables: Sequence[Expr], given: str | Sequence[str] | None
) -> dict[Expr, str]:
    """A name for the direction of each variable: the given ones, or letters that are free."""
    parts = [given] if isinstance(given, str) else list(given or ())
    wanted = [name.strip() for part in parts for name in part.split(",")]
    if wanted and len(wanted) != len(variables):
        raise UnknownNameError(
            f"{len(wanted)} directions for {len(variables)} variables",
            hint="one direction for each variable, as in --wrt X,Y --direction D,E",
        )
    taken = {*problem.symbols, problem.name, *(d.symbol.name for d in problem.definitions)}
    found: dict[Expr, str] = {}
    for number, X in enumerate(variables):
        name = wanted[number] if wanted else _free(X, taken)
        check_declared(name, None)
        if name in taken:
            raise UnknownNameError(
                f"{name} has a meaning already", hint="choose another name for the direction"
            )
        taken.add(name)
        found[X] = name
    return found


def _free(X: Expr, taken: set[str]) -> str:
    kind = "scalar" if X.is_scalar else "vector" if X.shape.is_vector else "matrix"
    letters = LETTERS[kind]
    return next((letter for letter in letters if letter not in taken), f"direction{len(taken)}")


@bounded
def derivative(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    order: int = 1,
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The derivative of a function of any shape by a number, such as time; `order` up to 4.

    >>> print(derivative("inv(A(t))", "t").result)
    -inv(A(t))*A'(t)*inv(A(t))
    """
    if not 1 <= order <= HIGHEST:
        raise LimitError(f"derivatives of orders 1 to {HIGHEST} are derived, not {order}")
    problem = problem_of(f, shapes, assume, limits, strict=strict)
    names = variable_names(problem, wrt)
    t = variable_of(problem, names[0])
    if isinstance(f, str) and t.name in problem.inferred and _is_argument(t, problem):
        # What is asked for is evidence: the a of X(a) is a number.
        problem = problem_of(f, {**(shapes or {}), t.name: ()}, assume, limits, strict=strict)
        t = variable_of(problem, t.name)
    if len(names) > 1 or not t.is_scalar:
        raise ShapeError(
            f"{', '.join(names)}: a derivative is by one number",
            hint="ask for the gradient, the jacobian, or a directional derivative",
        )
    if order == 1:
        return checked(_by_number, problem, names, check)
    return _repeated(problem, t, order, check)


def _is_argument(t: Expr, problem: Problem) -> bool:
    """Does a variable stand for what a named function depends on, as a of X(a)?"""
    nodes = postorder(problem.function, *(d.value for d in problem.definitions))
    return any(f is not None and t.name in f.params for f in functions_of(nodes).values())


def _by_number(problem: Problem, wrt: Sequence[Expr]) -> Trace:
    return replace(jacobian(problem, wrt), kind="derivative")


def _repeated(problem: Problem, t: Expr, order: int, check: bool) -> Derivation:
    """A derivative of higher order, each the derivative of the one before it."""
    if check:
        check_domain(problem)
    trace = _by_number(problem, [t])
    verdict = UNCHECKED
    for each in range(2, order + 1):
        before, trace = trace, _by_number(gradient_problem(trace), [t])
        if check:
            verdict = verify_second(before, trace, each == 2 and problem.function.is_scalar)
        needed = once((*before.conditions, *trace.conditions))
        trace = replace(trace, before=before, conditions=needed)
    return Derivation(trace, verdict)
