"""What is remembered at the door: rates of clients, answers for all; and how it is shut."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Hashable
from math import ceil
from typing import NamedTuple, TypeVar

from matgrad.errors import MatgradError

REMEMBERED = 20_000  # clients, and looks of requests

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def remember(known: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """Keep what is known last; what was not heard of in a while is forgotten."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > REMEMBERED:
        known.popitem(last=False)


class Refused(MatgradError):
    """A request that goes no further, and after how many seconds it is worth sending again."""

    def __init__(
        self, status: int, code: str, message: str, wait: float = 0.0, field: str | None = None
    ) -> None:
        self.wait = ceil(wait)
        super().__init__(message, hint=f"come back in {self.wait} s" if wait else None)
        self.status, self.code, self.field = status, code, field

    @property
    def body(self) -> bytes:
        """The same for every error, whatever its status."""
        error = {**self.to_json(), "field": self.field}
        error |= {"retry_after": self.wait} if self.wait else {}
        return json.dumps({"ok": False, "error": error}).encode()

    @property
    def headers(self) -> tuple[tuple[bytes, bytes], ...]:
        """What goes with the body."""
        kind = (b"content-type", b"application/json")
        return (kind, (b"retry-after", b"%d" % self.wait)) if self.wait else (kind,)


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
        left, then = self.left.get(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        missing = max(0.0, cost - left)
        remember(self.left, client, (left if missing else left - cost, now))
        return missing / self.rate
