"""What keeps one client from taking everything: a rate for each, and answers kept for all."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

CLIENTS = 20_000  # whose rates are remembered


class Kept(NamedTuple):
    """An answer that can be given again."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Cache:
    """The answers that were given last, up to a number of bytes."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.used = 0
        self.hits = self.misses = 0
        self.kept: OrderedDict[tuple[str, bytes], Kept] = OrderedDict()

    def get(self, path: str, body: bytes) -> Kept | None:
        """The answer to the same request, if it is still there."""
        found = self.kept.get((path, body))
        if found is None:
            self.misses += 1
            return None
        self.hits += 1
        self.kept.move_to_end((path, body))
        return found

    def put(self, path: str, body: bytes, answer: Kept) -> None:
        """Keep an answer; those that were not asked for in a while make room."""
        key = (path, body)
        old = self.kept.pop(key, None)
        if old is not None:
            self.used -= len(old.body) + len(body)
        self.kept[key] = answer
        self.used += len(answer.body) + len(body)
        while self.used > self.room and self.kept:
            (_, asked), dropped = self.kept.popitem(last=False)
            self.used -= len(dropped.body) + len(asked)


class Rates:
    """How much each client may still ask: so many requests a second, and some at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, cost: float, now: float) -> float:
        """How long a client has to wait before a request of this cost; 0 if it may go on.

        >>> rates = Rates(rate=1, burst=1)
        >>> rates.wait("a", 1, now=0), rates.wait("a", 1, now=0), rates.wait("b", 1, now=0)
        (0.0, 1.0, 0.0)
        """
        if not self.rate:
            return 0.0
        left, then = self.left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        missing = max(0.0, cost - left)
        self.left[client] = (left if missing else left - cost, now)
        if len(self.left) > CLIENTS:
            self.left.popitem(last=False)
        return missing / self.rate
