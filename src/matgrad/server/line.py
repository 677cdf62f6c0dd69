"""Who is served next: what a request will cost, and what its client has had already."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, sqrt

from matgrad.server import frames
from matgrad.server.guard import remember

Answer = tuple[frames.Head, bytes]
FADES = 1.0  # seconds after which a third is left of what a client has used
EASY = 0.05  # seconds: what takes longer lets others go first
STRETCH = 10.0  # for so many times as long as it takes more
LEAST = 0.001  # seconds that anything takes
PIECE = 256  # bytes, of which each is
UNKNOWN = 0.01  # seconds where nothing is known,
HESSIAN = 4  # and so many times as much for a second derivative
_NUMBERS = re.compile(rb"\d+")


@dataclass(eq=False)
class Job:
    """One request, and who waits for it."""

    client: str
    task: str
    request: bytes
    answer: asyncio.Future[Answer]
    asked: float  # by the clock of the loop
    kinds: tuple[int, ...] = ()  # what it is one of, the most special first
    guess: float = 0.0  # seconds of processor time that it takes if nothing is known of these,
    expected: float = 0.0  # or else
    attempts: int = 0

    def __post_init__(self) -> None:
        """It is like those that differ in numbers only, those of its client, those of its size."""
        looks = hash((self.task, _NUMBERS.sub(b"0", self.request)))
        pieces, is_second = 1 + len(self.request) // PIECE, b"hessian" in self.request.lower()
        size = self.task, pieces, is_second
        self.kinds = looks, hash((self.client, *size)), hash(size)
        self.guess = UNKNOWN * pieces * (HESSIAN if is_second else 1)


class Costs:
    """What requests are likely to cost, and what their clients have used of late."""

    def __init__(self) -> None:
        self.known: OrderedDict[int, float] = OrderedDict()
        self.used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def expected(self, job: Job) -> float:
        """What such requests took before."""
        return next((self.known[kind] for kind in job.kinds if kind in self.known), job.guess)

    def used_by(self, client: str, now: float) -> float:
        """What a client has used, less what has faded."""
        used, then = self.used.get(client, (0.0, now))
        return used * exp((then - now) / FADES)

    def turn(self, job: Job, now: float) -> float:
        """When it is the turn of a job that waits: later if it or its client takes much."""
        more = STRETCH * max(0.0, job.expected - EASY)
        return job.asked + more + self.used_by(job.client, now)

    def learn(self, job: Job, seconds: float) -> None:
        """Remember what it took, and half of what was known, on a scale of ratios."""
        for kind in job.kinds:
            before = self.known.get(kind, job.guess)
            remember(self.known, kind, sqrt(before * max(seconds, LEAST)))

    def charge(self, client: str, seconds: float, now: float) -> None:
        """A client has used some time."""
        remember(self.used, client, (self.used_by(client, now) + seconds, now))


@dataclass
class Line:
    """Jobs that wait for one of some places, of which a client has only a share."""

    places: int
    share: int
    longest: float  # seconds that anybody waits in it, by what is expected
    turn: Callable[[Job], float]  # the least is the first
    jobs: list[Job] = field(default_factory=list[Job])

    def wait(self, client: str) -> float:
        """Seconds until a job that comes now would begin."""
        own = sum(job.expected for job in self.jobs if job.client == client)
        return max(own / self.share, sum(job.expected for job in self.jobs) / self.places)

    def add(self, job: Job) -> Job | None:
        """Let a job wait; if the line is too long, the job that has to leave.

        It is the last one of the client who has the most to do.
        """
        self.jobs.append(job)
        loads: Counter[str] = Counter()
        for each in self.jobs:
            loads[each.client] += each.expected  # pyright: ignore[reportArgumentType]
        client = max(loads, key=lambda name: loads[name])
        if len(self.jobs) == 1 or self.wait(client) <= self.longest:
            return None
        last = max((x for x in self.jobs if x.client == client), key=self.turn)
        self.jobs.remove(last)
        return last

    def next(self, may_begin: Callable[[Job], bool]) -> Job | None:
        """The first job among those that may begin."""
        allowed = [job for job in self.jobs if may_begin(job) and not job.answer.done()]
        if not allowed:
            return None
        first = min(allowed, key=self.turn)
        self.jobs.remove(first)
        return first
