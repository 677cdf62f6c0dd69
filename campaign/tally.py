"""The counts of a campaign and its manifest."""

from __future__ import annotations

import platform
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaign.case import Case, operator_pairs
from campaign.expressions import pairs
from campaign.judge import PASSES, UNDECIDED, Outcome
from matgrad.core.walk import count

KEPT = 200  # undecided cases that a manifest lists


@dataclass
class Tally:
    """What came of some cases."""

    statuses: Counter[str] = field(default_factory=Counter[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    sizes: Counter[str] = field(default_factory=Counter[str])
    pairs: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    findings: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    undecided: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    seconds: float = 0.0

    def count(self, index: int, case: Case, outcome: Outcome) -> None:
        """Add one case."""
        self.statuses[outcome.status] += 1
        self.kinds[case.kind] += 1
        nodes = count(*case.roots)
        self.sizes[f"{nodes // 10 * 10}-{nodes // 10 * 10 + 9}"] += 1
        if outcome.status in PASSES:
            self.pairs.update(f"{a} of {b}" for root in case.roots for a, b in pairs(root))
        elif outcome.is_finding or outcome.status == UNDECIDED:
            shown = {"index": index, "status": outcome.status, "details": outcome.details[:300]}
            (self.findings if outcome.is_finding else self.undecided).append(shown | case.record())
        else:
            self.refusals[f"{outcome.status}: {outcome.details[:60]}"] += 1

    def add(self, data: Mapping[str, Any]) -> None:
        """Add a tally that was written to a file."""
        for name in ("statuses", "kinds", "sizes", "pairs", "refusals"):
            getattr(self, name).update(data[name])
        self.findings += data["findings"]
        self.undecided += data["undecided"]
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
    possible = len(operator_pairs())
    return {
        "command": command,
        "commit": commit(),
        "python": platform.python_version(),
        "seed": seed,
        "announced": announced,
        "generated": tally.total,
        "outcomes": dict(tally.statuses.most_common()),
        "mismatches": tally.statuses["mismatch"],
        "findings": tally.findings,
        "undecided": tally.undecided[:KEPT],
        "refusals": dict(tally.refusals.most_common(40)),
        "kinds": dict(tally.kinds.most_common()),
        "nodes": dict(sorted(tally.sizes.items(), key=lambda item: int(item[0].split("-")[0]))),
        "operator pairs": {
            "of": possible,
            "verified": sum(1 for a_of_b in tally.pairs if _listed(a_of_b)),
            "least seen": dict(tally.pairs.most_common()[-20:]),
        },
        "cpu seconds": round(tally.seconds, 1),
        "bound": _bound(tally),
    }


def _listed(pair: str) -> bool:
    parent, _, child = pair.partition(" of ")
    return (parent, child) in set(operator_pairs())


def _bound(tally: Tally) -> str:
    passed = sum(tally.statuses[status] for status in PASSES)
    if tally.statuses["mismatch"] or not passed:
        return "none"
    return f"mismatch rate on this generator below {3 / passed:.1e} with 95 % confidence"


def commit() -> str:
    """The commit that is checked out, marked if the tree differs from it."""
    here = Path(__file__).parent
    run = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(run, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def combined(parts: Iterable[Mapping[str, Any]]) -> Tally:
    """One tally from many."""
    whole = Tally()
    for part in parts:
        whole.add(part)
    return whole
