"""Fuzzing the readers of text, code and LaTeX: `python -m campaign.parser --runs 5000000`.

Whatever the input is, a parser answers, or raises an error of the kinds a user may meet, within
two seconds; anything else is a finding and is kept with its input. Inputs are formulas that were
changed at a few places; one that is answered, or refused, in a way not seen before is changed
further. Work goes in parts that depend on nothing but the seed and their number, so that a run
can be continued and repeated.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, TextIO

import matgrad as mg
from campaign.inputs import CODE, LATEX, SALAD, TEXT, TYPED, UNICODE, Inputs
from campaign.pool import results
from campaign.run import Mixed
from campaign.tally import commit, gaps, joined
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError

PART = 10_000  # executions that a process is given at once
SECONDS = 2.0  # for an input within the limits
PATIENCE = 600.0  # for a part
SAVED = 20.0  # seconds between two writings of the state
READ = "read"
READERS: dict[str, Callable[..., Problem]] = {
    **dict.fromkeys((TEXT, TYPED, UNICODE, CODE, SALAD), mg.parse),
    LATEX: mg.parse_latex,
}
_VARIES = re.compile(r"[\d.]+|\S*[^a-z, '’]\S*")  # in messages: numbers, and what they quote
Answers = dict[str, Any]


class TimeUp(BaseException):
    """An input took longer than any input may; no handler of the parsers' own catches this."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeUp


@dataclass
class Part:
    """What came of some executions."""

    executions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    findings: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    seconds: float = 0.0
    slowest: float = 0.0
    megabytes: float = 0.0

    def data(self) -> Answers:
        """The part as data."""
        return vars(self) | {"outcomes": dict(sorted(self.outcomes.items()))}

    def add(self, other: Answers) -> None:
        """Add another part, given as data."""
        self.executions += other["executions"]
        self.outcomes.update(other["outcomes"])
        self.findings += other["findings"]
        self.seconds += other["seconds"]
        self.slowest = max(self.slowest, other["slowest"])
        self.megabytes = max(self.megabytes, other["megabytes"])


def outcome(spelling: str, text: str) -> tuple[str, object]:
    """What a parser makes of an input, in a word, and in what it differs from other inputs.

    Raises whatever the parser raises that it should not.
    """
    try:
        problem = READERS[spelling](text, limits=mg.Limits())
    except MatgradError as error:
        first, last = error.position or (0, 0)
        assert 0 <= first <= last <= len(text), f"the place {error.position} is outside"
        return error.code, (error.code, _VARIES.sub("", error.message))
    operators = {node.op.name for node in postorder(problem.function)}
    return READ, frozenset(operators)


def run_part(task: tuple[int, int, int]) -> Answers:
    """Executions of a part: a pure function of the seed and its place, times apart."""
    seed, start, stop = task
    inputs, part = Inputs(Random(f"{seed}:{start}")), Part()
    signal.signal(signal.SIGPROF, _stop)
    began = time.process_time()
    for _ in range(start, stop):
        spelling, text = inputs.draw()
        since = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            word, sort = outcome(spelling, text)
            inputs.learn(sort)
        except (Exception, TimeUp) as error:  # what is looked for
            word = "finding"
            found = {"spelling": spelling, "input": text, "error": repr(error)[:300]}
            part.findings.append(found)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        part.slowest = max(part.slowest, time.process_time() - since)
        part.outcomes[f"{spelling}: {word}"] += 1
    part.executions = stop - start
    part.seconds = time.process_time() - began
    part.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return part.data()


def _tasks(
    seed: int, done: list[list[int]], number: int, deadline: float
) -> Iterator[tuple[int, int, int]]:
    for start, stop in gaps(done, number):
        for begin in range(start, stop, PART):
            if time.monotonic() > deadline:
                return
            yield seed, begin, min(begin + PART, stop)


def fuzz(  # noqa: PLR0913, PLR0917
    seed: int, number: int, jobs: int, path: Path, minutes: float, shown: TextIO = sys.stderr
) -> Answers:
    """Executions 0 … number−1 of a seed; what the file has is not done again."""
    whole, ranges = Part(), list[list[int]]()
    if path.exists():
        old = json.loads(path.read_text(encoding="utf-8"))
        if (old["seed"], old["commit"]) != (seed, commit()):
            raise Mixed(f"{path} is of seed {old['seed']} and commit {old['commit']}")
        whole.add(old)
        ranges = old["ranges"]
    saved, deadline = time.monotonic(), time.monotonic() + minutes * 60
    tasks = _tasks(seed, ranges, number, deadline)
    for task, answer in results(run_part, tasks, jobs, PATIENCE):
        lost = {"spelling": "", "input": f"one of {task}", "error": "the process died"}
        whole.add(answer or Part(task[2] - task[1], findings=[lost]).data())
        ranges = joined([*ranges, task[1:]])
        print(f"\r{whole.executions}/{number}, {len(whole.findings)} findings", end="", file=shown)
        if time.monotonic() > saved + SAVED:
            saved = time.monotonic()
            write(path, seed, number, whole, ranges)
    return write(path, seed, number, whole, ranges)


def write(path: Path, seed: int, number: int, whole: Part, ranges: list[list[int]]) -> Answers:
    """The manifest, which is also what a run is continued from."""
    found: Answers = {
        "command": f"python -m campaign.parser --runs {number} --seed {seed}",
        "commit": commit(),
        "seed": seed,
        "announced": number,
        "complete": whole.executions == number,
        **whole.data(),
        "per_second_and_core": round(whole.executions / whole.seconds) if whole.seconds else 0,
        "python": platform.python_version(),
        "ranges": ranges,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(found, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
    new.replace(path)
    return found


def main() -> int:
    """Exit code 0 if nothing was found and all was run, 1 for findings, 3 for too few runs."""
    parser = argparse.ArgumentParser(prog="campaign.parser", description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000, help="executions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no part after this time")
    parser.add_argument(
        "--out", type=Path, default=Path("build/fuzz"), help="continued if it exists"
    )
    given = parser.parse_args()
    path = given.out / f"parser-{given.seed}.json"
    found = fuzz(given.seed, given.runs, given.jobs, path, given.minutes)
    print(file=sys.stderr)
    for finding in found["findings"][:20]:
        print(json.dumps(finding))
    print(f"{found['executions']} executions, {found['per_second_and_core']} a second and core")
    if found["findings"]:
        return 1
    return 0 if found["complete"] else 3


if __name__ == "__main__":
    sys.exit(main())
