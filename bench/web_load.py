"""An open-loop load generator: requests leave at their times, whether or not others came back."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

Request = tuple[str, bytes]


@dataclass
class Figures:
    """What came back: milliseconds of the answers, and how many there were by status."""

    offered: float = 0.0
    seconds: float = 0.0
    times: list[float] = field(default_factory=list[float])
    statuses: Counter[int] = field(default_factory=Counter[int])
    errors: Counter[str] = field(default_factory=Counter[str])
    late: float = 0.0  # the longest that the generator itself was behind, in milliseconds

    def add(self, status: int, due: float) -> None:
        """Note an answer to a request that should have left at a time."""
        self.statuses[status] += 1
        if status == 200:
            self.times.append((time.perf_counter() - due) * 1e3)

    def quantile(self, q: float) -> float:
        """The time within which this part of the answers came."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else float("nan")

    def row(self) -> dict[str, float]:
        """The figures that are reported."""
        return {
            "offered_per_s": self.offered,
            "answered": len(self.times),
            "per_s": round(len(self.times) / self.seconds, 1) if self.seconds else 0,
            "p50_ms": round(self.quantile(0.5), 1),
            "p90_ms": round(self.quantile(0.9), 1),
            "p99_ms": round(self.quantile(0.99), 1),
            "max_ms": round(self.quantile(1.0), 1),
            "not_200": sum(n for status, n in self.statuses.items() if status != 200),
            "failed": sum(self.errors.values()),
            "late_ms": round(self.late, 1),
        }


class Client:
    """Connections from one address that are kept and used again."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address
        self.free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def send(self, request: Request) -> tuple[int, bytes]:
        """One request and its answer."""
        while self.free and self.free[-1][0].at_eof():
            self.free.pop()[1].close()  # idle for too long
        if self.free:
            reader, writer = self.free.pop()
        else:
            here = (self.address, 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=here)
        path, body = request
        writer.write(
            f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await reader.readuntil(b"\r\n\r\n")
        at = head.lower().index(b"content-length:")
        length = int(head[at + 15 : head.index(b"\r\n", at)])
        content = await reader.readexactly(length)
        if b"connection: close" in head.lower():
            writer.close()
        else:
            self.free.append((reader, writer))
        return int(head[9:12]), content

    def close(self) -> None:
        """Let go of all connections."""
        for _, writer in self.free:
            writer.close()


def departures(rate: float, seconds: float, seed: int) -> Iterator[float]:
    """The times at which requests leave, as those of many strangers do."""
    random = Random(seed)
    at = random.expovariate(rate)
    while at < seconds:
        yield at
        at += random.expovariate(rate)


async def load(
    clients: Sequence[Client],
    requests: Iterable[Request],
    rate: float,
    seconds: float,
    seed: int = 1,
) -> Figures:
    """Send requests at a rate and see what comes back, timed from when each should have left."""
    found = Figures(rate, seconds)
    begun = time.perf_counter()
    waiting: set[asyncio.Task[None]] = set()

    async def one(client: Client, request: Request, due: float) -> None:
        try:
            status, _ = await asyncio.wait_for(client.send(request), 30)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
            found.errors[type(error).__name__] += 1
            return
        found.add(status, due)

    leaving = zip(departures(rate, seconds, seed), requests, cycle(clients), strict=False)
    for at, request, client in leaving:
        due = begun + at
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        found.late = max(found.late, (time.perf_counter() - due) * 1e3)
        task = asyncio.create_task(one(client, request, due))
        waiting.add(task)
        task.add_done_callback(waiting.discard)
    if waiting:
        await asyncio.wait(waiting)
    for client in clients:
        client.close()
    return found


async def silence(port: int, many: int, stop: asyncio.Event) -> None:
    """Connections that are opened and never used; those that are closed are opened again."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    while not stop.is_set():
        for reader, writer in [each for each in held if each[0].at_eof()]:
            writer.close()
            held.remove((reader, writer))
        for _ in range(min(200, many - len(held))):
            held.append(await asyncio.open_connection("127.0.0.1", port))
        await asyncio.sleep(0.05)
    for _, writer in held:
        writer.close()
