"""Steps downhill: stochastic gradient descent with momentum, and Adam.

An optimiser is data: what it remembers is a dictionary of arrays, so that it can be saved and
training can go on exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from matgrad.errors import UnknownNameError
from matgrad.optional import load

Arrays = dict[str, Any]


@dataclass(frozen=True)
class Optimiser:
    """How parameters move: `step` changes parameters and memory in place."""

    rate: float
    step: Callable[[Arrays, Mapping[str, Any], Arrays, float], None]
    parts: tuple[str, ...]  # what is remembered for each parameter

    def begin(self, parameters: Arrays) -> Arrays:
        """An empty memory."""
        np: Any = load("numpy")
        memory: Arrays = {
            f"{part} {name}": np.zeros_like(value)
            for part in self.parts
            for name, value in parameters.items()
        }
        return {**memory, "steps": np.zeros((), dtype=np.int64)}


def sgd(momentum: float = 0.9) -> Callable[..., None]:
    """v ← m v + ∇, x ← x − r v."""

    def step(parameters: Arrays, gradients: Mapping[str, Any], memory: Arrays, rate: float) -> None:
        memory["steps"] += 1
        for name, gradient in gradients.items():
            velocity = memory[f"velocity {name}"]
            velocity *= momentum
            velocity += gradient
            parameters[name] -= rate * velocity

    return step


def adam(first: float = 0.9, second: float = 0.999, epsilon: float = 1e-8) -> Callable[..., None]:
    """Running means of gradients and of their squares, corrected for starting at zero."""
    np: Any = load("numpy")

    def step(parameters: Arrays, gradients: Mapping[str, Any], memory: Arrays, rate: float) -> None:
        memory["steps"] += 1
        t = int(memory["steps"])
        scaled = rate * (1 - second**t) ** 0.5 / (1 - first**t)
        for name, gradient in gradients.items():
            mean, square = memory[f"mean {name}"], memory[f"square {name}"]
            mean += (1 - first) * (gradient - mean)
            square += (1 - second) * (gradient * gradient - square)
            parameters[name] -= scaled * mean / (np.sqrt(square) + epsilon)

    return step


def optimiser(name: str, rate: float | None = None, momentum: float = 0.9) -> Optimiser:
    """The optimiser of this name, with its usual rate unless one is given."""
    if name == "adam":
        return Optimiser(0.002 if rate is None else rate, adam(), ("mean", "square"))
    if name == "sgd":
        return Optimiser(0.05 if rate is None else rate, sgd(momentum), ("velocity",))
    raise UnknownNameError(f"unknown optimizer {name!r}", hint="known ones: adam, sgd")
