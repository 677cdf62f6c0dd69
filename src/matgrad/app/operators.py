"""Derivatives as linear maps that are applied and never written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matgrad.app.differentiable import adjoint_rule
from matgrad.app.docstrings import formula, function_lines, trace_lines
from matgrad.app.programs import program
from matgrad.codegen import Compiled, Options, compile_for, compile_program, for_target
from matgrad.codegen.arrays import real_array
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem, Trace
from matgrad.errors import UnknownNameError, UnsupportedError
from matgrad.ops import differential_symbol
from matgrad.optional import load


def compile_value(problem: Problem, target: str, options: Options | None = None) -> Compiled:
    """The function itself."""
    given = list(problem.symbols.values())
    F = problem.function
    said = "\n".join(function_lines(problem))
    chosen = for_target(target, options)
    planned = program(F, problem.definitions, given, "value", said, (), chosen)
    return compile_for(target, planned)


def compile_map(
    trace: Trace,
    target: str,
    variable: str | None = None,
    adjoint: bool = False,
    options: Options | None = None,
) -> Compiled:
    """The map dX ↦ dF of a Jacobian; that of a Hessian gives Hessian-vector products.

    The adjoint takes G, of the shape of F, to the gradient of G : F.
    """
    X, chosen = _variable(trace, variable), for_target(target, options)
    if adjoint:
        return compile_for(target, adjoint_rule(trace.problem, [X], chosen)[1])
    linear = trace.maps[X.name]
    given = list(trace.problem.symbols.values())
    direction = differential_symbol(X)
    name = "hessian_vector_product" if trace.kind == "hessian" else "jacobian_vector_product"
    docstring = "\n".join([*trace_lines(trace), f"d{X.name} -> {formula(linear)}"])
    inputs = [*given, direction]
    planned = program(linear, trace.definitions, inputs, name, docstring, (), chosen)
    return compile_for(target, planned)


def linear_operator(trace: Trace, arrays: Mapping[str, Any], variable: str | None = None) -> Any:
    """SciPy's LinearOperator on X and F with their entries row by row, at the arrays given."""
    np: Any = load("numpy")
    X = _variable(trace, variable)
    forward = compile_map(trace, "numpy", X.name)
    at = _point(trace, X, arrays)
    wide = at[X.name].shape
    probe = forward(**at, **{f"d{X.name}": np.zeros(wide)})

    def matvec(v: Any) -> Any:
        return np.ravel(forward(**at, **{f"d{X.name}": np.reshape(v, wide)}))

    if trace.kind == "hessian" and _is_symmetric(trace, X):
        rmatvec = matvec  # second derivatives by one variable are symmetric
    else:
        rmatvec = _adjoint(np, trace, X, at, np.shape(probe))
    linalg: Any = load("scipy.sparse.linalg")
    shape = (int(np.size(probe)), int(np.prod(wide)))
    return linalg.LinearOperator(shape, matvec=matvec, rmatvec=rmatvec, dtype=float)


def _point(trace: Trace, X: Expr, arrays: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of doubles at which an operator is taken."""
    known = trace.problem.symbols
    if X.name not in arrays:
        raise UnknownNameError(f"the operator is taken at a point: {X.name} is not given")
    for name in arrays:
        if name not in known:
            raise UnknownNameError(f"no input {name!r}", hint=f"inputs: {', '.join(known)}")
    return {name: real_array(name, value).astype(float) for name, value in arrays.items()}


def _is_symmetric(trace: Trace, X: Expr) -> bool:
    return trace.before is not None and trace.before.wrt == (X,)


def _adjoint(np: Any, trace: Trace, X: Expr, at: Mapping[str, Any], tall: Any) -> Any:
    G, rule = adjoint_rule(trace.problem, [X])
    backward = compile_program("numpy", rule)

    def rmatvec(u: Any) -> Any:
        return np.ravel(backward(**{G.name: np.reshape(u, tall)}, **at))

    return rmatvec


def _variable(trace: Trace, name: str | None) -> Expr:
    if not trace.maps:
        raise UnsupportedError("only a Jacobian or a Hessian is a linear map")
    known = {X.name: X for X in trace.wrt if X.name in trace.maps}
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None or name not in known:
        raise UnknownNameError(f"which variable? {', '.join(known)}")
    return known[name]
