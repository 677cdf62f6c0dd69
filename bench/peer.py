"""matgrad beside SymPy, on matrix expressions that both can write down."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from signal import SIGKILL, SIGXCPU
from statistics import median
from typing import Any

import numpy as np

import matgrad as mg
from bench.report import Report
from bench.timing import milliseconds

PATIENCE = 20  # seconds of processor time before SymPy is stopped, as in sympy_peer
SIZES = {"m": 3, "n": 4}
SQUARE = ("n", "n")
SHAPES: dict[str, tuple[str, ...]] = {
    "A": SQUARE, "B": SQUARE, "X": SQUARE, "R": ("m", "n"),
    "a": ("n",), "b": ("n",), "x": ("n",), "c": ("m",),
}  # fmt: skip
SHARED = ("tr(A*X)", "a'*X*b", "x'*A*x", "tr(X'*A*X)", "tr(A*X*B*X')", "tr(inv(X)*A)",
          "(R*x - c)'*(R*x - c)", "log(det(X))")  # fmt: skip
NESTED = (5, 8, 10, 15)


def nested(levels: int) -> str:
    """tr(e) with e = A e + X, so many times."""
    text = "X"
    for _ in range(levels):
        text = f"(A*{text} + X)"
    return f"tr({text})"


def peer(count: int = 7) -> Report:
    """Time and compare both tools, case by case; SymPy runs in a process of its own."""
    problems = {text: text for text in SHARED} | {f"nested {k}": nested(k) for k in NESTED}
    rows: list[tuple[Any, ...]] = []
    for name, text in problems.items():
        used = {key: shape for key, shape in SHAPES.items() if key in re.findall(r"\w+", text)}
        wrt = "X" if "X" in used else "x"
        arrays = arrays_for(used)
        theirs = sympy_run(name, count if name in SHARED else 1, arrays)
        ours = [matgrad_times(text, wrt, used) for _ in range(count)]
        derived, checked = (median(times) for times in zip(*ours, strict=True))
        value = mg.gradient(text, wrt, used, check=False).compile()(**arrays)
        if theirs is None:
            rows.append((name, f"> {1000 * PATIENCE}", "-", derived, checked, "-", "-"))
            continue
        time = median(theirs["milliseconds"])
        right = verdict(theirs["value"], value)
        rows.append((name, time, right, derived, checked, time / derived, time / checked))
    columns = ("SymPy", "right", "matgrad", "with checks", "ratio", "ratio checked")
    return Report(
        f"SymPy {version()} beside matgrad, ms (median of {count})",
        ("", *columns),
        rows,
        ["ratio: SymPy's time over matgrad's; right: does SymPy agree with the verified answer",
         "nested k: tr(e) with e = A*e + X, k times"],
        {row[0]: dict(zip(columns, row[1:], strict=True)) for row in rows},
    )  # fmt: skip


def version() -> str:
    """Which SymPy this is."""
    command = [sys.executable, "-c", "import sympy; print(sympy.__version__)"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def arrays_for(shapes: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """Random arrays, the same in every run; X has a positive determinant."""
    rng = np.random.default_rng(1)
    found = {k: rng.normal(size=[SIZES[s] for s in shape]) for k, shape in shapes.items()}
    if "X" in found:
        found["X"] = found["X"] @ found["X"].T + np.eye(SIZES["n"])
    return found


def sympy_run(name: str, repeat: int, arrays: dict[str, Any]) -> dict[str, Any] | None:
    """What SymPy says, or None if it runs out of patience."""
    given = {k: v.reshape(len(v), -1).tolist() for k, v in arrays.items()}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bench.sympy_peer", name, str(repeat)],
            input=json.dumps(given), capture_output=True, text=True, check=True,
        )  # fmt: skip
    except subprocess.CalledProcessError as stopped:
        if stopped.returncode in (-SIGXCPU, -SIGKILL):
            return None
        raise
    return json.loads(done.stdout)


def matgrad_times(text: str, wrt: str, shapes: dict[str, tuple[str, ...]]) -> tuple[float, float]:
    """Milliseconds from text to gradient, without and with all checks."""
    return (
        milliseconds(lambda: mg.gradient(text, wrt, shapes, check=False)),
        milliseconds(lambda: mg.gradient(text, wrt, shapes)),
    )


def verdict(theirs: Any, ours: Any) -> str:
    """Do the two agree?"""
    left, right = np.asarray(theirs), np.asarray(ours)
    same = left.size == right.size and np.allclose(left.reshape(right.shape), right)
    return "yes" if same else "NO"
