"""Residual tanh networks of up to 2,000 layers: does every stage grow linearly?"""

from __future__ import annotations

import sys
from math import log
from statistics import median
from typing import Any

import numpy as np

import matgrad as mg
from bench.report import Report
from bench.timing import milliseconds
from matgrad.api.pipeline import verify

LAYERS = (250, 500, 1000, 2000)
STAGES = ("parse", "derive", "print", "compile", "run", "verify")
WIDTH = 8


def network(layers: int) -> str:
    """h_k = h_{k-1} + tanh(W_k h_{k-1}), and the squared distance of the last from y."""
    lines = [f"h{k} = h{k - 1} + tanh(W{k}*h{k - 1})" for k in range(1, layers + 1)]
    return "\n".join([*lines, f"f = norm2(h{layers} - y)^2"])


def deep(count: int = 3) -> Report:
    """The gradient with respect to the first weight, by number of layers."""
    limit = sys.getrecursionlimit()
    stages_of(20)
    found: dict[int, list[list[float]]] = {layers: [] for layers in LAYERS}
    for _ in range(count):
        for layers in LAYERS:
            found[layers].append(stages_of(layers))
    assert sys.getrecursionlimit() == limit
    medians = {
        layers: [median(times) for times in zip(*runs, strict=True)]
        for layers, runs in found.items()
    }
    first, last = medians[LAYERS[0]], medians[LAYERS[-1]]
    growth = LAYERS[-1] / LAYERS[0]
    ratios = [b / a / growth for a, b in zip(first, last, strict=True)]
    exponents = [log(b / a) / log(growth) for a, b in zip(first, last, strict=True)]
    return Report(
        f"Residual tanh network, gradient by the first weight, ms (median of {count})",
        ("layers", *STAGES),
        [
            *((str(layers), *times) for layers, times in medians.items()),
            ("ratio to linear", *ratios),
            ("growth exponent", *exponents),
        ],
        [f"from {LAYERS[0]} to {LAYERS[-1]} layers; recursion limit {limit}, as Python sets it"],
        {
            "milliseconds": {n: dict(zip(STAGES, t, strict=True)) for n, t in medians.items()},
            "ratio_to_linear": dict(zip(STAGES, ratios, strict=True)),
            "exponent": dict(zip(STAGES, exponents, strict=True)),
        },
    )


def stages_of(layers: int) -> list[float]:
    """Milliseconds of each stage."""
    kept: dict[str, Any] = {}
    rng = np.random.default_rng(1)
    arrays = {f"W{k}": rng.normal(size=(WIDTH, WIDTH)) / layers for k in range(1, layers + 1)}
    arrays |= {"h0": rng.normal(size=WIDTH), "y": rng.normal(size=WIDTH)}

    def check() -> None:
        assert verify(kept["d"].trace).ok

    stages = (
        lambda: kept.update(f=mg.parse(network(layers))),
        lambda: kept.update(d=mg.gradient(kept["f"], "W1", check=False)),
        lambda: kept.update(text=kept["d"].text()),
        lambda: kept.update(run=kept["d"].compile("numpy")),
        lambda: kept["run"](**arrays),
        check,
    )
    return [milliseconds(stage) for stage in stages]
