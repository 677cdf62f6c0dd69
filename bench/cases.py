"""All gradients and differentials of the case files that matgrad answers."""

from __future__ import annotations

from collections import Counter
from statistics import median
from time import process_time

import matgrad as mg
from bench.report import Report
from bench.timing import quantile
from matgrad.app.api import verify
from tests.cases import Record, records

KINDS = {"gradient": mg.gradient, "differential": mg.differential}


def cases() -> Report:
    """Time each case once, after one that loads everything."""
    mg.gradient("norm2(A*x - b)^2", "x")
    totals: list[float] = []
    checks: list[float] = []
    refused: Counter[str] = Counter()
    slowest = (0.0, "")
    for record in (*records("questions"), *records("identities")):
        if record["kind"] not in KINDS:
            continue
        try:
            derived, checked = times_of(record)
        except mg.MatgradError as error:
            refused[error.code] += 1
            continue
        totals.append(derived + checked)
        checks.append(checked)
        slowest = max(slowest, (derived + checked, record["id"]))
    rows = [
        (name, median(times), quantile(times, 0.9), quantile(times, 0.99), max(times))
        for name, times in (("parse, derive and verify", totals), ("verify alone", checks))
    ]
    left = ", ".join(f"{n} {code}" for code, n in refused.items()) or "none"
    return Report(
        f"All {len(totals)} cases answered, ms",
        ("", "median", "p90", "p99", "max"),
        rows,
        [f"slowest: {slowest[1]}; refused: {left}"],
        {row[0]: dict(zip(("median", "p90", "p99", "max"), row[1:], strict=True)) for row in rows},
    )


def times_of(record: Record) -> tuple[float, float]:
    """Milliseconds to parse and derive, and to verify."""
    start = process_time()
    assume = {name: facts for name, facts in record["assume"].items() if name in record["shapes"]}
    d = KINDS[record["kind"]](record["expr"], record["wrt"], record["shapes"], assume, check=False)
    middle = process_time()
    verify(d.trace)
    return 1000 * (middle - start), 1000 * (process_time() - middle)
