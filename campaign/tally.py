"""The counts of a campaign and its manifest."""

from __future__ import annotations

import os
import platform
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaign.case import Case, operator_pairs
from campaign.expressions import pairs
from campaign.judge import FINDINGS, HARMLESS, PASSES, UNDECIDED, Outcome
from matgrad.core.walk import count

KEPT = 200  # undecided cases that a manifest shows in full
COUNTERS = ("statuses", "kinds", "spellings", "sizes", "pairs", "refusals", "reasons", "oracles")


@dataclass
class Tally:
    """What came of some cases."""

    statuses: Counter[str] = field(default_factory=Counter[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    spellings: Counter[str] = field(default_factory=Counter[str])
    sizes: Counter[str] = field(default_factory=Counter[str])
    pairs: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    reasons: Counter[str] = field(default_factory=Counter[str])  # for which cases are undecided
    oracles: Counter[str] = field(default_factory=Counter[str])
    findings: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    undecided: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    numbers: list[int] = field(default_factory=list[int])  # of all undecided cases
    slowest: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    seconds: float = 0.0

    def count(self, index: int, case: Case, outcome: Outcome, seconds: float = 0.0) -> None:
        """Add one case."""
        self.statuses[outcome.status] += 1
        self.kinds[case.kind] += 1
        self.spellings[case.spelling] += 1
        nodes = count(*case.roots)
        self.sizes[f"{nodes // 10 * 10}-{nodes // 10 * 10 + 9}"] += 1
        self.oracles.update(f"{oracle}: {said}" for oracle, said in outcome.oracles)
        self.seconds += seconds
        self.slowest = sorted([*self.slowest, (round(seconds, 2), index)])[-10:]
        if outcome.status in PASSES:
            self.pairs.update(f"{a} of {b}" for root in case.roots for a, b in pairs(root))
        elif outcome.is_finding or outcome.status == UNDECIDED:
            self._list(index, case, outcome)
        else:
            self.refusals[f"{outcome.status}: {outcome.details[:60]}"] += 1

    def _list(self, index: int, case: Case, outcome: Outcome) -> None:
        shown = {"index": index, "status": outcome.status, "details": outcome.details[:300]}
        if outcome.is_finding:
            self.findings.append(shown | case.record())
            return
        self.reasons[outcome.details] += 1
        self.numbers.append(index)
        if len(self.undecided) < KEPT:
            self.undecided.append(shown | case.record())

    def add(self, data: Mapping[str, Any]) -> None:
        """Add a tally that came as data."""
        for name in COUNTERS:
            getattr(self, name).update(data[name])
        self.findings += data["findings"]
        self.undecided = (self.undecided + data["undecided"])[:KEPT]
        self.numbers += data["numbers"]
        self.slowest = sorted([*self.slowest, *((t, i) for t, i in data["slowest"])])[-10:]
        self.seconds += data["seconds"]

    def data(self) -> dict[str, Any]:
        """The tally as plain data."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @property
    def total(self) -> int:
        """How many cases were run."""
        return self.statuses.total()


def manifest(tally: Tally, seed: int, announced: int, command: str) -> dict[str, Any]:
    """Everything that is published about a campaign."""
    known = {f"{a} of {b}" for a, b in operator_pairs()}
    seen = {pair: n for pair, n in tally.pairs.items() if pair in known}
    return {
        "command": command,
        "commit": commit(),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "seed": seed,
        "announced": announced,
        "generated": tally.total,
        "complete": tally.total == announced,
        "outcomes": dict(tally.statuses.most_common()),
        "mismatches": tally.statuses["mismatch"],
        "findings": tally.findings,
        "undecided because": dict(tally.reasons.most_common()),
        "undecided": tally.undecided,
        "numbers of all undecided": sorted(tally.numbers),
        "refusals": dict(tally.refusals.most_common(40)),
        "kinds": dict(tally.kinds.most_common()),
        "spellings": dict(tally.spellings.most_common()),
        "nodes": dict(sorted(tally.sizes.items(), key=lambda item: int(item[0].split("-")[0]))),
        "oracles": dict(sorted(tally.oracles.items())),
        "operator pairs": {
            "of": len(known),
            "verified": len(seen),
            "least often": min(seen.values(), default=0),
            "not verified": sorted(known - seen.keys())[:100],
        },
        "cpu seconds": round(tally.seconds, 1),
        "milliseconds a case": round(1e3 * tally.seconds / max(1, tally.total), 2),
        "slowest": [list(pair) for pair in reversed(tally.slowest)],
        "bound": _bound(tally),
    }


def table(found: Mapping[str, Any]) -> str:
    """The figures of a manifest as people read them, in Markdown."""
    counts, pairs = found["outcomes"], found["operator pairs"]
    rows = {
        "problems": found["generated"],
        **{status: counts.get(status, 0) for status in HARMLESS},
        **{f"**{status}**": counts.get(status, 0) for status in FINDINGS},
        "pairs of operators among those verified": f"{pairs['verified']:,} of {pairs['of']:,}",
        "processor time": f"{found['cpu seconds']:,.0f} s, {found['milliseconds a case']} ms each",
    }
    shown = (n if isinstance(n, str) else f"{n:,}" for n in rows.values())
    lines = [f"| {name} | {value} |" for name, value in zip(rows, shown, strict=True)]
    return "\n".join([f"| commit | {found['commit']} |", "|---|---|", *lines])


def _bound(tally: Tally) -> str:
    passed = sum(tally.statuses[status] for status in PASSES)
    if tally.statuses["mismatch"] or not passed:
        return "none"
    return f"mismatch rate on this generator below {3 / passed:.1e} with 95 % confidence"


def commit() -> str:
    """The commit that is checked out, marked if the tree differs from it."""
    if told := os.environ.get("CAMPAIGN_COMMIT"):
        return told
    here = Path(__file__).parent
    run = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(run, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def gaps(ranges: Sequence[Sequence[int]], stop: int, first: int = 0) -> list[tuple[int, int]]:
    """What of first … stop−1 is in none of the ranges."""
    found: list[tuple[int, int]] = []
    at = first
    for start, end in sorted(map(tuple, ranges)):
        if at < start and at < stop:
            found.append((at, min(start, stop)))
        at = max(at, end)
    return [*found, *([(at, stop)] if at < stop else [])]


def joined(ranges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Ranges in order, neighbours as one; raises ValueError if two overlap."""
    found: list[list[int]] = []
    for start, end in sorted(map(tuple, ranges)):
        if found and start < found[-1][1]:
            raise ValueError(f"cases {start} to {found[-1][1]} were run twice")
        if found and start == found[-1][1]:
            found[-1][1] = end
        else:
            found.append([start, end])
    return found
