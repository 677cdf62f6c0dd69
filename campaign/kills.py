"""Workers and whole services killed at random moments: `python -m campaign.kills`.

Under load no request may fail but those whose workers die again and again, and no short link that
was acknowledged may be lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread

from bench.web_load import Client, Figures, load
from bench.web_mix import typical
from matgrad.server.links import Links
from tests.server.service import Service

OUTPUT = Path("build/kills.json")
RATE = 10.0  # requests per second while workers are killed
BETWEEN = 0.25  # seconds from one kill to the next


def kill_workers(times: int, seed: int) -> dict[str, object]:
    """SIGKILL a worker again and again, while requests come in."""
    random, killed = Random(seed), 0
    service = Service("--rate", "0").ready()
    found: list[Figures] = []
    seconds = times * BETWEEN * 1.5

    def ask() -> None:
        client = Client(service.port)
        found.append(asyncio.run(load([client], typical(seed), RATE, seconds, seed)))

    asker = Thread(target=ask)
    asker.start()
    while asker.is_alive():
        workers = service.workers()
        if workers and killed < times:
            killed += _kill(random.choice(workers))
        time.sleep(BETWEEN)
    asker.join()
    again = {name: service.number(f"matgrad_pool_{name}_total") for name in ("died", "retried")}
    return {"killed": killed, **again, **found[0].row(), "exit code": service.stop()}


def _kill(pid: int) -> int:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return 0
    return 1


def kill_services(times: int, seed: int, store: Path) -> dict[str, object]:
    """SIGKILL the whole service while links are written; then look all of them up."""
    random, kept, starts = Random(seed), dict[str, str](), list[float]()
    for turn in range(times):
        begun = time.monotonic()
        service = Service("--links", str(store), "--rate", "0", "--workers", "1")

        def write(turn: int = turn, service: Service = service) -> None:
            try:
                while True:
                    state = f"{turn}/{len(kept)}"
                    kept[service.post("/api/links", {"state": state}).data["id"]] = state
            except (OSError, ValueError, EOFError, HTTPException):
                return  # it is dead

        known = len(kept)
        writers = [Thread(target=write) for _ in range(2)]
        while not _listens(service):
            time.sleep(0.005)
        starts.append(time.monotonic() - begun)
        for writer in writers:
            writer.start()
        while len(kept) == known:
            time.sleep(0.005)
        time.sleep(random.uniform(0.0, 0.3))
        service.stop(signal.SIGKILL)
        for writer in writers:
            writer.join()
    links = Links(store)
    lost = sum(links.get(name) != state for name, state in kept.items())
    return {
        "killed": times,
        "acknowledged": len(kept),
        "lost": lost,
        "sound": links.is_sound(),
        "median start s": round(median(starts), 2),
        "longest start s": round(max(starts), 2),
    }


def _listens(service: Service) -> bool:
    try:
        return service.get("/healthz").status == 200
    except OSError:
        return False


def main() -> int:
    """Both campaigns; 1 if anything was lost."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--workers", type=int, default=200, help="how many workers to kill")
    options.add_argument("--services", type=int, default=100, help="how many services to kill")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found: dict[str, dict[str, object]] = {}
    if given.workers:
        found["workers"] = kill_workers(given.workers, given.seed)
        print("workers:", found["workers"], flush=True)
    if given.services:
        with tempfile.TemporaryDirectory() as folder:
            found["services"] = kill_services(given.services, given.seed, Path(folder) / "links.db")
        print("services:", found["services"], flush=True)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    workers, services = found.get("workers", {}), found.get("services", {})
    good = not workers.get("failed") and not services.get("lost") and services.get("sound", True)
    return 0 if good and not workers.get("not_200") else 1


if __name__ == "__main__":
    sys.exit(main())
