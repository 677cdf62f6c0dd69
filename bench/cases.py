"""All derivatives of the case files that matgrad answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

import matgrad as mg
from bench.report import Report
from bench.timing import quantile
from matgrad.api import pipeline as api
from tests.cases import Record, records

KINDS: dict[str, Callable[..., Any]] = {
    "gradient": mg.gradient,
    "differential": mg.differential,
    "jacobian": mg.jacobian,
    "hessian": mg.hessian,
}
CHECKS = ("check_domain", "compile_trace", "verify", "verify_second")  # what `api` calls for them
GOALS = (10.0, 50.0)  # milliseconds of all checks: the median, and 99 in 100


def cases() -> Report:
    """Time each case three times, after some that load everything."""
    for function, X in (("norm2(A*x - b)^2", "x"), ("tr(expm(X) + logm(X))", "X")):
        mg.gradient(function, X)
    totals: list[float] = []
    checks: list[float] = []
    refused: Counter[str] = Counter()
    slowest = (0.0, "")
    for record in (*records("questions"), *records("identities")):
        if record["kind"] not in KINDS:
            continue
        try:
            total, checked = times_of(record)
        except mg.MatgradError as error:
            refused[error.code] += 1
            continue
        totals.append(total)
        checks.append(checked)
        slowest = max(slowest, (total, record["id"]))
    rows = [
        (name, median(times), quantile(times, 0.9), quantile(times, 0.99), max(times))
        for name, times in (("parse, derive and verify", totals), ("all checks alone", checks))
    ]
    left = ", ".join(f"{n} {code}" for code, n in refused.items()) or "none"
    return Report(
        f"All {len(totals)} cases answered, ms",
        ("", "median", "p90", "p99", "max"),
        rows,
        [f"slowest: {slowest[1]}; refused: {left}", f"goals for the checks: {said(checks)}"],
        {row[0]: dict(zip(("median", "p90", "p99", "max"), row[1:], strict=True)) for row in rows},
    )


def said(checks: list[float]) -> str:
    """Are the goals met?"""
    met = median(checks) < GOALS[0] and quantile(checks, 0.99) < GOALS[1]
    return f"a median of {GOALS[0]:g}, a p99 of {GOALS[1]:g}: {'met' if met else 'missed'}"


def times_of(record: Record) -> tuple[float, float]:
    """Milliseconds for everything, and for the checks among it; the median of each."""
    totals, checks = zip(*(_once(record) for _ in range(3)), strict=True)
    return median(totals), median(checks)


def _once(record: Record) -> tuple[float, float]:
    assume = {name: facts for name, facts in record["assume"].items() if name in record["shapes"]}
    with watched() as spent:
        start = process_time()
        KINDS[record["kind"]](record["expr"], record["wrt"], record["shapes"], assume)
        total = process_time() - start
    return 1000 * total, 1000 * sum(spent)


@contextmanager
def watched() -> Generator[list[float]]:
    """The seconds that the checks take while this lasts."""
    spent: list[float] = []

    def timed(check: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            start = process_time()
            found = check(*args)
            spent.append(process_time() - start)
            return found

        return run

    with ExitStack() as stack:
        for name in CHECKS:
            stack.enter_context(patch.object(api, name, timed(getattr(api, name))))
        yield spent
