"""Gradients of a network found in other ways, to compare the derived ones with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.codegen import Compiled, Wanted, compile_program, for_target, program
from matgrad.core.steps import Problem
from matgrad.optional import available, load

STEP = 1e-5  # relative; the error of central differences is of the order of its square
MOST = 4_000  # entries that central differences are taken for
DIFFERENCES, AUTOMATIC = 1e-6, 1e-12  # errors that are allowed


@dataclass(frozen=True)
class Comparison:
    """How far the derived gradients are from those found in another way."""

    name: str
    error: float  # the largest difference, relative to the largest entry
    allowed: float

    @property
    def ok(self) -> bool:
        """Do they agree?"""
        return self.error <= self.allowed

    def __str__(self) -> str:
        verb = "agree" if self.ok else "DISAGREE"
        return f"{self.name}: {verb}, largest relative difference {self.error:.1e}"


def compared(
    problem: Problem, gradients: Mapping[str, Any], arrays: Mapping[str, Any]
) -> list[Comparison]:
    """The gradients against central differences, and against JAX and PyTorch if installed."""
    found: list[Comparison] = []
    names = list(gradients)
    for name, (needs, find, allowed) in WAYS.items():
        if available(needs):
            others = find(problem, arrays, names)
            found.append(Comparison(name, _error(gradients, others), allowed))
    return found


def left_out() -> str:
    """Which ways there would be if their packages were installed."""
    absent = [name for name, (needs, _, _) in WAYS.items() if not available(needs)]
    return f"not installed, so not compared with: {', '.join(absent)}" if absent else ""


def _error(gradients: Mapping[str, Any], others: Sequence[Any]) -> float:
    np: Any = load("numpy")
    worst = 0.0
    for mine, theirs in zip(gradients.values(), others, strict=True):
        chosen = ~np.isnan(theirs)  # entries that were left out
        if chosen.any():
            size = max(1e-300, float(np.max(np.abs(theirs[chosen]))), float(np.max(np.abs(mine))))
            worst = max(
                worst, float(np.max(np.abs(np.asarray(mine)[chosen] - theirs[chosen]))) / size
            )
    return worst


def forward_code(problem: Problem, target: str) -> Compiled:
    """The function alone, in a target language."""
    inputs = list(problem.symbols.values())
    wanted = Wanted(problem.function, problem.definitions, inputs)
    return compile_program(target, program(wanted, for_target(target)))


def by_differences(problem: Problem, arrays: Mapping[str, Any], names: list[str]) -> list[Any]:
    """(f(x + h) − f(x − h))/2h for each entry; of large arrays for some of them."""
    np: Any = load("numpy")
    f = forward_code(problem, "numpy")
    draw = np.random.default_rng(0)
    found: list[Any] = []
    for name in names:
        base = np.array(arrays[name], dtype=float)
        gradient = np.full(base.shape, np.nan)
        places = np.arange(base.size)
        if base.size > MOST // len(names):
            places = draw.choice(base.size, MOST // len(names), replace=False)
        for place in places:
            index = np.unravel_index(place, base.shape)
            h = STEP * max(1.0, abs(float(base[index])))
            ends: list[float] = []
            for sign in (1, -1):
                moved = base.copy()
                moved[index] += sign * h
                ends.append(float(f(**{**arrays, name: moved})))
            gradient[index] = (ends[0] - ends[1]) / (2 * h)
        found.append(gradient)
    return found


def by_torch(problem: Problem, arrays: Mapping[str, Any], names: list[str]) -> list[Any]:
    """What torch.autograd finds from the forward code."""
    torch: Any = load("torch")
    f = forward_code(problem, "torch")
    given = {n: torch.tensor(arrays[n], dtype=torch.float64) for n in f.inputs}
    wanted = [given[name].requires_grad_() for name in names]
    gradients = torch.autograd.grad(f.function(*given.values()), wanted)
    return [each.numpy() for each in gradients]


def by_jax(problem: Problem, arrays: Mapping[str, Any], names: list[str]) -> list[Any]:
    """What jax.grad finds from the forward code."""
    np: Any = load("numpy")
    jax: Any = load("jax")
    f = forward_code(problem, "jax")

    def value(moving: dict[str, Any]) -> Any:
        return f.function(*({**arrays, **moving}[n] for n in f.inputs))

    with jax.enable_x64(True):
        given = {name: jax.numpy.asarray(arrays[name], dtype="float64") for name in names}
        gradients = jax.grad(value)(given)
        return [np.asarray(gradients[name]) for name in names]


Way = Callable[[Problem, Mapping[str, Any], list[str]], list[Any]]
WAYS: dict[str, tuple[str, Way, float]] = {
    "central differences": ("numpy", by_differences, DIFFERENCES),
    "PyTorch": ("torch", by_torch, AUTOMATIC),
    "JAX": ("jax", by_jax, AUTOMATIC),
}
