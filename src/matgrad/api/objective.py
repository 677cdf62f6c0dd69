"""`mg.objective`: fun, jac and hessp as scipy.optimize takes them, of one long vector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matgrad.api.pipeline import Assumptions, Shapes, gradient, value_and_grad
from matgrad.codegen import Compiled, compile_numpy
from matgrad.core.expr import Expr, Symbol
from matgrad.core.facts import CURVED, SQUARE_ONLY, close
from matgrad.core.steps import Problem
from matgrad.derive.structure import within
from matgrad.errors import DomainError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import frobenius, multiply, symbol
from matgrad.optional import load
from matgrad.render.plain import plain

WALL = 1e6  # times the value at the start


@dataclass(frozen=True, repr=False)
class Objective:
    """A function of some variables, the others being given, as a function of one vector."""

    problem: Problem
    variables: tuple[str, ...]
    start: Mapping[str, Any]
    data: Mapping[str, Any]

    def __repr__(self) -> str:
        """The function, and what moves: <objective ‖Ax − b‖² of x: 2 numbers>."""
        return f"<objective {plain(self.problem.function)} of {self._listed}: {self.size} numbers>"

    # ------------------------------------------------------------ one vector for all variables

    def pack(self, values: Mapping[str, Any]) -> Any:
        """The variables below each other in one vector."""
        np = load("numpy")
        for name in self.variables:
            if name not in values:
                raise UnknownNameError(f"{name} has no value", hint="variables: " + self._listed)
            given, shape = np.shape(values[name]), np.shape(self.start[name])
            if np.size(values[name]) != np.size(self.start[name]):
                raise ShapeError(
                    f"{name} has {np.size(values[name])} entries", hint=f"it is {shape}"
                )
            if given != shape and len(given) > 1:  # its entries would go to other places
                raise ShapeError(f"{name} has the shape {given}", hint=f"it is {shape}")
        return np.concatenate([np.ravel(values[name]) for name in self.variables]).astype(float)

    def unpack(self, vector: Any) -> dict[str, Any]:
        """The variables in their shapes, with the structure that is assumed of them."""
        np = load("numpy")
        vector = self._checked(vector)
        found: dict[str, Any] = {}
        at = 0
        for name in self.variables:
            shape = np.shape(self.start[name])
            size = int(np.prod(shape, dtype=int))
            value = np.reshape(vector[at : at + size], shape)
            found[name] = self._onto[name](value) if name in self._onto else value
            at += size
        return found

    @cached_property
    def _onto(self) -> dict[str, Compiled]:
        """The projections of what has a structure: of a symmetric X, fun looks at its part only.

        So fun is a function of every vector, and jac, the projected gradient, its gradient.
        """
        found: dict[str, Compiled] = {}
        for name in self.variables:
            X = self.problem.symbols[name]
            free = symbol(name, *X.shape)
            onto, _ = within(free, X, "projected")
            if onto is not free:
                found[name] = compile_numpy(onto, (), [free])
        return found

    def _checked(self, vector: Any) -> Any:
        """The vector, with as many numbers as the variables have entries."""
        np = load("numpy")
        try:
            found = np.asarray(vector, dtype=float).ravel()
        except (TypeError, ValueError) as error:
            raise ShapeError("this is no vector of numbers", hint="o.x0 is one") from error
        if found.size != self.size:
            hint = f"below each other: {self._listed}"
            raise ShapeError(f"the vector has {found.size} entries, not {self.size}", hint=hint)
        return found

    @cached_property
    def size(self) -> int:
        """How many entries the variables have."""
        np = load("numpy")
        return sum(int(np.size(self.start[name])) for name in self.variables)

    @property
    def _listed(self) -> str:
        return ", ".join(self.variables)

    @property
    def x0(self) -> Any:
        """Where to start."""
        return self.pack(self.start)

    # ------------------------------------------------------------ what scipy.optimize calls

    @cached_property
    def _value_and_grad(self) -> Compiled:
        d = value_and_grad(self.problem, self.variables)
        return d.compile("numpy")

    @cached_property
    def _product(self) -> Compiled:
        """The gradients of V : ∇f, which is the Hessian times V."""
        first = gradient(self.problem, self.variables)
        given = self.problem.symbols
        directions = {n: symbol(f"{n}_v", *given[n].shape) for n in self.variables}
        paired = [
            (multiply if given[n].is_scalar else frobenius)(directions[n], first.results[n])
            for n in self.variables
        ]
        total = paired[0]
        for term in paired[1:]:
            total = total + term
        symbols = {**given, **{x.name: x for x in directions.values()}}
        second = Problem(total, self.problem.name, symbols=symbols)
        return gradient(second, self.variables).compile("numpy")

    def measure(self) -> None:
        """Refuse arrays whose shapes do not fit together."""
        self._inside(self.x0)

    def fun_and_jac(self, vector: Any) -> tuple[float, Any]:
        """The value and the gradient, for `minimize(..., jac=True)`."""
        found = self._inside(vector)
        if found is not None:
            return found
        return self.wall, load("numpy").zeros(self.size)

    def _inside(self, vector: Any) -> tuple[float, Any] | None:
        """The value and the gradient, where there is a value."""
        try:
            value, grads = self._value_and_grad(**self.data, **self.unpack(vector))
        except DomainError:
            return None
        return None if load("numpy").isnan(value) else (float(value), self._packed(grads))

    @cached_property
    def wall(self) -> float:
        """What `fun` gives outside of the domain, so that every line search steps back.

        It is far above the value at the start, but finite: of inf L-BFGS-B makes a step of nan, and
        says that it has converged.
        """
        found = self._inside(self.x0)
        if found is None:
            raise DomainError("the function has no value at the start", hint="start elsewhere")
        return found[0] + WALL * (1 + abs(found[0]))

    def fun(self, vector: Any) -> float:
        """The value."""
        return self.fun_and_jac(vector)[0]

    def jac(self, vector: Any) -> Any:
        """The gradient."""
        return self.fun_and_jac(vector)[1]

    def hessp(self, vector: Any, direction: Any) -> Any:
        """The Hessian times a direction."""
        moved = {f"{n}_v": v for n, v in self.unpack(direction).items()}
        given = {**self.data, **self.unpack(vector), **moved}
        wanted = {name: given[name] for name in self._product.inputs}
        return self._packed(self._product(**wanted))

    def _packed(self, grads: Any) -> Any:
        each = grads if len(self.variables) > 1 else (grads,)
        return self.pack(dict(zip(self.variables, each, strict=True)))


def objective(
    f: Problem | str,
    start: Mapping[str, Any],
    data: Mapping[str, Any],
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
) -> Objective:
    """What scipy.optimize.minimize needs, from a function and arrays: start has the variables.

    Arrays that are not what is assumed of them, such as symmetric, are refused.

    >>> import numpy as np
    >>> o = objective("norm2(A*x - b)^2", {"x": np.zeros(2)}, {"A": np.eye(2), "b": np.ones(2)})
    >>> o.jac(o.x0)
    array([-2., -2.])
    """
    _check_names(start, data)
    given = {**data, **start}
    _check_numbers(given)
    problem = gradient(f, list(start), shapes, assume).problem
    _check_free(problem, start)
    missing = [name for name in problem.symbols if name not in given]
    if missing:
        raise UnknownNameError(f"{missing[0]} has no value", hint="give it in start or in data")
    check_facts(problem.symbols, given)
    found = Objective(problem, tuple(start), dict(start), dict(data))
    found.measure()
    return found


def _check_names(start: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    """Refuse a start without variables, and what is to move and to stay."""
    if not start:
        raise UnknownNameError("start has no variable", hint='start={"x": np.zeros(3)}')
    for name in start:
        if name in data:
            raise UnknownNameError(
                f"{name} is in start and in data", hint="start has what moves, data what stays"
            )


def _check_numbers(arrays: Mapping[str, Any]) -> None:
    """Refuse what is no array of real numbers."""
    np = load("numpy")
    for name, value in arrays.items():
        try:
            is_complex = np.iscomplexobj(value)
            np.asarray(value, dtype=complex if is_complex else float)
        except (TypeError, ValueError) as error:
            raise ShapeError(f"{name} is no array of numbers", hint="as np.zeros(3)") from error
        if is_complex:
            raise DomainError(
                f"{name} is complex", hint="real and imaginary parts are two variables"
            )


def _check_free(problem: Problem, start: Mapping[str, Any]) -> None:
    """Refuse variables that cannot move freely, as scipy.optimize moves them."""
    for name in start:
        data = problem.symbols[name].data if name in problem.symbols else None
        facts = close(data.facts) if isinstance(data, Symbol) else frozenset[str]()
        for fact in sorted(facts & (CURVED | {"simplex", "simplex_rows"})):
            hint = "put it into the function, as x/norm2(x) or softmax(x), and leave it out here"
            raise UnsupportedError(f"{name} is {fact}, and scipy moves it freely", hint=hint)


__all__: Sequence[str] = ("Objective", "objective")


CLOSE = 1e-8  # of the largest entry


def check_facts(symbols: Mapping[str, Expr], arrays: Mapping[str, Any]) -> None:
    """Refuse an array that is not what is assumed of its name, as far as this is soon seen."""
    np = load("numpy")
    for name, known in symbols.items():
        facts = close(known.data.facts) if isinstance(known.data, Symbol) else ()
        value = np.asarray(arrays[name])
        for fact in sorted(facts):
            holds = HOLDS.get(fact)
            is_square = value.ndim == 2 and len(value) == len(value.T)
            if holds is None or (fact in SQUARE_ONLY and not is_square):
                continue  # shapes are looked at when it is computed
            if not holds(np, value):
                raise DomainError(
                    f"{name} is assumed to be {fact.replace('_', ' ')}, and the array is not",
                    hint="give another array, or leave the assumption out",
                )


def _same(np: Any, left: Any, right: Any) -> bool:
    largest = float(np.max(np.abs(left), initial=1.0))
    return bool(np.allclose(left, right, rtol=0, atol=CLOSE * largest))


def _is_definite(np: Any, A: Any) -> bool:
    try:
        np.linalg.cholesky((A + A.T) / 2)
    except np.linalg.LinAlgError:
        return False
    return True


HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "diagonal": lambda np, A: _same(np, A, np.diag(np.diag(A))),
    "symmetric": lambda np, A: _same(np, A, A.T),
    "skew": lambda np, A: _same(np, A, -A.T),
    "lower_triangular": lambda np, A: _same(np, A, np.tril(A)),
    "upper_triangular": lambda np, A: _same(np, A, np.triu(A)),
    "orthogonal": lambda np, A: _same(np, A @ A.T, np.eye(len(A))),
    "positive_definite": _is_definite,
    "nonzero": lambda np, x: bool(np.all(x != 0)),
    "nonnegative": lambda np, x: bool(np.all(x >= 0)),
    "integer": lambda np, x: bool(np.all(x == np.round(x))),
    "unit": lambda np, x: _same(np, np.sum(x * x), np.ones(())),
    "simplex": lambda np, x: bool(np.all(x >= 0)) and _same(np, np.sum(x), np.ones(())),
    "mask": lambda np, x: bool(np.all((x == 0) | (x == 1))),
    "orthogonal_columns": lambda np, W: _same(np, W.T @ W, np.eye(W.shape[1])),
    "onehot": lambda np, x: bool(np.all((x == 0) | (x == 1))),
}
