"""Work without interruptions by Python's garbage collector.

Everything that a derivation makes is alive until it ends, and no cycles are among it. To look
through all of it again and again, as the collector does, takes as long as the work itself.
"""

from __future__ import annotations

import gc
from contextlib import ContextDecorator
from threading import Lock


class _Uncollected(ContextDecorator):
    """A block, or a function, during which nothing is collected; blocks may stand in each other."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._depth = 0
        self._was_enabled = False

    def __enter__(self) -> None:
        with self._lock:
            if self._depth == 0:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._depth += 1

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0 and self._was_enabled:
                gc.enable()


uncollected = _Uncollected()
