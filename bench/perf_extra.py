"""What stands beside the speed: time to the first result, accuracy, and growth with depth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import matgrad as mg
from bench.perf_peers import by_jax, compiled_by_torch
from bench.perf_workloads import WORKLOADS, Workload, arrays
from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.optional import available, load
from matgrad.verify.ball import Balls, precision
from matgrad.verify.evaluate import evaluate

LAYERS = (10, 100, 1000)


def measure(names: Sequence[str]) -> dict[str, Any]:
    """Latency and accuracy of the workloads, and growth."""
    return {
        "tiny": tiny(names),
        "latency": latency(names),
        "ulps": accuracy(names),
        "growth": growth(),
    }


# ---------------------------------------------------------------- very small sizes

TINY = (4, 8, 16, 32)


def tiny(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """How many times faster C is than jax.jit per call, all sizes the same and small."""
    jax, jnp = load("jax"), load("jax.numpy")
    print(f"{'jax.jit / C, n =':22}" + "".join(f"{n:9}" for n in TINY))
    found: dict[str, dict[str, float]] = {}
    for name in names:
        work = WORKLOADS[name]
        f, whole = _compiled(work, "c"), jax.jit(by_jax(work))
        found[name] = {}
        for n in TINY:
            given = arrays(work, dict.fromkeys(work.sizes["S"], n))
            placed = [jnp.asarray(array) for array in given.values()]
            inputs = [given[key] for key in f.inputs]
            calls = (partial(_waited, whole, placed), partial(f, *inputs))
            found[name][str(n)] = _paired(*calls)
        print(f"{name:22}" + "".join(f"{v:9.1f}" for v in found[name].values()), flush=True)
    return found


def _waited(whole: Callable[..., Any], placed: Sequence[Any]) -> Any:
    return load("jax").block_until_ready(whole(*placed))


def _paired(one: Callable[[], Any], other: Callable[[], Any], rounds: int = 7) -> float:
    """How many times longer the one takes."""
    ratios: list[float] = []
    for _ in range(rounds):
        times: list[float] = []
        for call in (one, other):
            call()
            start = process_time()
            for _ in range(100):
                call()
            times.append(process_time() - start)
        ratios.append(times[0] / times[1])
    return sorted(ratios)[rounds // 2]


# ---------------------------------------------------------------- the first result


def _derived(work: Workload) -> Any:
    kind = "hessian" if work.kind == "product" else work.kind
    return getattr(mg, kind)(
        work.text, work.wrt, shapes=work.shapes, assume=work.assume, check=False
    )


def _compiled(work: Workload, target: str) -> Any:
    d = _derived(work)
    if work.kind == "product":
        return d.compile_map(target)
    return d.compile(target, expand=True, definite=work.definite)


def latency(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Milliseconds of CPU time from text, or from a Python function, to the first result."""
    columns = ("numpy", "c", "jax.jit", *(["torch.compile"] if available("torch") else []))
    print(f"{'first result, ms':22}" + "".join(f"{c:>15}" for c in columns))
    _first_torch(WORKLOADS["6"])  # the first in a process takes tens of seconds
    found: dict[str, dict[str, float]] = {}
    for name in names:
        work = WORKLOADS[name]
        given = arrays(work, work.sizes["S"])
        found[name] = {target: _first(work, target, given) for target in ("numpy", "c")}
        found[name]["jax.jit"] = _first_jax(work, given)
        if (seconds := _first_torch(work)) is not None:
            found[name]["torch.compile"] = seconds
        cells = "".join(f"{value:15.1f}" for value in found[name].values())
        print(f"{name:22}{cells}", flush=True)
    return found


def _first(work: Workload, target: str, given: Mapping[str, Any]) -> float:
    times: list[float] = []
    for _ in range(3):
        start = process_time() + children()
        f = _compiled(work, target)
        f(*(given[name] for name in f.inputs))
        times.append(1e3 * (process_time() + children() - start))
    return sorted(times)[1]


def children() -> float:
    """CPU time of compilers that were run."""
    usage = load("resource").getrusage(load("resource").RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _first_jax(work: Workload, given: Mapping[str, Any]) -> float:
    jax, jnp = load("jax"), load("jax.numpy")
    placed = [jnp.asarray(array) for array in given.values()]
    start = process_time()
    jax.block_until_ready(jax.jit(by_jax(work))(*placed))
    return 1e3 * (process_time() - start)


def _first_torch(work: Workload) -> float | None:
    """None where there is no PyTorch, or it cannot compile this."""
    if not available("torch"):
        return None
    call = compiled_by_torch(work, arrays(work, work.sizes["S"]))
    start = process_time() + children()
    try:
        call()
    except Exception as error:  # whatever a compiler of another project may raise
        print(f"torch.compile: {type(error).__name__}", flush=True)
        return None
    return 1e3 * (process_time() + children() - start)


# ---------------------------------------------------------------- accuracy

SMALL = 5


def accuracy(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """The largest error of an entry of a derivative against balls of 160 bits, in units of the
    last place of the largest entry."""
    targets = ["numpy", "c", *(name for name in ("jax", "torch") if available(name))]
    print(f"{'error, ulps':22}" + "".join(f"{c:>9}" for c in (*targets, "jit")))
    found: dict[str, dict[str, float]] = {}
    for name in names:
        work = WORKLOADS[name]
        sizes = dict.fromkeys(work.sizes["S"], SMALL)
        given = arrays(work, sizes)
        d = _derived(work)
        answers = d.trace.maps if work.kind == "product" else d.trace.results
        truth = [exact(d, expr, given, sizes) for expr in answers.values()]
        found[name] = {}
        for target in targets:
            f = _compiled(work, target)
            found[name][target] = _ulps(work, f(**{n: given[n] for n in f.inputs}), truth)
        jit = load("jax").jit(by_jax(work))(*given.values())
        found[name]["jit"] = _ulps(work, jit, truth)
        print(f"{name:22}" + "".join(f"{v:9.2g}" for v in found[name].values()), flush=True)
    return found


def exact(d: Any, expr: Expr, given: Mapping[str, Any], sizes: Mapping[str, int]) -> Any:
    """The value of an expression in ball arithmetic, as the nearest doubles."""
    with precision():
        R = Balls(dict(sizes))
        known = [*d.trace.problem.symbols.values(), *symbols(expr)]
        memo: Any = {s: _balls(R, given[s.name], s) for s in known if s.name in given}
        for definition in d.trace.definitions:
            evaluate(R, [definition.value], memo)
            memo[definition.symbol] = memo[definition.value]
        value = evaluate(R, [expr], memo)[expr]
        assert isinstance(value, list), value
        return np.array([[float(x.mid()) for x in line] for line in value])


def _balls(R: Balls, array: Any, symbol: Expr) -> Any:
    numbers = np.asarray(array, dtype=float)
    matrix = numbers if numbers.ndim == 2 else numbers.reshape(-1, 1)
    return [[R.rational(Fraction(float(x))) for x in line] for line in matrix]


def _ulps(work: Workload, result: Any, truth: Sequence[Any]) -> float:
    derivative = result[1] if work.kind == "value_and_grad" else result
    parts = derivative if isinstance(derivative, tuple) else (derivative,)
    worst = 0.0
    for got, right in zip(parts, truth, strict=True):
        array = np.asarray(got).reshape(right.shape, order="F")
        unit = np.spacing(np.abs(right).max())
        worst = max(worst, float(np.abs(array - right).max() / unit))
    return worst


# ---------------------------------------------------------------- growth


def growth() -> dict[str, dict[str, float]]:
    """Milliseconds of planning and writing programs of residual networks, by number of layers."""
    print(f"{'layers':22}{'derive':>9}{'numpy':>9}{'c':>9}  ms per layer")
    found: dict[str, dict[str, float]] = {}
    for count in LAYERS:
        lines = [f"h{k} = h{k - 1} + tanh(W{k}*h{k - 1})" for k in range(1, count + 1)]
        text = "; ".join([*lines, f"norm2(h{count} - y)^2"])
        shapes = {"h0": ("n",), "y": ("n",), **{f"W{k}": ("n", "n") for k in range(1, count + 1)}}
        start = process_time()
        d = mg.gradient(text, "W1", shapes=shapes, check=False)
        times = {"derive": process_time() - start}
        for target in ("numpy", "c"):
            start = process_time()
            d.compile(target)
            times[target] = process_time() - start
        found[str(count)] = {key: 1e3 * seconds for key, seconds in times.items()}
        each = "".join(f"{1e3 * seconds / count:9.2f}" for seconds in times.values())
        print(f"{count:<22}{each}", flush=True)
    return found


# ---------------------------------------------------------------- the plot


def plot(figures: Mapping[str, Any], path: Path) -> None:
    """Ratios as points on a logarithmic axis, one line for each workload."""
    if not available("matplotlib"):
        return
    load("matplotlib").use("Agg")
    plt = load("matplotlib.pyplot")
    rows = {k: f for k, f in figures.items() if isinstance(f, dict) and "jit" in f}
    if not rows:
        return
    shown = {"hand": "k|", "numpy": "o", "c": "s", "jax": "^", "torch": "v", "goal": "r|"}
    height = 1 + 0.22 * len(rows)
    figure, axes = plt.subplots(figsize=(7, height), layout="constrained")
    for key, mark in shown.items():
        pairs = [(found[key], i) for i, found in enumerate(rows.values()) if found.get(key)]
        axes.plot(*zip(*pairs, strict=True), mark, label=key, markersize=5, alpha=0.8)
    axes.axvline(1, color="gray", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yticks(range(len(rows)), list(rows), fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("CPU time, jax.jit = 1")
    axes.legend(fontsize=7)
    figure.savefig(path, dpi=130)
    plt.close(figure)
