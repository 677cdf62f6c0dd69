"""The longest inputs that are allowed: none may take more than 2 s or 512 MB.

`make bench-limits`, or `python -m bench.longest deep` for those with "deep" in their names.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

import matgrad as mg
from bench.longest_inputs import INPUTS, Input
from bench.report import Report
from matgrad.api.limits import LIMITS, load_engine, processor_time

SECONDS, MEGABYTES = 2.0, 512
OVER = 0.2  # seconds that the end of the time may take to be noticed, and to be said


class Found(NamedTuple):
    """What became of an input."""

    seconds: float
    megabytes: int
    outcome: str

    @property
    def is_within(self) -> bool:
        """Did it end well, in time and with the memory it may have?"""
        within = self.seconds <= SECONDS + OVER and self.megabytes <= MEGABYTES
        return within and not self.outcome.startswith("failed")


def answer(given: Input) -> str:
    """Everything that the command line does with an input; in short, what comes of it."""
    if given.kind == "ask":
        return "answered" if str(mg.ask(given.text, limits=mg.Limits(bytes=1 << 16))) else ""
    read = mg.parse_latex if given.is_latex else mg.parse
    derive: Callable[..., Any] = getattr(mg, given.kind)
    problem = read(given.text, given.shapes, None, mg.Limits())
    d = derive(problem, given.wrt, limits=mg.Limits())
    LIMITS.check_answer(d)
    LIMITS.check_response(str(d))
    return d.verdict.status if d.verdict.ok else "not verified"


def measured(given: Input) -> Found:
    """Time and memory of an input in a process of its own, which has everything loaded."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        start = process_time()
        try:
            with processor_time(SECONDS):
                outcome = answer(given)
        except mg.MatgradError as error:
            outcome = f"{error.code}: {error.message}"[:70]
        except Exception as error:
            outcome = f"failed: {error!r}"[:70]
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        os.write(writer, pickle.dumps(Found(process_time() - start, used, outcome)))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        content = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(content) if content else Found(float("inf"), 0, "failed: it died")


def longest(wanted: str = "") -> Report:
    """Every input that has these letters in its name."""
    mg.gradient("norm2(A*x - b)^2", "x")
    load_engine()
    found = {name: measured(given) for name, given in INPUTS.items() if wanted in name}
    over = [name for name, each in found.items() if not each.is_within]
    rows = [(name, len(INPUTS[name].text), *each) for name, each in found.items()]
    notes = [f"more than {SECONDS:g} s or {MEGABYTES} MB: {', '.join(over) or 'none'}"]
    header = ("", "bytes", "seconds", "MB", "outcome")
    return Report("The longest inputs", header, rows, notes, {"over": over})


if __name__ == "__main__":
    report = longest(*sys.argv[1:2])
    print(report)
    sys.exit(1 if report.figures["over"] else 0)
