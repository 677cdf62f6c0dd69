"""What the service says about itself: lines of JSON in the log, and numbers for Prometheus."""

from __future__ import annotations

import json
import logging
import resource
import sys
import time
from bisect import bisect_left
from collections import Counter
from dataclasses import asdict
from typing import Any

from matgrad.server.guard import Cache
from matgrad.server.pool import Pool

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1.0, 2.0, 5.0)  # seconds


def log(event: str, **fields: Any) -> None:
    """One line; nothing of a request stands in it unless the service was told so."""
    line = {"time": round(time.time(), 3), "event": event, **fields}
    print(json.dumps(line), file=sys.stderr, flush=True)


class JsonLog(logging.Handler):
    """What other packages log, in the same form; their messages hold nothing of a request."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as a line."""
        failed = record.exc_info[0] if record.exc_info else None
        more = {"exception": failed.__name__} if failed else {}
        log("log", level=record.levelname, logger=record.name, message=str(record.msg), **more)


class Meter:
    """How many requests there were, by path and status, and how long they took."""

    def __init__(self) -> None:
        self.started = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds: dict[str, list[int]] = {}
        self.total: Counter[str] = Counter()

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request that is answered."""
        self.requests[path, status] += 1
        buckets = self.seconds.setdefault(path, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self.total[path] += round(seconds * 1e6)

    def text(self, pool: Pool, cache: Cache) -> str:
        """Everything in the form that Prometheus reads."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        lines = [
            f'matgrad_requests_total{{path="{path}",status="{status}"}} {n}'
            for (path, status), n in sorted(self.requests.items())
        ]
        for path, buckets in sorted(self.seconds.items()):
            lines += _histogram(path, buckets, self.total[path] / 1e6)
        lines += [f"matgrad_pool_{name}_total {n}" for name, n in asdict(pool.count).items()]
        lines += [
            f"matgrad_workers {len(pool.idle) + len(pool.running)}",
            f"matgrad_workers_busy {len(pool.running)}",
            f"matgrad_workers_slow {len(pool.slow)}",
            f"matgrad_queue {len(pool.waiting)}",
            f"matgrad_cache_hits_total {cache.hits}",
            f"matgrad_cache_misses_total {cache.misses}",
            f"matgrad_cache_bytes {cache.used}",
            f"process_start_time_seconds {self.started:.3f}",
            f"process_max_resident_memory_bytes {used.ru_maxrss << 10}",
            f"process_cpu_seconds_total {used.ru_utime + used.ru_stime:.3f}",
        ]
        return "\n".join(lines) + "\n"


def _histogram(path: str, buckets: list[int], total: float) -> list[str]:
    lines: list[str] = []
    so_far = 0
    for bound, n in zip((*BOUNDS, "+Inf"), buckets, strict=True):
        so_far += n
        lines.append(f'matgrad_seconds_bucket{{path="{path}",le="{bound}"}} {so_far}')
    lines.append(f'matgrad_seconds_sum{{path="{path}"}} {total:.6f}')
    lines.append(f'matgrad_seconds_count{{path="{path}"}} {so_far}')
    return lines
