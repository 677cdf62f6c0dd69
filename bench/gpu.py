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
from pathlib import Path
from time import perf_counter
from typing import Any

import matgrad as mg
from bench.gpu_timing import ALLOWED, Candidate, errors, queued, ratios, started, waited
from bench.gpu_workloads import WORKLOADS, Workload, arrays
from matgrad.optional import available, load

DERIVE = {
    "gradient": "grad",
    "jacobian": "jacrev",
    "hessian": "hessian",
    "value_and_grad": "value_and_grad",
}


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
    return d.compile(target, sizes=dict(sizes), expand=work.kind == "gradient", gpu=True)


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
        found[name] = started(call, jax.block_until_ready)
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
    found = {"torch": started(call, wait)}
    if on_gpu:
        try:
            found["torch graph"] = started(_captured(torch, call), wait)
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
    parser.add_argument("--show", type=Path, help="print a file of figures as a table, and end")
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


def table(file: Path) -> str:
    """Figures as a table of Markdown: ratios to jax.jit of calls in a queue, and waited for."""
    figures = json.loads(file.read_text(encoding="utf-8"))
    columns = ("hand", "jax", "torch", "torch graph")
    lines = [
        "| | size | by hand | JAX | PyTorch | as a graph | waiting: by hand | JAX | PyTorch"
        " | as a graph | goal |",
        "|---|---|" + "--:|" * 9,
    ]
    for label, found in figures["rows"].items():
        name, _, size = label.partition(" ")
        if "failed" in found:
            lines.append(f"| {name} | {size} | {found['failed'][:60]} |" + " |" * 8)
            continue
        cells = [found[way].get(c) for way in ("queued", "waited") for c in columns]
        shown = " | ".join("" if cell is None else f"{cell:.2g}" for cell in cells)
        lines.append(f"| {name} | {size} | {shown} | {1.15 * found['jx']:.2g} |")
    return "\n".join([str(figures["machine"]), "", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the ratios row by row, and keep them."""
    asked = settings(arguments)
    if asked.show:
        print(table(asked.show))
        return 0
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
