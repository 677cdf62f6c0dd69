"""Generated code on a GPU against jax.jit of the same function and against JAX written by hand.

    PYTHONPATH=src python3 -m bench.gpu --out build/bench-gpu.json

Needs NumPy and JAX; PyTorch's column is there if PyTorch is. Ratios are of wall time, paired
round by round, medians: of calls in a queue, and of calls that are waited for one by one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import matgrad as mg
from bench.gpu_workloads import WORKLOADS, Workload, arrays
from matgrad.optional import available, load

ROUNDS = 7
LONG = 0.02  # seconds of one measurement
MOST = 200  # calls in a queue
ALLOWED = {"float32": 2e-4, "float64": 1e-9}  # of the largest entry
DERIVE = {
    "gradient": "grad",
    "jacobian": "jacrev",
    "hessian": "hessian",
    "value_and_grad": "value_and_grad",
}


@dataclass(frozen=True)
class Candidate:
    """Something that is measured: how it is called, and how one waits for what it returned."""

    call: Callable[[], Any]
    wait: Callable[[Any], Any]
    first: float  # seconds until the first result was there


def baseline(work: Workload) -> Callable[..., Any]:
    """The derivative as a user of JAX asks for it."""
    names = list(work.shapes)
    places = [names.index(name) for name in work.wrt.split(",")]
    derive = getattr(load("jax"), DERIVE[work.kind])
    return derive(work.jax, argnums=tuple(places) if len(places) > 1 else places[0])


def generated(work: Workload, target: str, sizes: Mapping[str, int]) -> Any:
    """Our function; checks need packages that may not be here, and the results are compared."""
    derive = getattr(mg, work.kind)
    d = derive(work.text, work.wrt, shapes=work.shapes, check=False)
    return d.compile(target, sizes=dict(sizes), expand=work.kind == "gradient")


def jax_candidates(work: Workload, given: dict[str, Any], ours: Any) -> dict[str, Candidate]:
    """jax.jit of what a user writes, of what a person derives, and of what is generated."""
    jax = load("jax")
    order = list(given.values())
    functions = {
        "jit": (baseline(work), order),
        "hand": (work.hand, order),
        "jax": (ours.function, [given[name] for name in ours.inputs]),
    }
    found: dict[str, Candidate] = {}
    for name, (function, inputs) in functions.items():
        call = _bound(jax.jit(function), inputs)
        found[name] = _started(call, jax.block_until_ready)
    return found


def torch_candidates(ours: Any, given: dict[str, Any]) -> dict[str, Candidate]:
    """The PyTorch program as it is, and on a GPU as a graph that was captured once."""
    torch = load("torch")
    tensors = [torch.from_dlpack(given[name]) for name in ours.inputs]
    on_gpu = tensors[0].is_cuda

    def wait(result: Any) -> Any:
        if on_gpu:
            torch.cuda.synchronize()
        return result

    call = _bound(ours.function, tensors)
    found = {"torch": _started(call, wait)}
    if on_gpu:
        try:
            found["torch graph"] = _started(_captured(torch, call), wait)
        except RuntimeError as refused:  # what waits for the GPU cannot be captured
            print(f"no graph: {refused}"[:300])
    return found


def _captured(torch: Any, call: Callable[[], Any]) -> Callable[[], Any]:
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            call()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = call()

    def replay() -> Any:
        graph.replay()
        return result

    return replay


def _bound(function: Callable[..., Any], inputs: Sequence[Any]) -> Callable[[], Any]:
    return lambda: function(*inputs)


def _started(call: Callable[[], Any], wait: Callable[[Any], Any]) -> Candidate:
    start = perf_counter()
    wait(call())
    first = perf_counter() - start
    for _ in range(3):
        wait(call())
    return Candidate(call, wait, first)


# ---------------------------------------------------------------- measuring


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


def row(work: Workload, sizes: Mapping[str, int], dtype: str) -> dict[str, Any]:
    """Everything measured for one workload at one size."""
    given = arrays(work, sizes, dtype)
    start = perf_counter()
    ours = generated(work, "jax", sizes)
    written = perf_counter() - start
    candidates = jax_candidates(work, given, ours)
    if available("torch"):
        try:
            candidates |= torch_candidates(generated(work, "torch", sizes), given)
        except RuntimeError as refused:  # such as too little memory
            print(f"no PyTorch: {refused}"[:300])
    apart = errors(candidates, dtype)
    queue, seconds = ratios(candidates, queued)
    wait, _ = ratios(candidates, waited)
    return {
        "queued": queue,
        "waited": wait,
        "seconds": seconds,
        "first": {name: each.first for name, each in candidates.items()},
        "derived": written,
        "error": apart,
    }


# ---------------------------------------------------------------- the program


def machine(dtype: str) -> dict[str, Any]:
    """What the figures were measured on."""
    jax = load("jax")
    found = {
        "device": jax.devices()[0].device_kind,
        "platform": jax.devices()[0].platform,
        "python": platform.python_version(),
        "jax": jax.__version__,
        "dtype": dtype,
    }
    return found | ({"torch": load("torch").__version__} if available("torch") else {})


def settings(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="bench.gpu", description=__doc__)
    parser.add_argument("rows", nargs="*", help=f"of {', '.join(WORKLOADS)}")
    parser.add_argument("--out", type=Path, default=Path("build/bench-gpu.json"))
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to try the program")
    parser.add_argument("--dtype", choices=list(ALLOWED), default="float32")
    parser.add_argument("--seconds", type=float, default=240, help="begin no row after these")
    return parser.parse_args(arguments)


def prepare(dtype: str) -> None:
    """Full precision in products, and no memory taken before it is needed."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    jax = load("jax")
    jax.config.update("jax_default_matmul_precision", "highest")
    jax.config.update("jax_enable_x64", dtype == "float64")
    if available("torch"):
        load("torch").set_float32_matmul_precision("highest")


def plan(asked: argparse.Namespace) -> list[tuple[str, Workload, Mapping[str, int], float]]:
    """Label, workload, sizes and the figure that a hand-written form had before."""
    found: list[tuple[str, Workload, Mapping[str, int], float]] = []
    for name in asked.rows or WORKLOADS:
        work = WORKLOADS[name]
        if asked.quick:
            found.append((f"{name} quick", work, work.quick, 1.0))
        else:
            found += [(f"{name} {size}", work, n, jx) for size, (n, jx) in work.sizes.items()]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the ratios row by row, and keep them."""
    asked = settings(arguments)
    prepare(asked.dtype)
    begun = perf_counter()
    figures: dict[str, Any] = {"machine": machine(asked.dtype), "rows": {}}
    print(figures["machine"])
    columns = ("hand", "jax", "torch", "torch graph")
    print("queued, then waited".ljust(30) + "".join(f"{c:>12}" for c in columns) * 2)
    failed = 0
    for label, work, sizes, jx in plan(asked):
        if perf_counter() - begun > asked.seconds:
            print(f"{label}: no time left")
            failed += 1
            continue
        try:
            found: dict[str, Any] = row(work, sizes, asked.dtype)
            found |= {"sizes": dict(sizes), "jx": jx}
        except Exception as error:  # whatever happens in one row, the others are measured
            found = {"failed": f"{type(error).__name__}: {error}"[:500]}
            failed += 1
            print(f"{label:30}{found['failed']}", flush=True)
        else:
            cells = [found[way].get(c) for way in ("queued", "waited") for c in columns]
            shown = "".join(" " * 12 if cell is None else f"{cell:12.3g}" for cell in cells)
            print(f"{label:30}{shown}", flush=True)
        figures["rows"][label] = found
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        asked.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(f"{perf_counter() - begun:.0f} s, {failed} rows without figures")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
