"""Clocks: medians of interleaved rounds, so that a busy moment spoils no single figure."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any


def milliseconds(action: Callable[[], Any], clock: Callable[[], float] = perf_counter) -> float:
    """How long one call takes; `process_time` as the clock leaves out what others do meanwhile."""
    gc.collect()
    start = clock()
    action()
    return 1000 * (clock() - start)


def rounds(actions: Mapping[str, Callable[[], Any]], count: int) -> dict[str, float]:
    """The median of each action, all of them measured in turn."""
    found: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(count):
        for name, action in actions.items():
            found[name].append(milliseconds(action))
    return {name: median(times) for name, times in found.items()}


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
