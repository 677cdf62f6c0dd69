"""Running a campaign: in parallel, resumable, with a line of progress."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TextIO

from campaign.case import Case, case
from campaign.judge import SECONDS, Outcome, judge
from campaign.minimise import minimised
from campaign.tally import Tally, combined, manifest

CHUNK = 50  # cases that are written to the file of progress at once
EACH, ALIKE = 3, 30  # findings of a sort that are minimised; their details begin alike


class TooFew(Exception):
    """A campaign ran fewer cases than were announced, so it says nothing."""


def run_chunk(seed: int, start: int, stop: int, seconds: float = SECONDS) -> Tally:
    """Judge the cases of a range."""
    tally = Tally()
    began = time.process_time()
    for index in range(start, stop):
        drawn = case(seed, index)
        tally.count(index, drawn, judge(drawn, seconds))
    tally.seconds = time.process_time() - began
    return tally


def _work(task: tuple[int, int, int]) -> dict[str, Any]:
    seed, start, stop = task
    return {"start": start, "stop": stop, **run_chunk(seed, start, stop).data()}


def campaign(
    seed: int, number: int, folder: Path, workers: int, shown: TextIO = sys.stderr
) -> dict[str, Any]:
    """Run cases 0 … number−1 of a seed; what an earlier run has done is not done again."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"seed-{seed}.jsonl"
    done = {part["start"]: part for part in _earlier(log) if part["stop"] <= number}
    tasks = [
        (seed, start, min(start + CHUNK, number))
        for start in range(0, number, CHUNK)
        if start not in done
    ]
    whole = combined(done.values())
    with get_context("spawn").Pool(workers, maxtasksperchild=40) as pool, log.open("a") as out:
        for part in pool.imap_unordered(_work, tasks):
            out.write(json.dumps(part) + "\n")
            out.flush()
            whole.add(part)
            _progress(whole, number, shown)
    if whole.total != number:
        raise TooFew(f"{number} cases were announced, {whole.total} were run")
    command = f"make fuzz N={number} SEED={seed}"
    found = manifest(whole, seed, number, command)
    path = folder / f"manifest-{seed}.json"
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def _earlier(log: Path) -> Iterator[dict[str, Any]]:
    if log.exists():
        yield from (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())


def _progress(whole: Tally, number: int, shown: TextIO) -> None:
    counts = ", ".join(f"{n} {status}" for status, n in whole.statuses.most_common())
    print(f"\r{whole.total}/{number}: {counts}", end="", file=shown, flush=True)


def write_findings(found: dict[str, Any], folder: Path, seed: int, workers: int) -> list[Path]:
    """A few findings of each sort, minimised, as case files."""
    sorts: Counter[tuple[str, str]] = Counter()
    chosen: list[int] = []
    for finding in found["findings"]:
        sort = finding["status"], finding["details"][:ALIKE]
        sorts[sort] += 1
        if sorts[sort] <= EACH:
            chosen.append(finding["index"])
    with get_context("spawn").Pool(workers) as pool:
        return pool.starmap(_write, [(folder, seed, index) for index in chosen], chunksize=1)


def _write(folder: Path, seed: int, index: int) -> Path:
    small, outcome = smallest(seed, index)
    path = folder / f"finding-{seed}-{index}.json"
    shown = {"seed": seed, "index": index, "status": outcome.status, "details": outcome.details}
    data = json.dumps(shown | small.record(), indent=1, ensure_ascii=False)
    path.write_text(data + "\n", encoding="utf-8")
    return path


def smallest(seed: int, index: int) -> tuple[Case, Outcome]:
    """A case and its outcome, minimised if it is a finding."""
    drawn = case(seed, index)
    outcome = judge(drawn)
    if outcome.is_finding:
        drawn = minimised(drawn, lambda c: judge(c).status == outcome.status)
        outcome = judge(drawn)
    return drawn, outcome
