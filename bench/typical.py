"""A typical gradient with all checks: parse, derive, verify, compile."""

from __future__ import annotations

from statistics import median
from typing import Any

import matgrad as mg
from bench.report import Report
from bench.timing import milliseconds
from matgrad.api.pipeline import verify

GOAL = 30.0  # milliseconds for a problem of about twenty nodes
STAGES = ("parse", "derive", "verify", "compile")
TWO_LAYERS = {"A": (1, "l"), "B": ("l", "m"), "V": ("m", "k"), "W": ("k", "d"), "z": ("d",)}
GAUSSIAN = {"x": ("n",), "mu": ("n",), "S": ("n", "n")}
PROBLEMS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("network of sines", "norm2(sin(W2*cos(W1*x)))^2", "x", {}),
    ("network of squares", "A*square(B*V*relu(W*z))", "V,W", TWO_LAYERS),
    ("least squares", "norm2(A*x - b)^2 + lam*norm2(x)^2", "x", {}),
    ("logistic regression", "sum(log(1 + exp(-y .* (A*w)))) + lam/2*(w'*w)", "w", {}),
    ("log determinant", "logdet(X'*X + I(n)) + tr(A*X)", "X", {"X": ("m", "n"), "A": ("n", "m")}),
    ("factorisation", "normF(M - U*V')^2 + mu*(normF(U)^2 + normF(V)^2)", "U,V", {"mu": ()}),
    ("Gaussian likelihood", "(x - mu)'*inv(S)*(x - mu)/2 + logdet(S)/2", "S", GAUSSIAN),
    ("Rayleigh quotient", "(x'*A*x)/(x'*x)", "x", {}),
    ("trace of products", "tr(X'*A*X*B) + tr(C'*X)", "X", {}),
    ("residual layer", "norm2(x + tanh(W*x + b) - y)^2", "W", {}),
]  # fmt: skip


def typical(count: int = 15) -> Report:
    """The median of each stage for each problem, the problems in turn."""
    times = {name: [list[float]() for _ in STAGES] for name, *_ in PROBLEMS}
    sizes: dict[str, int] = {}
    for round_number in range(count + 2):
        for name, text, wrt, shapes in PROBLEMS:
            stages, sizes[name] = stages_of(text, wrt, shapes)
            if round_number >= 2:  # the first two load packages and fill caches
                for found, time in zip(times[name], stages, strict=True):
                    found.append(time)
    rows: list[tuple[Any, ...]] = []
    for name, found in times.items():
        middle = [median(stage) for stage in found]
        total = median(map(sum, zip(*found, strict=True)))
        rows.append((name, sizes[name], *middle, total))
    overall, worst = median(row[-1] for row in rows), max(row[-1] for row in rows)
    columns = ("size", *STAGES, "total")
    return Report(
        f"Typical gradients with all checks, ms (median of {count}, interleaved)",
        ("", *columns),
        rows,
        [f"goal: at most {GOAL:.0f} ms in the median; here {overall:.1f}, slowest {worst:.1f}"],
        {
            "problems": {row[0]: dict(zip(columns, row[1:], strict=True)) for row in rows},
            "median": overall,
            "goal": GOAL,
        },
    )


def stages_of(text: str, wrt: str, shapes: dict[str, Any]) -> tuple[list[float], int]:
    """Milliseconds of each stage, and the printed size of the function in nodes."""
    kept: dict[str, Any] = {}

    def parse() -> None:
        kept["f"] = mg.parse(text, shapes)

    def derive() -> None:
        kept["d"] = mg.gradient(kept["f"], wrt, check=False)

    def check() -> None:
        assert verify(kept["d"].trace).ok, text

    def compile_() -> None:
        kept["d"].compile("numpy")

    stages = [milliseconds(stage) for stage in (parse, derive, check, compile_)]
    return stages, kept["f"].function.size
