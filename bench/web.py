"""The service under load: `make bench-web`, or `python -m bench.web --seconds 20`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path

from bench.web_load import Figures, load, silence
from bench.web_mix import bombs, check_sizes, typical

Rows = dict[str, dict[str, float]]
IDLE = 10_000  # connections
OUTPUT = Path("build/bench-web.json")
GOALS = {"uncached": 150.0, "honest beside bombs": 300.0}  # milliseconds of the 99th percentile


@contextmanager
def service(workers: int) -> Generator[int]:
    """A service without a limit on one client; its port."""
    command = [sys.executable, "-m", "matgrad", "serve", "--port", "0", "--rate", "0"]
    process = subprocess.Popen([*command, "--workers", str(workers)], stderr=subprocess.PIPE)
    assert process.stderr is not None
    found = re.search(rb":(\d+)/", process.stderr.readline())
    assert found
    with Path(os.devnull).open("wb") as nowhere:
        drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=nowhere)
    process.stderr.close()
    port = int(found[1])
    while not json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz"))["ok"]:
        time.sleep(0.05)
    try:
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        drain.wait()


def processor_seconds(port: int) -> float:
    """What the front and its workers have used so far."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    used = dict(line.rsplit(" ", 1) for line in text.splitlines())
    return float(used["process_cpu_seconds_total"]) + float(used["matgrad_pool_cpu_seconds_total"])


async def together(*work: Coroutine[None, None, Figures]) -> list[Figures]:
    """Several loads at once."""
    return await asyncio.gather(*work)


def strangers(port: int, rate: float, seconds: float) -> Rows:
    """Requests that nobody sent before."""
    asyncio.run(load(port, typical(9), rate / 4, 2.0))  # connections, and pages of memory
    before = processor_seconds(port)
    (found,) = asyncio.run(together(load(port, typical(1), rate, seconds)))
    used = processor_seconds(port) - before
    return {"uncached": {**found.row(), "cpu_ms": round(1e3 * used / len(found.times), 2)}}


def familiar(port: int, rate: float, seconds: float) -> Rows:
    """The same fifty requests again and again, ten times as many."""
    same = list(islice(typical(2), 50))
    asyncio.run(load(port, same, 50, 2.0))
    before = processor_seconds(port)
    (found,) = asyncio.run(together(load(port, cycle(same), 10 * rate, seconds / 2)))
    used = processor_seconds(port) - before
    return {"cached": {**found.row(), "cpu_ms": round(1e3 * used / len(found.times), 2)}}


def bombed(port: int, rate: float, seconds: float) -> Rows:
    """One request in five is a bomb."""
    honest = load(port, typical(3), 0.8 * rate, seconds)
    hostile = load(port, bombs(4), 0.2 * rate, seconds, seed=5)
    good, bad = asyncio.run(together(honest, hostile))
    return {"honest beside bombs": good.row(), "bombs": bad.row()}


def crowded(port: int, rate: float, seconds: float) -> Rows:
    """Thousands of connections that say nothing, and come back when they are closed."""
    asyncio.run(load(port, typical(6), rate / 4, 2.0))

    async def both() -> Figures:
        stop = asyncio.Event()
        idle = asyncio.create_task(silence(port, IDLE, stop))
        await asyncio.sleep(3)
        found = await load(port, typical(7), rate / 2, seconds / 2)
        stop.set()
        await idle
        return found

    return {f"half the rate, {IDLE} idle": asyncio.run(both()).row()}


def run(seconds: float, rate: float, workers: int) -> Rows:
    """All scenarios; bombs meet a service of their own."""
    found: Rows = {}
    with service(workers) as port:
        found |= strangers(port, rate, seconds) | familiar(port, rate, seconds)
        found |= crowded(port, rate, seconds)
    with service(workers) as port:
        found |= bombed(port, rate, seconds)
    return found


def main() -> int:
    """Run, print, keep the figures; 1 if a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--rate", type=float, default=100.0)
    options.add_argument("--workers", type=int, default=2)
    given = options.parse_args()
    smallest, largest = check_sizes()
    print(f"functions of {smallest} to {largest} nodes; load average {os.getloadavg()[0]:.1f}")
    found = run(given.seconds, given.rate, given.workers)
    for name, row in found.items():
        print(f"{name:20}", "  ".join(f"{key} {value:g}" for key, value in row.items()))
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    missed = [name for name, goal in GOALS.items() if not found[name]["p99_ms"] < goal]
    failed = [n for n in ("uncached", "cached", *GOALS) if found[n]["failed"] + found[n]["not_200"]]
    print("goals:", f"missed by {', '.join(missed + failed)}" if missed or failed else "met")
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main())
