"""What a service allows, all in one place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The limits of one service.

    >>> Settings().seconds
    2.0
    """

    workers: int = 2
    seconds: float = 2.0  # of processor time for one answer
    grace: float = 1.0  # more by the clock, since others compute too; then the worker is killed
    memory: int = 512 << 20  # bytes of a worker
    response: int = 256 << 10  # bytes of an answer
    file: int = 4 << 20  # bytes of a document
    body: int = 96 << 10  # bytes of a request
    body_seconds: float = 10.0  # for a request to arrive
    idle_seconds: float = 15.0  # for a connection without any request
    line_seconds: float = 5.0  # of work that may wait for each place; more is refused at once
    queue_seconds: float = 10.0  # that a request waits for others if they take longer than expected
    start_seconds: float = 60.0  # that it waits for a new nursery to start on a busy machine
    patience: float = 0.1  # seconds of processor time after which a job is long
    slow: int = 4  # places for long jobs, each in a worker of its own at low priority
    slow_share: int = 2  # of which one client has at most so many
    abandoned: float = 0.1  # seconds for which work goes on after its client has left
    jobs: int = 5_000  # that one worker does before it is replaced
    rate: float = 200.0  # requests per second of one client; 0 for no limit
    burst: float = 400.0  # that may come at once
    cached_cost: float = 0.1  # of a request whose answer is known
    cache: int = 64 << 20  # bytes of answers that are kept
    connections: int = 12_000
    header_bytes: int = 32 << 10
    drain_seconds: float = 5.0  # to finish what runs when asked to stop
    links: Path | None = None  # where short links are stored
    log_content: bool = False  # whether the log says what was asked
