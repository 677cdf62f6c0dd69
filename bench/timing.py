"""Clocks: medians of interleaved rounds, so that a busy moment spoils no single figure.

All figures are processor time, which on an idle machine is what a user waits: nothing here runs in
threads, and what other programs do meanwhile is left out.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import Any


def milliseconds(action: Callable[[], Any], clock: Callable[[], float] = process_time) -> float:
    """How long one call takes."""
    gc.collect()
    start = clock()
    action()
    return 1000 * (clock() - start)


def children_time() -> float:
    """Seconds that processes started from here have run."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rounds(
    actions: Mapping[str, Callable[[], Any]],
    count: int,
    clock: Callable[[], float] = process_time,
) -> dict[str, float]:
    """The median of each action, all of them measured in turn."""
    return {name: median(times) for name, times in measured(actions, count, clock).items()}


def fastest(
    actions: Mapping[str, Callable[[], Any]],
    count: int,
    clock: Callable[[], float] = process_time,
) -> dict[str, float]:
    """The shortest time of each action: what it takes when nothing else runs meanwhile."""
    return {name: min(times) for name, times in measured(actions, count, clock).items()}


def measured(
    actions: Mapping[str, Callable[[], Any]], count: int, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """The times of each action, all of them measured in turn."""
    found: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(count):
        for name, action in actions.items():
            found[name].append(milliseconds(action, clock))
    return found


def quantile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
