"""Running a campaign: in parallel, resumable, with a line of progress."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from campaign.case import Case, case
from campaign.judge import DIED, SECONDS, Outcome, judge
from campaign.minimise import minimised
from campaign.oracles import oracles_for
from campaign.pool import results
from campaign.tally import Tally, commit, gaps, joined, manifest

CHUNK = 100  # cases that a process is given at once
SAVED = 20.0  # seconds between two writings of the state
EACH, ALIKE = 3, 30  # findings of a sort that are minimised; their details begin alike
WARM = ("campaign.warm",)
GARBAGE = 100_000  # objects between two looks for cycles; a case makes few of them


class TooFew(Exception):
    """A campaign ran fewer cases than were announced, so it says nothing."""


class Mixed(Exception):
    """Results of different commits or seeds do not go together."""


@dataclass
class State:
    """What was done so far of the cases of one seed, at one commit."""

    seed: int
    commit: str = field(default_factory=commit)
    ranges: list[list[int]] = field(default_factory=list[list[int]])
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def read(cls, path: Path) -> State:
        """The state that was written to a file."""
        data = json.loads(path.read_text(encoding="utf-8"))
        state = cls(data["seed"], data["commit"])
        state.add(data)
        return state

    def add(self, data: dict[str, Any]) -> None:
        """Add what another part did."""
        self.ranges = joined([*self.ranges, *data["ranges"]])
        self.tally.add(data["tally"])

    def write(self, path: Path) -> None:
        """Write the state so that it is whole at every moment."""
        data = {"seed": self.seed, "commit": self.commit, "ranges": self.ranges}
        text = json.dumps(data | {"tally": self.tally.data()}, ensure_ascii=False)
        path.with_suffix(".new").write_text(text, encoding="utf-8")
        path.with_suffix(".new").replace(path)


def run_chunk(seed: int, start: int, stop: int, seconds: float = SECONDS) -> Tally:
    """Judge the cases of a range."""
    tally = Tally()
    for index in range(start, stop):
        began = time.process_time()
        drawn = case(seed, index)
        outcome = judge(drawn, seconds, oracles_for(index))
        tally.count(index, drawn, outcome, time.process_time() - began)
    return tally


def _work(task: tuple[int, int, int]) -> dict[str, Any]:
    gc.set_threshold(GARBAGE, 20, 20)
    return run_chunk(*task).data()


def _lost(task: tuple[int, int, int]) -> dict[str, Any]:
    """A process died: which of its cases did it is found out by repeating them one by one."""
    _, start, stop = task
    tally = Tally(Counter({DIED: stop - start}))
    details = f"the process died, or was silent, in cases {start} to {stop - 1}"
    tally.findings.append({"index": start, "status": DIED, "details": details})
    return tally.data()


def campaign(  # noqa: PLR0913, PLR0917
    seed: int,
    number: int,
    folder: Path,
    jobs: int,
    minutes: float | None = None,
    shown: TextIO = sys.stderr,
    first: int = 0,
) -> dict[str, Any]:
    """Run so many cases of a seed from the first on; what an earlier run did is not done again.

    After so many minutes no more work is begun; the manifest then says that it is not complete.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"state-{seed}.json"
    state = State.read(path) if path.exists() else State(seed)
    if state.commit != commit():
        raise Mixed(f"{path} is of commit {state.commit}: choose another folder")
    deadline = time.monotonic() + minutes * 60 if minutes is not None else None
    saved = time.monotonic()
    left = gaps(state.ranges, first + number, first)
    announced = sum(stop - start for start, stop in (*state.ranges, *left))
    tasks = _tasks(seed, left, deadline)
    again: list[tuple[int, int, int]] = []
    once = results(_work, tasks, jobs, SECONDS * 10, WARM)
    twice = results(_work, _drained(again), jobs, SECONDS * 10, WARM)
    for task, answer in chain(once, twice):
        if answer is None and task not in again:
            again.append(task)  # a process that dies gets a second chance
            continue
        state.add({"ranges": [task[1:]], "tally": answer or _lost(task)})
        _progress(state.tally, announced, shown)
        if time.monotonic() > saved + SAVED:
            saved = time.monotonic()
            state.write(path)
    state.write(path)
    if state.tally.total != announced and deadline is None:
        raise TooFew(f"{announced} cases were announced, {state.tally.total} were run")
    return write_manifest(state, announced, folder)


def _drained(tasks: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """The tasks that are in the list when the first is asked for."""
    yield from list(tasks)


def write_manifest(state: State, number: int, folder: Path) -> dict[str, Any]:
    """What is published about a campaign, as a file and as data."""
    begin = min((start for start, _ in state.ranges), default=0)
    command = f"python -m campaign --cases {number} --seed {state.seed}"
    command += f" --first {begin}" if begin else ""
    found = manifest(state.tally, state.seed, number, command) | {"commit": state.commit}
    path = folder / f"manifest-{state.seed}.json"
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def merged(paths: Sequence[Path]) -> State:
    """The states of several parts as one; they must be of one seed and one commit."""
    first, *rest = (State.read(path) for path in paths)
    for other in rest:
        if (other.seed, other.commit) != (first.seed, first.commit):
            raise Mixed("parts of different seeds or commits do not go together")
        first.add({"ranges": other.ranges, "tally": other.tally.data()})
    return first


def _tasks(
    seed: int, left: Sequence[tuple[int, int]], deadline: float | None
) -> Iterator[tuple[int, int, int]]:
    for start, stop in left:
        for begin in range(start, stop, CHUNK):
            if deadline is not None and time.monotonic() > deadline:
                return
            yield seed, begin, min(begin + CHUNK, stop)


def _progress(whole: Tally, number: int, shown: TextIO) -> None:
    counts = ", ".join(f"{n} {status}" for status, n in whole.statuses.most_common())
    print(f"\r{whole.total}/{number}: {counts}", end="", file=shown, flush=True)


def write_findings(found: dict[str, Any], folder: Path, seed: int, jobs: int) -> list[Path]:
    """A few findings of each sort, minimised, as case files."""
    sorts: Counter[tuple[str, str]] = Counter()
    chosen: list[int] = []
    for finding in found["findings"]:
        sort = finding["status"], finding["details"][:ALIKE]
        sorts[sort] += 1
        if sorts[sort] <= EACH:
            chosen.append(finding["index"])
    work = partial(_write, folder, seed)
    made = results(work, iter(chosen), jobs, SECONDS * 100, WARM)
    return [path for _, path in made if path is not None]


def _write(folder: Path, seed: int, index: int) -> Path:
    small, outcome = smallest(seed, index)
    path = folder / f"finding-{seed}-{index}.json"
    shown = {"seed": seed, "index": index, "status": outcome.status, "details": outcome.details}
    data = json.dumps(shown | small.record(), indent=1, ensure_ascii=False)
    path.write_text(data + "\n", encoding="utf-8")
    return path


def smallest(seed: int, index: int) -> tuple[Case, Outcome]:
    """A case and its outcome, minimised if it is a finding."""
    drawn, oracles = case(seed, index), oracles_for(index)
    outcome = judge(drawn, oracles=oracles)
    if outcome.is_finding:
        drawn = minimised(drawn, lambda c: judge(c, oracles=oracles).status == outcome.status)
        outcome = judge(drawn, oracles=oracles)
    return drawn, outcome
