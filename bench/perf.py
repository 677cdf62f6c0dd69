"""Generated code against jax.jit of the same function, and against NumPy written by hand.

`make bench-perf` pins every library to one thread; ratios are of CPU time, paired round by round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import matgrad as mg
from bench.perf_workloads import WORKLOADS, Workload, arrays
from matgrad.errors import UnsupportedError
from matgrad.optional import available, load

OUTPUT = Path("build/bench-perf.json")
ROUNDS = 7
LONG = 0.01  # seconds of one measurement
TARGETS = ("numpy", "c", "jax", "torch")


def baseline(work: Workload) -> Callable[..., Any]:
    """The derivative as a user of JAX asks for it."""
    jax = load("jax")
    f = work.jax(load("jax.numpy"))
    names = list(work.shapes)
    places = tuple(names.index(name) for name in work.wrt.split(","))
    chosen = places if len(places) > 1 else places[0]
    derive = {
        "gradient": jax.grad,
        "jacobian": jax.jacrev,
        "hessian": jax.hessian,
        "value_and_grad": jax.value_and_grad,
    }[work.kind]
    return jax.jit(derive(f, argnums=chosen))


def generated(work: Workload, target: str, sizes: Mapping[str, int]) -> Any:
    """Our function, for about these sizes."""
    derive = getattr(mg, work.kind)
    d = derive(work.text, work.wrt, shapes=work.shapes, assume=work.assume, check=False)
    known = {name: size for name, size in sizes.items() if isinstance(name, str)}
    return d.compile(target, sizes=known, expand=True)


def flat(result: Any) -> list[Any]:
    """All arrays of a result."""
    parts = result if isinstance(result, (tuple, list)) else [result]
    return [a for part in parts for a in (flat(part) if isinstance(part, tuple) else [part])]


def candidates(work: Workload, size: str) -> dict[str, Callable[[], Any]]:
    """Everything that is measured in one row, ready to be called."""
    sizes = work.sizes[size]
    given = arrays(work, sizes)
    jax, jnp = load("jax"), load("jax.numpy")
    placed = {name: jnp.asarray(array) for name, array in given.items()}
    whole = baseline(work)
    order = list(placed.values())
    calls: dict[str, Callable[[], Any]] = {"jit": lambda: jax.block_until_ready(whole(*order))}
    ours = {target: generated(work, target, sizes) for target in TARGETS if _usable(target)}
    for target, f in ours.items():
        try:
            calls[target] = _call(target, f, given, placed)
            calls[target]()
        except UnsupportedError:
            calls.pop(target, None)
    calls["hand"] = lambda: work.hand(**given)
    return calls


def _usable(target: str) -> bool:
    return target in ("numpy", "c") or available(target)


def _call(target: str, f: Any, given: dict[str, Any], placed: dict[str, Any]) -> Any:
    if target == "jax":
        jax = load("jax")
        compiled = jax.jit(f.function)
        inputs = [placed[name] for name in f.inputs]
        return lambda: jax.block_until_ready(compiled(*inputs))
    if target == "torch":
        torch = load("torch")
        tensors = [torch.as_tensor(given[name]) for name in f.inputs]
        return lambda: f.function(*tensors)
    inputs = [given[name] for name in f.inputs]
    return lambda: f(*inputs)


def row(name: str, size: str) -> dict[str, Any]:
    """The ratios to jax.jit of one workload at one size."""
    work = WORKLOADS[name]
    calls = candidates(work, size)
    agree(calls)
    repeats = {key: max(1, int(LONG / max(_seconds(call, 1), 1e-7))) for key, call in calls.items()}
    found: dict[str, list[float]] = {key: [] for key in calls}
    for _ in range(ROUNDS):
        times = {key: _seconds(call, repeats[key]) for key, call in calls.items()}
        for key, seconds in times.items():
            found[key].append(seconds / times["jit"])
    goal = work.goals[0 if size == "S" else 1]
    return {key: median(ratios) for key, ratios in found.items()} | {"goal": goal}


def agree(calls: Mapping[str, Callable[[], Any]]) -> None:
    """All results of a row are the same numbers."""
    wanted = [np.asarray(a) for a in flat(calls["jit"]())]
    for key, call in calls.items():
        got = [np.asarray(a) for a in flat(call())]
        for one, other in zip(got, wanted, strict=True):
            scale = np.abs(other).max()
            error = np.abs(one.reshape(other.shape) - other).max() / scale
            assert error < 1e-9, f"{key} differs by {error}"


def _seconds(call: Callable[[], Any], repeats: int) -> float:
    start = process_time()
    for _ in range(repeats):
        call()
    return (process_time() - start) / repeats


def geometric_mean(values: list[float]) -> float:
    """The mean that ratios have."""
    return exp(sum(log(max(value, 1e-9)) for value in values) / len(values))


def main(names: list[str]) -> int:
    """Print the ratios row by row, and keep them."""
    load("jax").config.update("jax_enable_x64", True)
    figures: dict[str, dict[str, Any]] = {}
    columns = ("numpy", "hand", "c", "jax", "torch", "goal")
    print("ratio to jax.jit".ljust(18) + "".join(f"{c:>9}" for c in columns))
    for size in ("S", "L"):
        for name in names or WORKLOADS:
            label = f"{name} {size}"
            try:
                figures[label] = row(name, size)
            except (mg.MatgradError, AssertionError, MemoryError) as error:
                figures[label] = {"error": str(error)}
                print(f"{label:18}{error}")
                continue
            cells = [figures[label].get(c) for c in columns]
            shown = "".join(f"{cell:9.3g}" if cell is not None else " " * 9 for cell in cells)
            print(f"{label:18}{shown}", flush=True)
        rows = [f for k, f in figures.items() if k.endswith(size) and "jit" in f]
        means = {c: geometric_mean([f[c] for f in rows if c in f]) for c in columns}
        figures[f"mean {size}"] = means
        print(f"{'mean ' + size:18}" + "".join(f"{means[c]:9.3g}" for c in columns), flush=True)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
