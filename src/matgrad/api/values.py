"""A derivation with small numbers: its values at a point, and code that tries itself."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, prod
from typing import Any, NamedTuple, cast

from matgrad.api.code import compile_trace
from matgrad.api.derivation import Derivation
from matgrad.codegen import Compiled, compile_numpy
from matgrad.derive.layout import acts_on_columns
from matgrad.errors import DomainError, LimitError, ShapeError, UnsupportedError
from matgrad.optional import load
from matgrad.render.labels import is_map
from matgrad.verify.tidy import LARGEST, points

MATRICES = ("jacobian", "hessian")


class Values(NamedTuple):
    """Arrays by name, a function there, and its derivatives as the matrices that are printed."""

    sizes: Mapping[str, int]
    inputs: Mapping[str, Any]
    value: Any
    derivatives: Mapping[str, Any]


def values_of(
    d: Derivation,
    sizes: Mapping[str, int],
    given: Mapping[str, Any],
    seed: int = 0,
    arranged: Mapping[str, str] | None = None,
) -> Values:
    """Values for everything that is not given, the function there, and its derivative.

    `arranged` is the order and the layout of Jacobians.
    """
    if d.kind != "differential" and any(map(is_map, d.trace.results.values())):
        raise UnsupportedError("this derivative is a map, which has no table of numbers")
    values = {name: _array(name, value) for name, value in given.items()}
    problem = d.trace.origin.problem
    inputs = list(problem.symbols.values())
    function = _with_values(compile_numpy(problem.function, problem.definitions, inputs))
    derivative = _with_values(compile_trace(d.trace, "numpy"))
    found: Values | None = None
    refused = DomainError(
        "no point was found at which the function is defined", hint="try other sizes"
    )
    for measured, at in points(d.trace, sizes, values, seed):
        try:
            value, answers = run(function, at, measured), run(derivative, at, measured)
        except DomainError as error:  # another point may do, unless all of this one was given
            refused = error
            continue
        found = Values(measured, at, value, _printed(d, measured, answers, arranged or {}))
        if all(map(_is_finite, (found.value, *found.derivatives.values()))):
            break
    if found is None:
        raise refused
    used = {*problem.symbols, *(f"d{X.name}" for X in d.trace.wrt if d.kind == "differential")}
    return found._replace(inputs={name: x for name, x in found.inputs.items() if name in used})


def _with_values(code: Compiled) -> Compiled:
    if code.functions:
        raise UnsupportedError(f"{code.functions[0]} is only named, so it has no values")
    return code


def run(code: Compiled, inputs: Mapping[str, Any], sizes: Mapping[str, int]) -> Any:
    """Call the code with what it takes."""
    known = {**inputs, **sizes}
    with load("numpy").errstate(all="ignore"):
        return code(**{name: known[name] for name in (*code.inputs, *code.sizes)})


def _array(name: str, value: Any) -> Any:
    """A number, a list or a list of rows as an array."""
    try:
        found = load("numpy").array(value, dtype=float)
    except (TypeError, ValueError):
        raise ShapeError(f"the rows of {name} differ in length") from None
    if found.ndim > 2 or found.size > LARGEST * LARGEST:
        raise LimitError(f"{name} has more than {LARGEST} rows or columns")
    return found


def _is_finite(array: Any) -> bool:
    numpy = load("numpy")
    return bool(numpy.isfinite(numpy.asarray(array, dtype=float)).all())


def _printed(
    d: Derivation, sizes: Mapping[str, int], answers: Any, arranged: Mapping[str, str]
) -> dict[str, Any]:
    """The arrays that code returns, Jacobians and Hessians as the matrices that are printed."""
    several = cast("tuple[Any, ...]", answers if isinstance(answers, tuple) else (answers,))
    found: dict[str, Any] = dict(zip(d.trace.results, several, strict=True))
    F, wrt = d.trace.problem.function.shape, {X.name: X for X in d.trace.wrt}
    for name, J in d.trace.results.items() if d.kind in MATRICES else ():
        if acts_on_columns(J, F, wrt[name]):
            rows, cols = (size.evaluate(sizes) for size in J.shape)
            found[name] = _matrix(load("numpy").asarray(found[name]), rows, cols, arranged)
    return found


def _matrix(array: Any, rows: int, cols: int, arranged: Mapping[str, str]) -> Any:
    """An array of the axes of F and then of X as a matrix of vec(F) and vec(X)."""
    shape: tuple[int, ...] = array.shape
    splits = [
        k for k in range(len(shape) + 1) if (prod(shape[:k]), prod(shape[k:])) == (rows, cols)
    ]
    if not splits:
        return array  # by the independent entries of X
    k = splits[0]
    if arranged.get("order") != "rows":
        array = array.transpose([*reversed(range(k)), *reversed(range(k, len(shape)))])
    flat = array.reshape(rows, cols)
    return flat.T if arranged.get("layout") == "denominator" else flat


# ---------------------------------------------------------------- code that tries itself

TEST = """

if __name__ == "__main__":
    # Numbers to try it with, and a direction to move each variable in.
    inputs = {{{inputs}}}
    sizes = {{{sizes}}}
    directions = {{{directions}}}
    value, gradients = value_and_grad(*inputs.values(), **sizes)
    gradients = gradients if isinstance(gradients, tuple) else (gradients,)
    print("value:", value)
    for (name, direction), gradient in zip(directions.items(), gradients):
        ahead, behind = (
            value_and_grad(*{{**inputs, name: inputs[name] + t * direction}}.values(), **sizes)[0]
            for t in (1e-6, -1e-6)
        )
        print(f"gradient by {{name}}:", gradient, sep="\\n")
        print("along a direction:", np.sum(gradient * direction))
        print("difference quotient:", (ahead - behind) / 2e-6)
"""


def with_test(d: Derivation) -> str:
    """Value and gradient in NumPy, and what happens when the file is run."""
    if d.kind != "gradient":
        raise UnsupportedError(
            "only code for gradients comes with a test", hint="ask for a gradient"
        )
    code = _with_values(compile_trace(d.trace, "numpy", with_value=True))
    for sizes, drawn in points(d.trace, {}, {}, seed=1):
        if isfinite(run(code, drawn, sizes)[0]):
            break
    else:
        raise DomainError("no point was found at which the function is defined")
    test = TEST.format(
        inputs=_entries({name: drawn[name] for name in code.inputs}),
        sizes=", ".join(f'"{name}": {sizes[name]}' for name in code.sizes),
        directions=_entries({X.name: drawn[f"d{X.name}"] for X in d.trace.wrt}),
    )
    return code.source.rstrip("\n") + "\n" + test


def _entries(arrays: dict[str, Any]) -> str:
    """The entries of a dictionary, one a line."""
    numpy = load("numpy")
    rows = [
        f'        "{name}": np.array({numpy.round(x, 6).tolist()}),\n' for name, x in arrays.items()
    ]
    return "\n" + "".join(rows) + "    "
