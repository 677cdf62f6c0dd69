"""Steps downhill: stochastic gradient descent with momentum, and Adam.

All parameters are one vector, so that a step is a few operations on long arrays. An optimiser is
data: what it remembers is a dictionary of arrays, so that it can be saved and training can go on
exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from matgrad.errors import UnknownNameError
from matgrad.optional import load

Arrays = dict[str, Any]
Move = Callable[[Any, Any, Arrays, float], None]  # x, its gradient, the memory, the rate


@dataclass(frozen=True)
class Optimiser:
    """How parameters move: `step` changes the vector of all parameters and the memory in place."""

    rate: float
    step: Move
    parts: tuple[str, ...]  # what is remembered for each parameter

    def begin(self, x: Any) -> Arrays:
        """An empty memory."""
        np: Any = load("numpy")
        memory: Arrays = {part: np.zeros_like(x) for part in self.parts}
        return {**memory, "steps": np.zeros((), dtype=np.int64)}


def packed(arrays: Mapping[str, Any]) -> tuple[Any, Arrays]:
    """One vector with all entries of these arrays, and the arrays as parts of it.

    >>> x, parts = packed({"W": load("numpy").eye(2), "b": load("numpy").zeros(2)})
    >>> parts["b"] += 1
    >>> x.tolist()
    [1.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    """
    np: Any = load("numpy")
    shapes = {name: np.shape(array) for name, array in arrays.items()}
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])
    x = np.empty(ends[-1])
    pieces = np.split(x, ends[:-1])
    parts = {n: piece.reshape(shapes[n]) for n, piece in zip(arrays, pieces, strict=True)}
    put(parts, arrays)
    return x, parts


def put(parts: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write arrays into the parts of a vector."""
    for name, array in arrays.items():
        parts[name][...] = array


def sgd(momentum: float = 0.9) -> Move:
    """v ← m v + ∇, x ← x − r v."""

    def step(x: Any, gradient: Any, memory: Arrays, rate: float) -> None:
        memory["steps"] += 1
        velocity = memory["velocity"]
        velocity *= momentum
        velocity += gradient
        x -= rate * velocity

    return step


def adam(first: float = 0.9, second: float = 0.999, epsilon: float = 1e-8) -> Move:
    """Running means of gradients and of their squares, corrected for starting at zero."""
    np: Any = load("numpy")

    def step(x: Any, gradient: Any, memory: Arrays, rate: float) -> None:
        memory["steps"] += 1
        t = int(memory["steps"])
        mean, square = memory["mean"], memory["square"]
        room = gradient - mean  # one array for all that is passing
        room *= 1 - first
        mean += room
        np.multiply(gradient, gradient, out=room)
        room -= square
        room *= 1 - second
        square += room
        np.sqrt(square, out=room)
        room += epsilon
        np.divide(mean, room, out=room)
        room *= rate * (1 - second**t) ** 0.5 / (1 - first**t)
        x -= room

    return step


def optimiser(name: str, rate: float | None = None, momentum: float = 0.9) -> Optimiser:
    """The optimiser of this name, with its usual rate unless one is given."""
    if name == "adam":
        return Optimiser(0.002 if rate is None else rate, adam(), ("mean", "square"))
    if name == "sgd":
        return Optimiser(0.05 if rate is None else rate, sgd(momentum), ("velocity",))
    raise UnknownNameError(f"unknown optimizer {name!r}", hint="known ones: adam, sgd")
