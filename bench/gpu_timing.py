"""What is measured on a GPU: calls in a queue, calls that are waited for, and agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from matgrad.optional import load

ROUNDS = 7
LONG = 0.02  # seconds of one measurement
MOST = 200  # calls in a queue
ALLOWED = {"float32": 2e-4, "float64": 1e-9}  # of the largest entry


@dataclass(frozen=True)
class Candidate:
    """Something that is measured: how it is called, and how one waits for what it returned."""

    call: Callable[[], Any]
    wait: Callable[[Any], Any]
    first: float  # seconds until the first result was there


def started(call: Callable[[], Any], wait: Callable[[Any], Any]) -> Candidate:
    """A candidate that was called a few times, the first of which is slow."""
    start = perf_counter()
    wait(call())
    first = perf_counter() - start
    for _ in range(3):
        wait(call())
    return Candidate(call, wait, first)


def queued(each: Candidate, repeats: int) -> float:
    """Seconds per call when only the last is waited for."""
    start = perf_counter()
    result = None
    for _ in range(repeats):
        result = each.call()
    each.wait(result)
    return (perf_counter() - start) / repeats


def waited(each: Candidate, repeats: int) -> float:
    """Seconds per call when each is waited for."""
    start = perf_counter()
    for _ in range(repeats):
        each.wait(each.call())
    return (perf_counter() - start) / repeats


def ratios(
    candidates: Mapping[str, Candidate], measure: Callable[[Candidate, int], float]
) -> tuple[dict[str, float], dict[str, float]]:
    """Medians of the ratios to jax.jit, and of the seconds themselves."""
    repeats = {
        name: max(2, min(MOST, int(LONG / max(waited(each, 2), 1e-7))))
        for name, each in candidates.items()
    }
    times: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(ROUNDS):
        for name, each in candidates.items():
            times[name].append(measure(each, repeats[name]))
    paired = {
        name: median(a / b for a, b in zip(found, times["jit"], strict=True))
        for name, found in times.items()
    }
    return paired, {name: median(found) for name, found in times.items()}


def flat(result: Any) -> list[Any]:
    """All arrays of a result."""
    if not isinstance(result, (tuple, list)):
        return [result]
    return [array for part in result for array in flat(part)]


def errors(candidates: Mapping[str, Candidate], dtype: str) -> dict[str, float]:
    """How far results differ from those of jax.jit, of the largest entry; too far is an error."""
    jnp = load("jax.numpy")
    wanted = flat(candidates["jit"].call())
    found: dict[str, float] = {}
    for name, each in candidates.items():
        got = [jnp.from_dlpack(a.contiguous()) if name.startswith("torch") else a
               for a in flat(each.wait(each.call()))]  # fmt: skip
        worst = 0.0
        for one, other in zip(got, wanted, strict=True):
            assert one.dtype == other.dtype, f"{name} computes in {one.dtype}"
            apart = jnp.max(jnp.abs(one.reshape(other.shape) - other))
            worst = max(worst, float(apart / jnp.max(jnp.abs(other))))
        assert worst < ALLOWED[dtype], f"{name} differs by {worst}"
        found[name] = worst
    return found
