"""Generated code against jax.jit of the same function, PyTorch, and NumPy written by hand.

`make bench-perf` pins every library to one thread; ratios are of CPU time, paired round by round.
Arguments are names of workloads, `S` or `L` for one size only, `f32` for single precision, and
`quick` to leave out PyTorch's autograd, compile latency, accuracy and growth.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import exp, log
from pathlib import Path
from random import Random
from statistics import median
from time import process_time, sleep
from typing import Any

import numpy as np

import matgrad as mg
from bench import perf_extra
from bench.perf_peers import by_jax, by_torch
from bench.perf_products import products
from bench.perf_workloads import PUBLISHED, WORKLOADS, Workload, arrays
from matgrad.errors import UnsupportedError
from matgrad.optional import available, load

OUTPUT = Path("build/bench-perf.json")
PLOT = Path("build/bench-perf.png")
ROUNDS = {"S": 11, "L": 7}
SHORT, MORE = 0.5, 15  # seconds of a round below which there are more of them
LONG = 0.01  # seconds of one measurement
_PAUSE = 0.01  # seconds between measurements
_RANDOM = Random(0)
PATIENCE = 1.0  # seconds of one call, above which PyTorch's way is measured once
TARGETS = ("numpy", "c", "blas", "jax", "torch")
COLUMNS = (
    "numpy", "hand", "c", "blas", "jax", "torch", "torch hand", "best", "fixed", "fixed C",
    "factored", "factored C", "eager", "func", "NumPy products", "PyTorch products", "goal",
)  # fmt: skip
# With constants declared, and products kept.
STRUCTURED = ("best", "fixed", "fixed C", "factored", "factored C")


def derivation(work: Workload) -> Any:
    """What we derive for a workload."""
    kind = "hessian" if work.kind == "product" else work.kind
    return getattr(mg, kind)(
        work.text, work.wrt, shapes=work.shapes, assume=work.assume, check=False
    )


def generated(work: Workload, target: str, sizes: Mapping[str, int], **more: Any) -> Any:
    """Our function, for about these sizes."""
    d = derivation(work)
    if work.kind == "product":
        if target == "blas":
            raise UnsupportedError("maps have no such option")
        return d.compile_map(target, sizes=work.told(sizes), **more)
    blas = {"blas": True} if target == "blas" else {}
    target = "c" if target == "blas" else target
    more |= {"expand": True, "definite": work.definite, **blas}
    return d.compile(target, sizes=work.told(sizes), **more)


def candidates(name: str, size: str, peers: bool, dtype: str) -> dict[str, Any]:
    """Everything that is measured in one row, ready to be called."""
    work = WORKLOADS[name]
    sizes = work.sizes[size]
    given = {name: np.asarray(value, dtype)[()] for name, value in arrays(work, sizes).items()}
    jax, jnp = load("jax"), load("jax.numpy")
    placed = {name: jnp.asarray(array) for name, array in given.items()}
    whole, order = jax.jit(by_jax(work)), list(placed.values())
    calls: dict[str, Callable[[], Any]] = {"jit": lambda: jax.block_until_ready(whole(*order))}
    for target in TARGETS:
        if not (target in ("numpy", "c", "blas") or available(target)):
            continue
        try:
            f = generated(work, target, sizes, dtype=dtype)
            found = _call(target, f, given, placed)
            found()
            calls[target] = found
        except UnsupportedError:
            continue
    if work.fixed:
        calls["fixed"] = _prepared(work, "numpy", sizes, given, dtype)
        calls["fixed C"] = _prepared(work, "c", sizes, given, dtype)
    if work.kind != "product":
        calls |= _factored(work, sizes, given)
    calls["hand"] = lambda: work.hand(**given)
    if available("torch"):
        calls["torch hand"] = _by_hand(name, given)
        calls |= by_torch(work, given) if peers else {}
    return calls


def _by_hand(name: str, given: Mapping[str, Any]) -> Callable[[], Any]:
    torch, by_hand = load("torch"), load("bench.perf_torch").HAND[name]
    tensors = {key: torch.as_tensor(value) for key, value in given.items()}
    return lambda: by_hand(**tensors)


def _factored(work: Workload, sizes: Mapping[str, int], given: dict[str, Any]) -> dict[str, Any]:
    """Our function with products returned by their factors."""
    calls: dict[str, Any] = {}
    for target, label in (("numpy", "factored"), ("c", "factored C")):
        f = derivation(work).factored(target, sizes=work.told(sizes))
        if any(f.splits):
            calls[label] = partial(f, *(given[name] for name in f.inputs))
    return calls


def _prepared(
    work: Workload, target: str, sizes: Mapping[str, int], given: dict[str, Any], dtype: str
) -> Any:
    """Our function with what does not change computed beforehand."""
    f = generated(work, target, sizes, fixed=work.fixed, dtype=dtype)
    wanted = f.program.prepared.inputs
    ready = f.prepare(**{each.label: given[each.label] for each in wanted})
    inputs = [given[name] for name in ready.inputs]
    return lambda: ready(*inputs)


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


def row(name: str, size: str, peers: bool = False, dtype: str = "float64") -> dict[str, Any]:
    """The ratios to jax.jit of one workload at one size."""
    work = WORKLOADS[name]
    calls = candidates(name, size, peers, dtype)
    agree(calls, 1e-9 if dtype == "float64" else 1e-3)
    if available("torch"):
        sizes = work.sizes[size]
        calls |= products(generated(work, "torch", sizes, dtype=dtype), sizes, dtype)
    first = {key: once(call) for key, call in calls.items()}
    found = rounds(calls, first, ROUNDS[size])
    ratios = {key: median(values) for key, values in found.items()}
    place = 0 if size == "S" else 1
    ours = [ratios[key] for key in ("numpy", "c", "blas", "jax", "torch") if key in ratios]
    return ratios | {
        "best": min(ours),
        "goal": work.goals[place],
        "published": PUBLISHED[name][place],
        "microseconds": first["jit"] * 1e6,
    }


def rounds(
    calls: Mapping[str, Callable[[], Any]], first: Mapping[str, float], count: int
) -> dict[str, list[float]]:
    """Ratios to jax.jit, one for each round; what takes long is not measured again."""
    rare = {key for key in ("eager", "func") if first.get(key, 0) > PATIENCE}
    found: dict[str, list[float]] = {key: [] for key in calls}
    for key in rare:
        found[key].append(first[key] / first["jit"])
    order = [key for key in calls if key not in rare]
    repeats = {key: max(1, int(LONG / max(first[key], 1e-7))) for key in order}
    lasts = sum(first[key] * repeats[key] for key in order)
    for _ in range(count if lasts > SHORT else max(count, MORE)):
        _RANDOM.shuffle(order)
        times = {key: _apart(calls[key], repeats[key]) for key in order}
        for key, seconds in times.items():
            found[key].append(seconds / times["jit"])
    return found


def flat(result: Any) -> list[Any]:
    """All arrays of a result."""
    parts = result if isinstance(result, (tuple, list)) else [result]
    return [a for part in parts for a in (flat(part) if isinstance(part, tuple) else [part])]


def agree(calls: Mapping[str, Callable[[], Any]], most: float = 1e-9) -> None:
    """All results of a row are the same numbers."""
    wanted = [np.asarray(a) for a in flat(calls["jit"]())]
    for key, call in calls.items():
        got = [np.asarray(a) for a in flat(call())]
        for one, other in zip(got, wanted, strict=True):
            scale = np.abs(other).max()
            error = np.abs(one.reshape(other.shape) - other).max() / scale
            assert error < most, f"{key} differs by {error}"


def _seconds(call: Callable[[], Any], repeats: int) -> float:
    start = process_time()
    for _ in range(repeats):
        call()
    return (process_time() - start) / repeats


def once(call: Callable[[], Any]) -> float:
    """About how many seconds a call takes once it has found its memory, which decides repeats."""
    seconds = _seconds(call, 1)
    return seconds if seconds > PATIENCE else min(seconds, *(_seconds(call, 1) for _ in range(2)))


def _apart(call: Callable[[], Any], repeats: int) -> float:
    """Seconds of a call that does not pay for what the one before it leaves to be freed."""
    sleep(_PAUSE)
    return _seconds(call, repeats)


def geometric_mean(values: list[float]) -> float:
    """The mean that ratios have."""
    return exp(sum(log(max(value, 1e-9)) for value in values) / len(values)) if values else 0.0


def table(names: list[str], size: str, peers: bool, dtype: str) -> dict[str, dict[str, Any]]:
    """Print and return the rows of one size."""
    figures: dict[str, dict[str, Any]] = {}
    print(f"{'ratio to jax.jit, ' + size:22}" + "".join(f"{c[-10:]:>11}" for c in COLUMNS))
    for name in names:
        label = f"{name} {size}"
        try:
            figures[label] = row(name, size, peers, dtype)
        except (mg.MatgradError, AssertionError, MemoryError) as error:
            figures[label] = {"error": str(error)}
            print(f"{label:22}{error}", flush=True)
            continue
        _show(label, figures[label])
    rows = [f for f in figures.values() if "jit" in f]
    means = {c: geometric_mean([f[c] for f in rows if c in f]) for c in COLUMNS}
    means["structured"] = geometric_mean([min(f[c] for c in STRUCTURED if c in f) for f in rows])
    print(f"structured {size}: {means['structured']:.3g}")
    _show(f"mean {size}", means)
    return figures | {f"mean {size}": means}


def _show(label: str, found: Mapping[str, Any]) -> None:
    cells = [found.get(c) for c in COLUMNS]
    shown = "".join(f"{cell:11.3g}" if cell else " " * 11 for cell in cells)
    print(f"{label:22}{shown}", flush=True)


def machine() -> dict[str, Any]:
    """Where and with what this was measured."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    named = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return {
        "processor": next(iter(named), platform.machine()),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "python": platform.python_version(),
        **{name: load(name).__version__ for name in ("numpy", "jax", "torch") if available(name)},
    }


def main(words: list[str]) -> int:
    """Print the ratios row by row, and keep them."""
    dtype = "float32" if "f32" in words else "float64"
    load("jax").config.update("jax_enable_x64", dtype == "float64")
    names = [word for word in words if word in WORKLOADS] or list(WORKLOADS)
    sizes = [word for word in words if word in ("S", "L")] or ["S", "L"]
    figures: dict[str, Any] = {"machine": machine(), "dtype": dtype}
    for size in sizes:
        figures |= table(names, size, "quick" not in words, dtype)
        keep(figures)
    if "quick" not in words:
        figures |= perf_extra.measure(names)
        keep(figures)
    return 0


def keep(figures: Mapping[str, Any]) -> None:
    """Write what is measured so far, and plot it."""
    suffix = "-f32" if figures["dtype"] == "float32" else ""
    output = OUTPUT.with_stem(OUTPUT.stem + suffix)
    output.parent.mkdir(exist_ok=True)
    output.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    perf_extra.plot(figures, PLOT.with_stem(PLOT.stem + suffix))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
