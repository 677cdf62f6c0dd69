"""Numbers for a network: values for its symbols, and everything that is computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matgrad.codegen import compile_numpy
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition, Trace
from matgrad.errors import LimitError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.nets.losses import LOSSES
from matgrad.nets.network import Network, layer_name, short_name
from matgrad.nets.npz import read_npz
from matgrad.optional import load

Arrays = Mapping[str, Any]
LARGEST = 20_000_000  # numbers that are drawn at random


def sizes_of(net: Network, given: Mapping[str, int]) -> dict[str, int]:
    """A number for every name of a size; those that are not given are small."""
    names = sorted({n for s in net.symbols.values() for d in s.shape for n in d.names})
    return {name: given.get(name, 2 + i % 3) for i, name in enumerate(names)}


def random_arrays(net: Network, seed: int = 0, sizes: Mapping[str, int] | None = None) -> Arrays:
    """Values for all symbols: He-scaled weights, small biases, and a target that fits the loss."""
    np: Any = load("numpy")
    draw = np.random.default_rng(seed)
    measured = sizes_of(net, sizes or {})
    shapes = [[d.evaluate(measured) for d in s.shape] for s in net.symbols.values()]
    if sum(rows * cols for rows, cols in shapes) > LARGEST:
        raise LimitError(f"the network has more than {LARGEST:,} numbers", hint="take fewer")
    arrays: dict[str, Any] = {}
    for (name, symbol), (rows, cols) in zip(net.symbols.items(), shapes, strict=True):
        shape = () if symbol.is_scalar else (rows,) if symbol.shape.is_column else (rows, cols)
        arrays[name] = _value(draw, name, shape, entering=cols if net.batch is None else rows)
    arrays[net.target] = _target(draw, net, arrays[net.target].shape)
    return arrays


def _value(draw: Any, name: str, shape: tuple[int, ...], entering: int) -> Any:
    np: Any = load("numpy")
    if name == "lambda":
        return np.asarray(0.01)
    value = np.asarray(draw.standard_normal(shape))
    if name[:1] == "W":
        return value * (2 / entering) ** 0.5
    if name.startswith("gamma"):
        return 1 + 0.1 * value
    if name[:3] in ("m__", "M__"):
        return (np.asarray(draw.random(shape)) < 0.8) / 0.8
    return value * (0.1 if name[:2] == "b_" else 1)


def _target(draw: Any, net: Network, shape: tuple[int, ...]) -> Any:
    """One class, numbers in between, or signs: whatever the loss is made for."""
    np: Any = load("numpy")
    kind = net.settings.get("loss", "")
    if kind in LOSSES and LOSSES[kind].target:
        if _has_one_class(net):
            return np.ones(shape)
        classes = draw.integers(shape[-1], size=shape[:-1])
        return np.eye(shape[-1])[classes]
    if kind == "binary_cross_entropy":
        return np.asarray(draw.random(shape) < 0.5, dtype=float)
    if kind == "hinge":
        return np.where(draw.random(shape) < 0.5, -1.0, 1.0)
    return np.asarray(draw.standard_normal(shape))


def _has_one_class(net: Network) -> bool:
    """Is the target one number a sample, so that an array of it has no axis of classes?"""
    shape = net.symbols[net.target].shape
    return (shape.rows if net.batch is None else shape.cols) == ONE


def load_arrays(net: Network, path: str) -> Arrays:
    """The values of all symbols from an NPZ file; W1 is short for W__1."""
    np: Any = load("numpy")
    found = {layer_name(name, net.symbols): array for name, array in read_npz(path).items()}
    missing = [name for name in net.symbols if name not in found]
    if missing:
        raise UnknownNameError(
            f"{path} has no " + ", ".join(map(short_name, missing)),
            hint="it must hold " + ", ".join(map(short_name, net.symbols)),
        )
    for name in net.symbols:
        array = found[name]
        if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
            raise ShapeError(f"{short_name(name)} in {path} is not an array of finite numbers")
    return {name: fitted(symbol, found[name]) for name, symbol in net.symbols.items()}


def fitted(symbol: Expr, array: Any) -> Any:
    """A column given as a matrix with one column, or a number as an array of one, as it is used."""
    if symbol.is_scalar and array.size == 1:
        return array.reshape(())
    if symbol.shape.is_column and array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    is_row = symbol.shape.rows == ONE and not symbol.is_scalar
    return array[None, :] if is_row and array.ndim == 1 else array


def check_target(net: Network, arrays: Arrays) -> None:
    """The gradient ŷ − y needs targets that sum to one; refuse others."""
    np: Any = load("numpy")
    missing = [short_name(name) for name in net.symbols if name not in arrays]
    if missing:
        raise UnknownNameError("there are no values for " + ", ".join(missing))
    facts = net.symbols[net.target].data.facts
    if facts & {"simplex", "simplex_rows"}:
        given = np.asarray(arrays[net.target], dtype=float)
        sums = given if _has_one_class(net) else given.sum(axis=-1)
        if not np.allclose(sums, 1, atol=1e-6):
            raise ShapeError(
                f"{net.target} must sum to one, here {np.round(sums, 4)}",
                hint="cross-entropy needs class probabilities, such as one-hot targets",
            )


def everything(trace: Trace, arrays: Arrays) -> dict[str, Any]:
    """The value of each name, forward and backward, of the function, and of each gradient."""
    names: list[Definition] = list(trace.definitions)
    assert trace.function is not None
    outputs = (*(d.symbol for d in names), trace.function, *trace.results.values())
    compiled = compile_numpy(outputs, names, list(trace.problem.symbols.values()))
    if compiled.functions:
        raise UnsupportedError(
            f"{compiled.functions[0]} is only named, so it has no values",
            hint="choose an activation such as tanh",
        )
    keywords = {name: arrays[name] for name in compiled.inputs}
    values = compiled(**keywords)
    labels = [d.symbol.name for d in names] + [trace.problem.name]
    labels += [f"grad {name}" for name in trace.results]
    return dict(zip(labels, values, strict=True))
