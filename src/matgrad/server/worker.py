"""A worker: takes one request after another, within limits of time, memory and length."""

from __future__ import annotations

import gc
import json
import resource
import signal
import time
from socket import socket

from matgrad.server import frames
from matgrad.server.answering import answer

TIDY = 500  # jobs between two collections of what refers to itself
GROWN = 320 << 10  # kilobytes of memory after which a worker makes way for a fresh one


def confine(memory: int) -> None:
    """Limit what this process can take; nothing it does can be undone by a request."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # the front decides when workers end


def serve(channel: socket, jobs: int) -> None:
    """Answer requests until the front goes away, or until it is time for a fresh worker."""
    gc.disable()  # it would run in the middle of answers
    for job in range(jobs):
        if job % TIDY == TIDY - 1:
            gc.collect()
        try:
            head, body = frames.receive(channel)
        except (EOFError, OSError):
            return
        begun = time.process_time()
        meta, content = answer(head, json.loads(body))
        meta["cpu"] = time.process_time() - begun
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > GROWN
        channel.sendall(frames.pack({**meta, "last": grown or meta.get("last", False)}, content))
        if grown or meta.get("last"):
            return
