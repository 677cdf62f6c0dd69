"""The service under load: `make bench-web`, or `python -m bench.web --seconds 20`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from itertools import count, cycle, islice
from pathlib import Path

from bench.web_load import Client, Figures, Request, load, silence
from bench.web_mix import bombs, check_sizes, heavy, slow, typical
from tests.server.service import Service

Rows = dict[str, dict[str, float]]
IDLE = 10_000  # connections
HEAVY = 40  # Hessians that are sent at once
SENDERS = {  # of slow requests, beside the one at 127.0.0.1 whose requests are as usual
    "one client": ["127.0.0.2"],
    "many clients": [f"127.1.{a}.{b}" for a in range(4) for b in range(1, 251)],
    "the same client": ["127.0.0.1"],
}
OUTPUT = Path("build/bench-web.json")
GOALS = {  # milliseconds of the 99th percentile
    "uncached": 100.0,
    "usual beside bombs": 300.0,
    **{f"usual beside slow ones of {sender}": 300.0 for sender in SENDERS},
    f"usual beside {HEAVY} Hessians": 300.0,
}


def started(workers: int) -> Service:
    """A service without a limit on the rate of one client."""
    return Service("--rate", "0", "--workers", str(workers)).ready()


def processor_seconds(service: Service) -> float:
    """What the front and its workers have used so far."""
    names = "process_cpu_seconds_total", "matgrad_pool_cpu_seconds_total"
    return sum(map(service.number, names))


def metered(
    service: Service, requests: Iterator[Request], rate: float, seconds: float
) -> dict[str, float]:
    """A load, and what each request cost."""
    before = processor_seconds(service)
    found = asyncio.run(load([Client(service.port)], requests, rate, seconds))
    used = processor_seconds(service) - before
    return {**found.row(), "cpu_ms": round(1e3 * used / len(found.times), 2)}


async def together(*work: Coroutine[None, None, Figures]) -> list[Figures]:
    """Several loads at once."""
    return await asyncio.gather(*work)


def strangers(service: Service, rate: float, seconds: float) -> Rows:
    """Requests that nobody sent before."""
    metered(service, typical(9), rate / 4, 2.0)  # connections, and pages of memory
    return {"uncached": metered(service, typical(1), rate, seconds)}


def familiar(service: Service, rate: float, seconds: float) -> Rows:
    """The same fifty requests again and again, ten times as many."""
    same = list(islice(typical(2), 50))
    metered(service, iter(same), 50, 2.0)
    return {"cached": metered(service, cycle(same), 10 * rate, seconds / 2)}


def bombed(service: Service, rate: float, seconds: float) -> Rows:
    """One request in five is a bomb."""
    usual = load([Client(service.port)], typical(3), 0.8 * rate, seconds)
    other = load([Client(service.port)], bombs(4), 0.2 * rate, seconds, seed=5)
    good, bad = asyncio.run(together(usual, other))
    return {"usual beside bombs": good.row(), "bombs": bad.row()}


def slowed(service: Service, rate: float, seconds: float) -> Rows:
    """One request in five takes as long as it may."""
    rows: Rows = {}
    for seed, (sender, addresses) in enumerate(SENDERS.items(), 20):
        usual = load([Client(service.port)], typical(seed), 0.8 * rate, seconds)
        clients = [Client(service.port, address) for address in addresses]
        other = load(clients, slow(seed), 0.2 * rate, seconds, seed)
        good, bad = asyncio.run(together(usual, other))
        rows[f"usual beside slow ones of {sender}"] = good.row()
        rows[f"slow ones of {sender}"] = bad.row()
    return rows


def queued(service: Service, _: float, seconds: float) -> Rows:
    """One request after another while many Hessians wait, from the client that sent them."""
    found, begun = Figures(), time.perf_counter()

    async def heavy_and_usual(seed: int) -> None:
        client, usual = Client(service.port), typical(50 + seed)
        waiting = [asyncio.create_task(client.send(x)) for x in islice(heavy(seed), HEAVY)]
        while waiting:
            await asyncio.sleep(0.1)
            due = time.perf_counter()
            status, _ = await client.send(next(usual))
            found.add(status, due)
            waiting = [task for task in waiting if not task.done()]
        client.close()

    for seed in count():
        asyncio.run(heavy_and_usual(seed))
        if time.perf_counter() - begun > seconds:
            break
    return {f"usual beside {HEAVY} Hessians": found.row()}


def crowded(service: Service, rate: float, seconds: float) -> Rows:
    """Thousands of connections that say nothing, and come back when they are closed."""
    metered(service, typical(6), rate / 4, 2.0)

    async def both() -> Figures:
        stop = asyncio.Event()
        idle = asyncio.create_task(silence(service.port, IDLE, stop))
        await asyncio.sleep(3)
        found = await load([Client(service.port)], typical(7), rate / 2, seconds / 2)
        stop.set()
        await idle
        return found

    return {f"half the rate, {IDLE} idle": asyncio.run(both()).row()}


SCENARIOS: tuple[Callable[[Service, float, float], Rows], ...] = (
    strangers, familiar, crowded, bombed, slowed, queued,
)  # fmt: skip


def run(seconds: float, rate: float, workers: int) -> Rows:
    """All scenarios, each with a service of its own."""
    found: Rows = {}
    for scenario in SCENARIOS:
        with started(workers) as service:
            rows = scenario(service, rate, seconds)
            service.stop()
        for name, row in rows.items():
            print(f"{name:42}", "  ".join(f"{key} {value:g}" for key, value in row.items()))
        found |= rows
    return found


# ---------------------------------------------------------------- for a long time


def soak(workers: int, many: int) -> None:
    """So many requests, one in twenty of which is new; print what the processes hold meanwhile."""
    same, new = cycle(islice(typical(2), 500)), typical(3)
    requests = (next(new) if i % 20 == 0 else next(same) for i in range(many))
    statuses = Figures()

    async def send(service: Service) -> None:
        client = Client(service.port)
        for sent, request in enumerate(requests):
            status, _ = await client.send(request)
            statuses.statuses[status] += 1
            if sum(statuses.statuses.values()) % (many // 20) == 0:
                print(f"{sent:9}", held(service), dict(statuses.statuses), flush=True)
        client.close()

    async def together(service: Service) -> None:
        await asyncio.gather(*(send(service) for _ in range(4 * workers)))

    with started(workers) as service:
        print(f"{0:9}", held(service))
        asyncio.run(together(service))
        print("exit code", service.stop())


def held(service: Service) -> str:
    """Megabytes of the front, the nursery and the workers, and the descriptors of the front."""
    front = service.process.pid
    sizes = {"front": [front], "nursery": service.nurseries(), "workers": service.workers()}
    parts = [f"{name} {sum(map(_megabytes, pids)):4.0f} MB" for name, pids in sizes.items()]
    return "  ".join((*parts, f"{len(list(Path(f'/proc/{front}/fd').iterdir()))} descriptors"))


def _megabytes(pid: int) -> float:
    """What a process holds; pages that are shared count in parts."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:  # it has ended meanwhile
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def main() -> int:
    """Run, print, keep the figures; 1 if a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--rate", type=float, default=100.0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--soak", type=int, default=0, help="so many requests, and nothing else")
    given = options.parse_args()
    if given.soak:
        return soak(given.workers, given.soak) or 0
    smallest, largest = check_sizes()
    print(f"functions of {smallest} to {largest} nodes; load average {os.getloadavg()[0]:.1f}")
    found = run(given.seconds, given.rate, given.workers)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    missed = [name for name, goal in GOALS.items() if not found[name]["p99_ms"] < goal]
    failed = [n for n in ("cached", *GOALS) if found[n]["failed"] + found[n]["not_200"]]
    print("goals:", f"missed by {', '.join(missed + failed)}" if missed or failed else "met")
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main())
