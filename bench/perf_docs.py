"""Figures of bench.perf into the documentation: `python -m bench.perf_docs`.

What `make bench-perf` left in build/ is kept under docs/benchmarks/, and the tables between the
marks in docs/performance-method.md are written anew from there.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

BUILD, KEPT, PAGE = Path("build"), Path("docs/benchmarks"), Path("docs/performance-method.md")
FILES = {
    "bench-perf.json": "perf-cpu-f64.json",
    "bench-perf.png": "perf-cpu-f64.png",
    "bench-perf-f32.json": "perf-cpu-f32.json",
    "bench-perf-f32.png": "perf-cpu-f32.png",
}
BEGIN, END = "<!-- bench.perf_docs writes what follows -->\n", "<!-- up to here -->\n"
Figures = Mapping[str, Any]

WORDS = {
    "1": "`A*square(B*V*relu(W*z))`, value and gradients", "1J": "the same with k rows, Jacobian",
    "2": "`norm2(sin(W2*cos(W1*x)))^2`, gradient",
    "3": "classifier, one hidden layer, value and gradients", "3d": "the same, two hidden layers",
    "4g": "logistic regression, gradient", "4H": "logistic regression, Hessian",
    "5g": "`normF(T - U*V')^2`, both gradients", "5gU": "the same by U",
    "5H": "the same, Hessian by U", "6": "`x'*A*x`, Hessian",
    "7": "`logdet(S) + x'*inv(S)*x`, gradient", "8": "`x'*A*B*C*D*y`, gradient",
    "8n": "`norm2(A*B*C*D*x - y)^2`, gradient", "8r": "`x'*(A*B*C*D*y)`, gradient",
    "9": "`tr(A*X*B*X'*C)`, gradient", "10": "`normF(A*X*B - C)^2`, gradient",
    "10T": "the same, tall", "11": "ten ReLU layers, Hessian by the first",
    "11b": "two tanh layers, batch, Hessian by the first", "12s": "`sin(A*x)`, Jacobian",
    "12m": "`softmax(A*x)`, Jacobian", "13": "Gaussian process, value and 3 gradients",
    "14": "`tr(inv(X)*A)`, gradient", "15": "classifier, Hessian-vector product",
    "16": "`norm2(u*v'*X*w)^2`, gradient",
}  # fmt: skip
OURS = {
    "numpy": "NumPy", "hand": "by hand", "c": "C", "blas": "C, BLAS", "jax": "JAX",
    "torch": "PyTorch", "torch hand": "by hand",
}  # fmt: skip
PEERS = {"eager": "autograd", "func": "torch.func", "goal": "goal"}
PRODUCTS = {"NumPy products": "products: NumPy", "PyTorch products": "PyTorch"}
STRUCTURED = {"fixed": "fixed", "fixed C": "in C", "factored": "factored", "factored C": "in C"}


def shown(value: float | None) -> str:
    """Two digits that count."""
    if value is None:
        return ""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def table(found: Figures, size: str, columns: Mapping[str, str]) -> list[str]:
    """The rows of one size as Markdown."""
    lines = [
        f"| | workload | {' | '.join(columns.values())} |",
        "|---|---|" + "--:|" * len(columns),
    ]
    for name, words in {**WORDS, "": "geometric mean"}.items():
        row = found.get(f"{name} {size}" if name else f"mean {size}")
        if row is not None:
            every = [c for c in columns if name or c not in STRUCTURED]
            cells = [shown(row.get(c) or None) if c in every else "" for c in columns]
            lines.append(f"| {name} | {words} | {' | '.join(cells)} |")
    return lines


# ---------------------------------------------------------------- what it comes to


def rows(found: Figures, size: str) -> dict[str, Figures]:
    """The rows of one size by workload."""
    named = {name: found.get(f"{name} {size}", {}) for name in WORDS}
    return {name: row for name, row in named.items() if "jit" in row}


def above(found: Figures, size: str, one: str, most: float, other: str = "jit") -> str:
    """The rows in which a column is larger than allowed."""
    ratios = {
        name: row[one] / row[other]
        for name, row in rows(found, size).items()
        if one in row and row[one] > most * row[other]
    }
    return ", ".join(f"{name} ({ratio:.2f})" for name, ratio in ratios.items()) or "none"


def spread(found: Figures, kind: str, column: str) -> str:
    """From the smallest to the largest figure of a column, with the row that has it."""
    figures = {n: row[column] for n, row in found.get(kind, {}).items() if column in row}
    if not figures:
        return "not measured"
    top = max(figures, key=lambda n: figures[n])
    return f"{shown(min(figures.values()))} to {shown(figures[top])} ({top})"


def summary(found: Figures) -> list[str]:
    """Means beside their goals, and the rows that miss one."""

    def mean(size: str, column: str) -> str:
        value = found.get(f"mean {size}", {}).get(column)
        return f"{value:.3f}" if value else "not measured"

    missed = partial(above, found, "L", "numpy")
    first, worst = partial(spread, found, "latency"), partial(spread, found, "ulps")
    said = [
        f"NumPy: mean {mean('S', 'numpy')} at S (goal 0.36), {mean('L', 'numpy')} at L (goal 0.19)."
        f" At L above 1.15 times the hand-written NumPy of this run: {missed(1.15, 'hand')};"
        f" above 1.15 times the one that set the goals: {missed(1.15, 'published')};"
        f" above 1.05 of `jax.jit`: {missed(1.05)}"
        f" (the hand-written: {above(found, 'L', 'hand', 1.05)}).",
        f"C: mean {mean('S', 'c')} at S (goal 0.10), {mean('L', 'c')} at L,"
        f" with BLAS {mean('L', 'blas')}.",
        f"JAX: mean {mean('L', 'jax')} at L (goal 0.25). Above 1.05 of `jax.jit`"
        f" at S: {above(found, 'S', 'jax', 1.05)}; at L: {above(found, 'L', 'jax', 1.05)}.",
        f"PyTorch: mean {mean('L', 'torch')} at L (goal 0.18), written by hand"
        f" {mean('L', 'torch hand')}. The products alone, in rows that have some:"
        f" {mean('L', 'PyTorch products')} in PyTorch (MKL),"
        f" {mean('L', 'NumPy products')} in NumPy (OpenBLAS).",
        "With constants declared and products kept, taking the best column of each row:"
        f" {mean('L', 'structured')} at L (goal 0.06).",
        f"First result, ms of CPU time: NumPy {first('numpy')}, C {first('c')},"
        f" `jax.jit` {first('jax.jit')}, `torch.compile` {first('torch.compile')}.",
        "Largest error at n = 5 against balls of 160 bits, in units in the last place of the"
        f" largest entry: NumPy {worst('numpy')}, C {worst('c')}, JAX {worst('jax')},"
        f" PyTorch {worst('torch')},"
        f" `jax.jit` {worst('jit')}.",
    ]
    return [line for each in said for line in wrap(each, 118, initial_indent="- ",
            subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)]  # fmt: skip


def about(found: Figures) -> str:
    """Where it was measured."""
    machine = found["machine"]
    if isinstance(machine, str):
        return f"One core ({machine})."
    versions = ", ".join(f"{n} {machine[n]}" for n in ("numpy", "jax", "torch") if n in machine)
    load = f", load {machine['load']} at the start" if "load" in machine else ""
    said = (
        f"One core of {machine['processors']} ({machine['processor']}{load}),"
        f" Python {machine['python']}, {versions}. {found.get('note', '')}"
    )
    return said.strip()


def page(double: Figures, single: Figures) -> str:
    """All that is written anew."""
    lines = [
        about(double), "", "### Small sizes (n = 64, or 32 samples)", "",
        *table(double, "S", OURS | PEERS), "",
        "### Large sizes (n = 500 to 2000, 10,000 samples)", "",
        *table(double, "L", OURS | PEERS | PRODUCTS), "",
        *_structured(double), "", *summary(double),
    ]  # fmt: skip
    if single:
        lines += ["", "### Single precision", "", about(single), ""]
        for size, words in (("S", "Small sizes"), ("L", "Large sizes")):
            lines += [f"{words}:", "", *table(single, size, OURS | PRODUCTS), ""]
        lines.pop()
    return "\n".join(lines) + "\n"


def _structured(found: Figures) -> list[str]:
    """Rows with inputs declared fixed or results kept as products."""
    kept = {
        f"{name} L": row for name, row in rows(found, "L").items() if STRUCTURED.keys() & row.keys()
    }
    return ["### The same, told more", "", *table(kept, "L", STRUCTURED)]


def read(path: Path) -> dict[str, Any]:
    """Figures that are kept; none if there are none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def main(words: Sequence[str]) -> int:
    """Keep what was measured, and write the tables."""
    for made, kept in FILES.items():
        if "keep" not in words and (BUILD / made).exists():
            shutil.copy(BUILD / made, KEPT / kept)
    double, single = (read(KEPT / f"perf-cpu-{kind}.json") for kind in ("f64", "f32"))
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(before + BEGIN + "\n" + page(double, single) + "\n" + END + after, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
