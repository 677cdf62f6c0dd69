"""Derivatives as linear maps that are applied and never written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from math import prod
from typing import Any

from matgrad.api.code import value_axes
from matgrad.api.differentiable import adjoint_rule
from matgrad.api.docstrings import formula, function_lines, trace_lines
from matgrad.api.programs import program
from matgrad.codegen import Compiled, Options, Wanted, compile_plan, compile_program
from matgrad.codegen.plan import rewriting
from matgrad.codegen.run.arrays import precision, real_array
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem, Trace
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import differential_symbol
from matgrad.optional import load


def compile_value(problem: Problem, target: str, options: Options | None = None) -> Compiled:
    """The function itself."""
    given = list(problem.symbols.values())
    F = problem.function
    said = "\n".join(function_lines(problem))
    chosen = options or Options()
    # Digits of a value are not to be lost.
    chosen = replace(chosen, skip=chosen.skip | {rewriting.EXPANSION})
    wanted = Wanted(F, problem.definitions, given, "value", said)
    return compile_plan(target, partial(program, wanted), chosen)


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
    X = _variable(trace, variable)
    if adjoint:
        axes = value_axes(trace)
        return compile_plan(
            target, lambda using: adjoint_rule(trace.problem, [X], using, axes)[1], options
        )
    linear = trace.maps[X.name]
    given = list(trace.problem.symbols.values())
    direction = differential_symbol(X)
    name = "hessian_vector_product" if trace.kind == "hessian" else "jacobian_vector_product"
    docstring = "\n".join([*trace_lines(trace), f"d{X.name} -> {formula(linear)}"])
    inputs, order = [*given, direction], [value_axes(trace)]
    wanted = Wanted(linear, trace.definitions, inputs, name, docstring, indices=order)
    return compile_plan(target, partial(program, wanted), options)


def linear_operator(trace: Trace, arrays: Mapping[str, Any], variable: str | None = None) -> Any:
    """SciPy's LinearOperator on X and F with their entries row by row, at the arrays given."""
    np: Any = load("numpy")
    X = _variable(trace, variable)
    product = compile_map(trace, "numpy", X.name)
    at = _point(trace, X, arrays)
    wide, dtype = at[X.name].shape, at[X.name].dtype
    forward = Along(product, at, f"d{X.name}", wide, dtype)
    tall = np.shape(product(**at, **{f"d{X.name}": np.zeros(wide, dtype)}))
    if trace.kind == "hessian" and _is_symmetric(trace, X):
        backward = forward  # second derivatives by one variable are symmetric
    else:
        G, rule = adjoint_rule(trace.problem, [X], axes=value_axes(trace))
        backward = Along(compile_program("numpy", rule), at, G.name, tall, dtype)
    return operator(forward, backward, (prod(tall), prod(wide)))


def _point(trace: Trace, X: Expr, arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Copies of the arrays at which an operator is taken, in one precision."""
    known = trace.problem.symbols
    if X.name not in arrays:
        raise UnknownNameError(f"the operator is taken at a point: {X.name} is not given")
    for name in arrays:
        if name not in known:
            raise UnknownNameError(f"no input {name!r}", hint=f"inputs: {', '.join(known)}")
    found = {name: real_array(name, value) for name, value in arrays.items()}
    dtype = precision([found[name].dtype for name in arrays if hasattr(arrays[name], "dtype")])
    return {name: array.astype(dtype) for name, array in found.items()}


def _is_symmetric(trace: Trace, X: Expr) -> bool:
    return trace.before is not None and trace.before.wrt == (X,)


def _variable(trace: Trace, name: str | None) -> Expr:
    if not trace.maps:
        raise UnsupportedError(
            "only a Jacobian or a Hessian is a linear map",
            hint="mg.hessian(…) or mg.jacobian(…); on the command line, --kind hessian",
        )
    known = {X.name: X for X in trace.wrt if X.name in trace.maps}
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None or name not in known:
        raise UnknownNameError(f"which variable? {', '.join(known)}")
    return known[name]


@dataclass(frozen=True)
class Along:
    """A compiled map at a point: takes and gives the entries of arrays row by row."""

    map: Compiled
    at: Mapping[str, Any]
    label: str  # of the array that is given
    shape: tuple[int, ...]
    dtype: Any

    def __call__(self, entries: Any) -> Any:
        """The entries of the image."""
        np: Any = load("numpy")
        real = real_array(self.label, entries)
        array = np.reshape(real, self.shape).astype(self.dtype, copy=False)
        return np.ravel(self.map(**self.at, **{self.label: array}))


def operator(forward: Along, backward: Along, shape: tuple[int, int]) -> Any:
    """SciPy's LinearOperator of two maps, each the adjoint of the other."""
    return _kind()(forward, backward, shape)


@cache
def _kind() -> Any:
    return type("Operator", (_Derivative, load("scipy.sparse.linalg").LinearOperator), {})


class _Derivative:
    """What an operator of SciPy does, without SciPy."""

    shape: tuple[int, int]

    def __init__(self, forward: Along, backward: Along, shape: tuple[int, int]) -> None:
        self._above.__init__(forward.dtype, shape)
        self._forward, self._backward = forward, backward

    def __reduce__(self) -> tuple[Any, ...]:
        return operator, (self._forward, self._backward, self.shape)

    @property
    def _above(self) -> Any:
        return super()

    def _matvec(self, x: Any) -> Any:
        return self._forward(x)

    def _rmatvec(self, x: Any) -> Any:
        return self._backward(x)

    def _adjoint(self) -> Any:
        rows, cols = self.shape
        return operator(self._backward, self._forward, (cols, rows))

    _transpose = _adjoint  # all is real

    def matvec(self, x: Any) -> Any:
        """The image of one direction."""
        return self._above.matvec(_fitting(x, self.shape[1]))

    def rmatvec(self, x: Any) -> Any:
        """The image of one direction under the adjoint."""
        return self._above.rmatvec(_fitting(x, self.shape[0]))

    def matmat(self, X: Any) -> Any:
        """The images of directions, which are columns."""
        return self._above.matmat(_fitting(X, self.shape[1]))

    def rmatmat(self, X: Any) -> Any:
        """The images of directions under the adjoint."""
        return self._above.rmatmat(_fitting(X, self.shape[0]))


def _fitting(v: Any, size: int) -> Any:
    shape = load("numpy").shape(v)
    if shape[:1] != (size,):
        raise ShapeError(
            f"the operator acts on {size} entries, the array given has shape {shape}",
            hint="a matrix is given by its entries, row by row: X.ravel()",
        )
    return v
