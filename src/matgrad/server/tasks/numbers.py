"""`/api/evaluate`: the function and its derivative with small numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isfinite, prod
from random import Random
from typing import Any, cast

from matgrad.api.code import compile_trace
from matgrad.api.derivation import Derivation
from matgrad.codegen import Compiled, compile_numpy
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.derive.layout import acts_on_columns
from matgrad.errors import DomainError, LimitError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load
from matgrad.render.labels import derivative_label, is_map
from matgrad.server.tasks.answers import derived
from matgrad.server.tasks.given import Request, read
from matgrad.server.tasks.shown import Data
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Scalar, Undecided
from matgrad.verify.ball import Balls, precision
from matgrad.verify.code import array
from matgrad.verify.evaluate import Memo, value_of
from matgrad.verify.sample import Sampler
from matgrad.verify.sizes import assignments

LARGEST = 8  # rows and columns
STYLES = ("generic", "positive", "near identity")
DRAWS = 12
CHOICES = 3  # of sizes
MATRICES = ("jacobian", "hessian")


class Tidy(Sampler):
    """Draws numbers with one digit after the point."""

    def scalar(self) -> Scalar:
        """A small number, not zero."""
        drawn = self.random.randrange(1, 21)
        sign = 1 if self.style == "positive" else self.random.choice((-1, 1))
        return self.R.rational(Fraction(sign * drawn, 10))

    def positive(self) -> Scalar:
        """A small positive number."""
        return self.R.rational(Fraction(self.random.randrange(1, 21), 10))


def evaluate(request: Request) -> Data:
    """Values for everything that is not given, the function there, and its derivative."""
    given = read(request)
    d = derived(given, request)
    if d.kind != "differential" and any(map(is_map, d.trace.results.values())):
        raise UnsupportedError("this derivative is a map, which has no table of numbers")
    chosen: dict[str, Any] = request.get("values") or {}
    values = {name: _array(name, value) for name, value in chosen.items()}
    wanted: dict[str, int] = request.get("sizes") or {}
    function, derivative = compiled(d)
    found: Data = {}
    refused = DomainError(
        "no point was found at which the function is defined", hint="try other sizes"
    )
    for measured, inputs in points(d, wanted, values, int(request.get("seed") or 0)):
        try:
            value, answers = run(function, inputs, measured), run(derivative, inputs, measured)
        except DomainError as error:  # another point may do, unless all of this one was given
            refused = error
            continue
        found = _data(d, measured, inputs, value, as_printed(d, measured, answers, request))
        if _is_finite(found["value"]) and all(map(_is_finite, found["derivatives"].values())):
            break
    if not found:
        raise refused
    return found


def compiled(d: Derivation) -> tuple[Compiled, Compiled]:
    """The function and its derivative as code."""
    problem: Problem = d.trace.origin.problem
    inputs = list(problem.symbols.values())
    function = compile_numpy(problem.function, problem.definitions, inputs)
    derivative = compile_trace(d.trace, "numpy")
    for each in (function, derivative):
        if each.functions:
            raise UnsupportedError(f"{each.functions[0]} is only named, so it has no values")
    return function, derivative


def run(code: Compiled, inputs: Mapping[str, Any], sizes: Mapping[str, int]) -> Any:
    """Call the code with what it takes."""
    known = {**inputs, **sizes}
    with load("numpy").errstate(all="ignore"):
        return code(**{name: known[name] for name in (*code.inputs, *code.sizes)})


# ---------------------------------------------------------------- sizes


def sizes_of(
    d: Derivation, wanted: Mapping[str, int], values: Mapping[str, Any]
) -> list[dict[str, int]]:
    """Numbers for all names of sizes: as asked, as the given arrays have it, or small.

    Of those that are free to choose, the first need not do: log(det(X'*X)) needs a tall X.
    """
    symbols = d.trace.origin.problem.symbols
    named = {n for x in symbols.values() for size in x.shape for n in size.names}
    unknown = [name for name in wanted if name not in named]
    if unknown:
        raise UnknownNameError(f"{unknown[0]} is not a size", hint="sizes: " + ", ".join(named))
    roots = [*symbols.values(), d.problem.function, *d.trace.results.values()]
    fixed = {**_measured(symbols, values), **wanted}
    found = [{**drawn, **fixed} for drawn in assignments(roots) or [dict[str, int]()]]
    for size in {size for x in symbols.values() for size in x.shape}:
        if not 1 <= size.evaluate(found[0]) <= LARGEST:
            raise LimitError(
                f"{size} = {size.evaluate(found[0])}; sizes here are from 1 to {LARGEST}"
            )
    return list({str(sizes): sizes for sizes in found[:CHOICES]}.values())


def _measured(symbols: Mapping[str, Expr], values: Mapping[str, Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in values.items():
        if name not in symbols:
            raise UnknownNameError(f"{name} is not a variable", hint=", ".join(symbols))
        for size, length in zip(symbols[name].shape, value.shape, strict=False):
            if {str(size)} == set(size.names):
                found[str(size)] = int(length)
    return found


def _array(name: str, value: Any) -> Any:
    """A number, a list or a list of rows as an array."""
    try:
        found = load("numpy").array(value, dtype=float)
    except (TypeError, ValueError):
        raise ShapeError(f"the rows of {name} differ in length") from None
    if found.ndim > 2 or found.size > LARGEST * LARGEST:
        raise LimitError(f"{name} has more than {LARGEST} rows or columns")
    return found


# ---------------------------------------------------------------- values


def points(
    d: Derivation, wanted: Mapping[str, int], values: Mapping[str, Any], seed: int
) -> Iterator[tuple[dict[str, int], dict[str, Any]]]:
    """Sizes, and values for all symbols, other ones each time, those that are given as they are.

    Where something is left to choose, the function is defined there; this is decided without
    rounding, since a matrix that is singular is hardly ever singular in floating point.
    """
    problem: Problem = d.trace.origin.problem
    symbols = list(problem.symbols.values())
    for sizes in sizes_of(d, wanted, values):
        for i in range(DRAWS):
            R = Balls(dict(sizes))
            S = Tidy(R, Random(seed * 7919 + i), STYLES[i % len(STYLES)])
            try:
                with precision():
                    drawn = {x: S.value(x) for x in symbols}
                    moved = {f"d{X.name}": array(S.value(X), X.shape) for X in d.trace.wrt}
                    if not values:
                        _require_value(R, problem, drawn)
            except OutsideDomain:
                continue
            arrays = {x.name: array(value, x.shape) for x, value in drawn.items()}
            yield sizes, {**moved, **arrays, **values}
            if len(values) == len(symbols):
                return


def _require_value(R: Balls, problem: Problem, drawn: Mapping[Expr, Matrix]) -> None:
    """Raise OutsideDomain where the function has no value."""
    memo: Memo = dict(drawn)
    try:
        for definition in problem.definitions:
            memo[definition.symbol] = value_of(R, definition.value, memo)
        value_of(R, problem.function, memo)
    except Undecided:
        return


# ---------------------------------------------------------------- data


def as_printed(
    d: Derivation, sizes: Mapping[str, int], answers: Any, request: Request
) -> dict[str, Any]:
    """The arrays that code returns, Jacobians and Hessians as the matrices that are printed."""
    several = cast("tuple[Any, ...]", answers if isinstance(answers, tuple) else (answers,))
    found: dict[str, Any] = dict(zip(d.trace.results, several, strict=True))
    F, wrt = d.trace.problem.function.shape, {X.name: X for X in d.trace.wrt}
    for name, J in d.trace.results.items() if d.kind in MATRICES else ():
        if acts_on_columns(J, F, wrt[name]):
            rows, cols = (size.evaluate(sizes) for size in J.shape)
            found[name] = _matrix(load("numpy").asarray(found[name]), rows, cols, request)
    return found


def _matrix(array: Any, rows: int, cols: int, request: Request) -> Any:
    """An array of the axes of F and then of X as a matrix of vec(F) and vec(X)."""
    shape: tuple[int, ...] = array.shape
    splits = [
        k for k in range(len(shape) + 1) if (prod(shape[:k]), prod(shape[k:])) == (rows, cols)
    ]
    if not splits:
        return array  # by the independent entries of X
    k = splits[0]
    if request.get("order") != "rows":
        array = array.transpose([*reversed(range(k)), *reversed(range(k, len(shape)))])
    flat = array.reshape(rows, cols)
    return flat.T if request.get("layout") == "denominator" else flat


def _data(
    d: Derivation,
    sizes: Mapping[str, int],
    inputs: Mapping[str, Any],
    value: Any,
    answers: Mapping[str, Any],
) -> Data:
    used = set(d.trace.origin.problem.symbols)
    if d.kind == "differential":
        used |= {f"d{X.name}" for X in d.trace.wrt}
    return {
        "ok": True,
        "sizes": dict(sizes),
        "inputs": {name: numbers(x) for name, x in inputs.items() if name in used},
        "value": numbers(value),
        "derivatives": {name: numbers(x) for name, x in answers.items()},
        "label": {name: derivative_label(d.trace, name).latex for name in answers},
        "error": None,
    }


def numbers(value: Any) -> Any:
    """Lists of numbers; what is not finite becomes a word, since JSON has no number for it."""
    flat = load("numpy").asarray(value, dtype=float)
    if load("numpy").isfinite(flat).all():
        return flat.tolist()
    return load("numpy").vectorize(_spoken, otypes="O")(flat).tolist()


def _spoken(x: float) -> float | str:
    return float(x) if isfinite(x) else str(float(x))


def _is_finite(data: Any) -> bool:
    return load("numpy").asarray(data).dtype.kind == "f"
